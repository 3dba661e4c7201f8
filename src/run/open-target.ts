import { type Configuration, namesTarget, type TargetConfiguration } from '../configuration/types.js';
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
