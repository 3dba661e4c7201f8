import type { TargetConfiguration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { Operator, Ports } from '../engine/ports.js';
import { createHttpOperator } from '../operator/http.js';
import { type ReferenceOptions, startReference } from '../reference/service.js';
import { openPorts } from '../run/deployment.js';
import { type ServiceSettings, settingsFor } from '../run/reference-settings.js';
import { VirtualClock, VirtualMailbox } from '../virtual/ports.js';
import { virtualService } from '../virtual/service.js';

/** A reference service, and the network in which a run meets it. */
export interface Deployment {
  configuration: TargetConfiguration;
  operator: Operator;
  ports: Ports;
  /** The work's result, once the time that it takes has passed. */
  during<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Completes a configuration with what the run is told about the service. */
export type Configure = (settings: ServiceSettings) => TargetConfiguration;

/** What a request and its response take together, milliseconds: about as on one machine. */
const ROUND_TRIP_MS = 4;
/** What happens next does not happen in the same millisecond. */
const READING_MS = 1;
/** Long enough for one action on a machine that is busy with mutants. */
const ACTION_MS = 30_000;
/** Reproducible runs: the same keys and identifiers each time. */
const SEED = 7;

/** In memory and in virtual time: it takes no longer than the work itself, and no verdict depends on the machine. */
export async function virtualDeployment(
  options: ReferenceOptions,
  configure: Configure,
  concurrency: number,
): Promise<Deployment> {
  const clock = new VirtualClock();
  const mailbox = new VirtualMailbox(clock);
  const { settings, transport, operator } = await virtualService({
    seed: SEED,
    ...options,
    clock,
    mailbox,
    concurrency,
    roundTripMs: ROUND_TRIP_MS,
    readingMs: READING_MS,
  });
  return {
    configuration: configure(settings),
    operator,
    ports: { transport, mailbox, operator, clock },
    during: (work) => clock.during(work),
    close: async () => undefined,
  };
}

/**
 * Over sockets of this machine and in real time, like any run.
 * @param drive the driver of the employee's side; default: over the service's own interface for it
 */
export async function socketDeployment(
  options: ReferenceOptions,
  configure: Configure,
  signal: AbortSignal,
  drive = ({ operator }: ServiceSettings, _configuration: TargetConfiguration): Operator =>
    createHttpOperator(operator, { timeoutMs: ACTION_MS }),
): Promise<Deployment> {
  const service = await startReference(options);
  const settings = settingsFor(service, options.descriptions);
  const configuration = configure(settings);
  const operator = drive(settings, configuration);
  const { ports, close } = await openPorts({ configuration, operator, ca: service.caPem, signal });
  return {
    configuration,
    operator,
    ports,
    during: (work) => work,
    close: async () => {
      await close();
      await operator.close();
      await service.close();
    },
  };
}

/** A plain service with the keys of the seed, and the transport of a run that reaches it as port 80 of any host. */
export async function openPort80(
  descriptions: Description[],
  seed: number,
): Promise<{ around: (ports: Ports) => Ports; close: () => Promise<void> }> {
  const service = await startReference({ descriptions, seed, tls: false });
  return {
    around: (ports) => ({
      ...ports,
      transport: {
        ...ports.transport,
        send: (request) =>
          ports.transport.send({
            ...request,
            url: request.url.replace(/^http:\/\/[^/:]+:80(?=\/)/, () => service.baseUrl),
          }),
      },
    }),
    close: () => service.close(),
  };
}
