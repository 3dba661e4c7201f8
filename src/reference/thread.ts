import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Description } from '../description/types.js';
import { codePlace, isBuilt } from '../package-root.js';
import type { ReferenceService } from './service.js';

/** What the thread starts with. */
export interface ThreadOptions {
  descriptions: Description[];
  /** Makes keys and identifiers the same each time. */
  seed?: number;
}

/** What the thread answers once its service listens. */
export type ServiceAddress = Omit<ReferenceService, 'context' | 'applyHabits' | 'settled' | 'close'>;

/** Room for young objects: by itself V8 takes tens of megabytes for them, and the service is no quicker for it. */
const YOUNG_MB = 6;

/** A running service in a thread of its own. */
export interface ThreadedService extends ServiceAddress {
  /** Ends all connections, deliveries and the thread. */
  close(): Promise<void>;
}

/**
 * Starts the reference service in a thread of its own, so that it shares no processor with the run that checks it.
 * Sources have no thread of their own, for Node alone cannot load them in one. Throws what the service throws at its start.
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
