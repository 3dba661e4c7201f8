import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Description } from '../description/types.js';
import { codePlace, isBuilt } from '../package-root.js';
import type { ReferenceService } from './service.js';

/** What the thread is told at its start. */
export interface ThreadOptions {
  descriptions: Description[];
  /** Makes keys and identifiers the same each time. */
  seed?: number;
}

/** What the thread answers once its service listens. */
export type ServiceAddress = Omit<ReferenceService, 'world' | 'heedHabits' | 'settled' | 'close'>;

/** A running service in a thread of its own. */
export interface ThreadedService extends ServiceAddress {
  /** Ends all connections, deliveries and the thread. */
  close(): Promise<void>;
}

/**
 * Starts the reference service in a thread of its own, so that whoever checks it does not share a processor with it.
 * Sources have no thread of their own, for Node alone cannot load them in one. Throws what the service throws at its start.
 */
export async function startApart(options: ThreadOptions): Promise<ThreadedService> {
  if (!isBuilt) return (await import('./service.js')).startReference(options);
  const worker = new Worker(codePlace('src/reference/thread-main.ts'), {
    workerData: options,
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
