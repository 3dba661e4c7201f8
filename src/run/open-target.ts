import { loadConfiguration } from '../configuration/load.js';
import type { Flags } from '../configuration/settings.js';
import { type Configuration, namesTarget, type TargetConfiguration } from '../configuration/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { createOperator } from '../operator/create.js';
import type { Driver } from '../operator/driver.js';
import { startApart } from '../reference/thread.js';
import { operatorContext } from './operator-side.js';
import { settingsFor } from './reference-settings.js';

/** What a run is about: the configured deployment, or the bundled reference service, started for it. */
export interface Target {
  configuration: TargetConfiguration;
  descriptions: Description[];
  operator: Driver;
  bundled: boolean;
  ca: string | null;
  close(): Promise<void>;
}

/** How a target is opened. */
interface Opening {
  /** The bundled service is checked without its driver too. */
  driverless?: boolean;
  /** Drives the employee's side instead of what the configuration names. */
  driver?: Driver;
  /** Called while the bundled service starts. */
  meanwhile?: () => void;
}

/** Makes the driver of a configured deployment, or starts the bundled service if no address is given. */
export async function openConfigured(
  configured: Configuration,
  descriptions: Description[],
  { driverless = false, driver, meanwhile = () => undefined }: Opening = {},
): Promise<Target> {
  const driverFor = (configuration: Configuration): Driver =>
    driver ?? createOperator(configuration.operator, operatorContext(configuration, descriptions));
  if (namesTarget(configured)) {
    const operator = driverFor(configured);
    return {
      configuration: configured,
      descriptions,
      operator,
      bundled: false,
      ca: null,
      close: () => operator.close(),
    };
  }
  refuseForeignDriver(configured.operator.kind);
  const { seed } = configured.run;
  const starting = startApart({ descriptions, ...(seed !== null && { seed }) });
  meanwhile();
  const service = await starting;
  const own = settingsFor(service, descriptions);
  const configuration: TargetConfiguration = {
    ...configured,
    target: { ...configured.target, ...own.target },
    dialect: own.dialect,
    operator: driverless ? configured.operator : own.operator,
  };
  const operator = driverFor(configuration);
  return {
    configuration,
    descriptions,
    operator,
    bundled: true,
    ca: service.caPem,
    close: async () => {
      await operator.close();
      await service.close();
    },
  };
}

/** The bundled service is driven by its own interface, whose address no other driver could know. */
function refuseForeignDriver(kind: Configuration['operator']['kind']): void {
  if (kind !== 'manual' && kind !== 'exec') return;
  throw new NoVerdict(
    EXIT.usage,
    'operator',
    `The bundled service cannot be driven by ${kind}: it has an interface of its own for the employees.`,
    'Leave --operator out, or start the service with conform serve and check it at its address.',
  );
}

/** A command's own flags, which the configuration does not know, are not passed on. */
export function withoutOwn(flags: Flags, own: readonly string[]): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !own.includes(name)));
}

/**
 * Reads flags, environment and file, and starts the bundled service if no address is given.
 * @param meanwhile called while the service starts; that does not change which cases are wanted
 */
export async function openTarget(
  flags: Flags,
  meanwhile: (settings: { configuration: Configuration; descriptions: Description[] }) => void = () =>
    undefined,
): Promise<Target> {
  const { spec, ...rest } = flags;
  const descriptions = await loadDescriptions(typeof spec === 'string' ? spec : undefined);
  const configuration = await withLastFailed(
    await loadConfiguration({ flags: rest, env: process.env, cwd: process.cwd(), descriptions }),
  );
  return openConfigured(configuration, descriptions, {
    driverless: configuration.operator.kind === 'none' && rest['operator'] === 'none',
    meanwhile: () => meanwhile({ configuration, descriptions }),
  });
}

/** The results are read only if they are asked for, because that takes time. */
async function withLastFailed(configuration: Configuration): Promise<Configuration> {
  const { run, output } = configuration;
  if (!run.lastFailed) return configuration;
  const { lastFailed } = await import('../record/read-record.js');
  return { ...configuration, run: { ...run, only: await lastFailed(output.folder) } };
}
