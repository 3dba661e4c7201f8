import { loadConfiguration } from '../configuration/load.js';
import type { Configuration } from '../configuration/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createOperator } from '../operator/create.js';
import type { Driver } from '../operator/driver.js';
import { startApart } from '../reference/thread.js';
import { settingsFor } from '../run/bundled.js';
import { NoVerdict } from '../run/no-verdict.js';
import { operatorContext } from '../run/operator-context.js';

export type Flags = Readonly<Record<string, unknown>>;

/** What a run is about: the configured deployment, or the bundled reference service, started for it. */
export interface Target {
  configuration: Configuration;
  descriptions: Description[];
  operator: Driver;
  bundled: boolean;
  ca: string | null;
  close(): Promise<void>;
}

/** The bundled service is driven by its own interface, whose address no other driver could know. */
function refuseForeignDriver(kind: Configuration['operator']['kind']): void {
  if (kind !== 'manual' && kind !== 'exec') return;
  throw new NoVerdict(
    2,
    'operator',
    `The bundled service cannot be driven by ${kind}: it has an interface of its own for the employees.`,
    'Leave --operator out, or start the service by conform serve and check it by its address.',
  );
}

/** The results are read only where they are asked for: their reader takes its time. */
async function withLastFailed(configuration: Configuration): Promise<Configuration> {
  const { run, output } = configuration;
  if (!run.lastFailed) return configuration;
  const { lastFailed } = await import('./last-failed.js');
  return { ...configuration, run: { ...run, only: await lastFailed(output.folder) } };
}

/** Flags of a command of its own, which no configuration knows, are not handed on. */
export function withoutOwn(flags: Flags, own: readonly string[]): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !own.includes(name)));
}

/**
 * Reads flags, environment and file, and starts the bundled service where no address is given.
 * @param meanwhile called while the service starts, which changes nothing of what cases are wanted
 */
export async function openTarget(
  flags: Flags,
  meanwhile: (settings: Pick<Target, 'configuration' | 'descriptions'>) => void = () => undefined,
): Promise<Target> {
  const { spec, ...rest } = flags;
  const descriptions = await loadDescriptions(typeof spec === 'string' ? spec : undefined);
  const configured = await withLastFailed(
    await loadConfiguration({ flags: rest, env: process.env, cwd: process.cwd(), descriptions }),
  );
  if (configured.target.baseUrl !== null) {
    const operator = createOperator(configured.operator, operatorContext(configured, descriptions));
    return {
      configuration: configured,
      descriptions,
      operator,
      bundled: false,
      ca: null,
      close: () => operator.close(),
    };
  }
  const alone = configured.operator.kind === 'none' && rest['operator'] === 'none';
  refuseForeignDriver(configured.operator.kind);
  const { seed } = configured.run;
  const starting = startApart({ descriptions, ...(seed !== null && { seed }) });
  meanwhile({ configuration: configured, descriptions });
  const service = await starting;
  const own = settingsFor(service, descriptions);
  const configuration: Configuration = {
    ...configured,
    target: { ...configured.target, ...own.target },
    dialect: own.dialect,
    operator: alone ? configured.operator : own.operator,
  };
  const operator = createOperator(configuration.operator, operatorContext(configuration, descriptions));
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
