import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Description } from '../description/types.js';
import { codePlace, isBuilt } from '../package-root.js';
import type { ReferenceService } from './service.js';

/** What the thread is started with. */
export interface ThreadOptions {
  descriptions: Description[];
  /** Makes keys and identifiers reproducible. */
  seed?: number;
}

/** What the thread answers once its service listens. */
export type ServiceAddress = Omit<ReferenceService, 'context' | 'applyHabits' | 'settled' | 'close'>;

/** Space for young objects: by default V8 takes tens of megabytes, which makes the service no faster. */
const YOUNG_MB = 6;

/** A running service in a thread of its own. */
export interface ThreadedService extends ServiceAddress {
  /** Ends all connections, deliveries and the thread. */
  close(): Promise<void>;
}

/**
 * Starts the reference service in a thread of its own, so that it does not compete with the run that checks it for a
 * processor. From sources it shares the thread, because Node alone cannot load them in another one. Throws what the
 * service throws at its start.
 */
export async function startApart(options: ThreadOptions): Promise<ThreadedService> {
  if (!isBuilt) return (await import('./service.js')).startReference(options);
  const worker = new Worker(codePlace('src/reference/thread-main.ts'), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const [address] = (await once(worker, 'message')) as [ServiceAddress];
  return {
    ...address,
    close: async () => {
      const ended = once(worker, 'exit');
      worker.postMessage('close');
      await ended;
    },
  };
}
