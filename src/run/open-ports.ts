import { whenAborted } from '../abort.js';
import { activeMoment, afterActive, suspendedMs } from '../active-time.js';
import type { Configuration } from '../configuration/types.js';
import type { Clock, Operator, Ports } from '../engine/ports.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { concurrencyFor, retryTurnedAway } from '../http/pace.js';
import { createTransport } from '../http/transport.js';
import { decorated } from '../operator/driver.js';
import { type Catcher, CatcherError, startCatcher } from '../webhook/catcher.js';

export interface OpenPorts {
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
      const takeBack = whenAborted(signal, giveUp);
      if (signal.aborted) giveUp();
      work.then(resolve, reject).finally(() => {
        takeBack();
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
        takeBack();
        resolve();
      };
      const cancel = afterActive(ms, end);
      const takeBack = whenAborted(signal, end);
    }),
};
