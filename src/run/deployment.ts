import { whenAborted } from '../abort.js';
import { activeMoment, afterActive, suspendedMs } from '../active-time.js';
import type { Case } from '../cases/types.js';
import type { Configuration, TargetConfiguration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { Clock, Operator, Ports } from '../engine/ports.js';
import type { RunOptions } from '../engine/run-cases.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { concurrencyFor, retryTurnedAway } from '../http/pace.js';
import { createTransport } from '../http/transport.js';
import { type Driver, decorated } from '../operator/driver.js';
import type { RunRecord } from '../record/types.js';
import { type Catcher, CatcherError, startCatcher } from '../webhook/catcher.js';
import type { WantedCases } from './case-selection.js';
import type { PreflightReport } from './preflight/context.js';
import type { Prepared } from './preflight/preflight.js';
import { AddressChanges, leaveAddress } from './restore-address.js';

/** The deployment to work at, and the report of the preflight. */
export interface DeploymentRequest {
  configuration: TargetConfiguration;
  descriptions: readonly Description[];
  operator: Driver;
  /** It is the bundled reference service. */
  bundled: boolean;
  /** Certificate of the bundled service. */
  ca: string | null;
  report: PreflightReport;
  signal: AbortSignal;
}

export interface OpenDeployment extends Pick<OpenPorts, 'ports' | 'catcher'> {
  /**
   * Passes on what was found out: the bodies that operations take, one of which sets the webhook address again, and how
   * far away the deployment is.
   */
  applyFindings(prepared: Pick<Prepared, 'dialect' | 'roundTripMs'>): void;
}

/**
 * Opens what work at a deployment needs from outside, and closes it when the work has ended, however it ends. Before
 * that, whatever was changed of a deployment's webhook address is restored, or reported. Throws a NoVerdict.
 */
export async function withDeployment<T>(
  request: DeploymentRequest,
  work: (open: OpenDeployment) => Promise<T>,
): Promise<T> {
  const { configuration, descriptions, bundled } = request;
  const { ports, catcher, allow, close } = await openPorts(request);
  const changes = new AddressChanges(descriptions);
  let { bodies } = configuration.dialect;
  try {
    return await work({
      ports: { ...ports, transport: changes.watch(ports.transport) },
      catcher,
      applyFindings: ({ dialect, roundTripMs }) => {
        bodies = { ...bodies, ...dialect.bodies };
        allow(concurrencyFor(configuration.run.concurrency, roundTripMs));
      },
    });
  } finally {
    if (!bundled) await leaveAddress({ ...request, transport: ports.transport, bodies, changes });
    await close();
  }
}

/** What to check, and who listens. */
export interface RunRequest extends DeploymentRequest {
  interrupted: () => 'SIGINT' | 'SIGTERM' | null;
  /**
   * Called when the cases are known; then with the provisional outcome of each, as soon as it has ended; in the end with
   * the final outcome of each that the rest of the run has changed.
   */
  onSelected?: (cases: readonly Case[], skipped: number) => void;
  onOutcome?: (outcome: CaseOutcome) => void;
  onWaits?: RunOptions['onWaits'];
  /** Called with a record without cases if the deployment allows no verdict, before the NoVerdict is thrown. */
  onNoVerdict?: (record: RunRecord) => void;
  /** The command that repeats the run, without secrets. */
  command: string;
  /** The wanted cases, if they are known already. */
  wanted?: WantedCases;
  /** How long the process has taken up to now, milliseconds. Default: none of it counts for the run. */
  startUpMs?: number;
}

interface OpenPorts {
  ports: Ports;
  catcher: Catcher;
  /** From now on this many requests may be under way at once. */
  allow(concurrency: number): void;
  close(): Promise<void>;
}

/**
 * Opens what a run needs from outside. The catcher comes last: it keeps the process alive, so nothing that can fail comes
 * between it and its closing. Throws a NoVerdict.
 */
export async function openPorts({
  configuration,
  operator,
  ca,
  signal,
}: {
  configuration: Configuration;
  operator: Operator;
  ca: string | null;
  /** Aborts when the run is ending. */
  signal: AbortSignal;
}): Promise<OpenPorts> {
  const { target, run } = configuration;
  const trusted = ca ?? target.ca;
  const transport = createTransport({
    maxConcurrency: concurrencyFor(run.concurrency),
    insecure: target.insecure,
    ...(trusted !== null && { ca: trusted }),
    ...(run.rate !== null && { rate: run.rate }),
  });
  const catcher = await openCatcher(configuration);
  return {
    ports: {
      transport: retryTurnedAway(transport),
      mailbox: catcher,
      operator: withDeadline(operator, signal),
      clock: systemClock,
    },
    catcher,
    allow: transport.allow,
    close: async () => {
      await Promise.all([transport.close(), catcher.close()]);
    },
  };
}

async function openCatcher({ webhook }: Configuration): Promise<Catcher> {
  try {
    return await startCatcher({
      ...webhook.listen,
      ...(webhook.publicUrl !== null && { publicUrl: webhook.publicUrl }),
    });
  } catch (error) {
    if (error instanceof CatcherError)
      throw new NoVerdict(
        EXIT.usage,
        error.code,
        error.message,
        '--listen 127.0.0.1:0 takes any free port of loopback.',
      );
    throw error;
  }
}

/** Long enough for a working driver to log employees in again. */
const GRACE_MS = 500;
const GIVEN_UP = { ok: false, kind: 'failed', text: 'the run is ending' } as const;

/**
 * The operator, on whom nobody waits long once the run is ending: whatever is under way then, or is requested to leave
 * the deployment as it was, counts as failed if it is not done in half a second.
 */
function withDeadline(inner: Operator, signal: AbortSignal): Operator {
  function soon<T>(work: Promise<T>): Promise<T | typeof GIVEN_UP> {
    return new Promise((resolve, reject) => {
      let cancel = (): void => undefined;
      const giveUp = (): void => {
        cancel = afterActive(GRACE_MS, () => resolve(GIVEN_UP));
      };
      const unsubscribe = whenAborted(signal, giveUp);
      if (signal.aborted) giveUp();
      work.then(resolve, reject).finally(() => {
        unsubscribe();
        cancel();
      });
    });
  }

  return decorated(inner, {
    perform: (action, parameters, caseId) => soon(inner.perform(action, parameters, caseId)),
    inbox: (parameters) => soon(inner.inbox(parameters)),
    learn: async () => void (await soon(Promise.resolve(inner.learn?.()))),
  });
}

/** The time as this process lives through it. A sleep ends early, without an error, when its signal aborts. */
export const systemClock: Clock = {
  now: activeMoment,
  suspendedMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        cancel();
        unsubscribe();
        resolve();
      };
      const cancel = afterActive(ms, end);
      const unsubscribe = whenAborted(signal, end);
    }),
};
