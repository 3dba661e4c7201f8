import type { Configuration } from '../configuration/types.js';
import type { Operator, Ports } from '../engine/ports.js';
import { retryRateLimited } from '../http/rate-limit.js';
import { createTransport } from '../http/transport.js';
import { type Catcher, CatcherError, startCatcher } from '../webhook/catcher.js';
import { systemClock } from './clock.js';
import { NoVerdict } from './no-verdict.js';
import { withDeadline } from './operator-deadline.js';

export interface OpenPorts {
  ports: Ports;
  catcher: Catcher;
  close(): Promise<void>;
}

/**
 * Opens what a run needs from outside. The catcher comes last: it keeps the process alive, so nothing that may go wrong
 * stands between it and whoever closes it. Throws a NoVerdict.
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
    maxConcurrency: run.concurrency,
    insecure: target.insecure,
    ...(trusted !== null && { ca: trusted }),
    ...(run.rate !== null && { rate: run.rate }),
  });
  const catcher = await openCatcher(configuration);
  return {
    ports: {
      transport: retryRateLimited(transport),
      mailbox: catcher,
      operator: withDeadline(operator, signal),
      clock: systemClock,
    },
    catcher,
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
        2,
        error.code,
        error.message,
        '--listen 127.0.0.1:0 takes any free port of loopback.',
      );
    throw error;
  }
}
