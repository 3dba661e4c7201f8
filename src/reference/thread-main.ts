import { parentPort, workerData } from 'node:worker_threads';
import { startReference } from './service.js';
import type { ServiceAddress, ThreadOptions } from './thread.js';

/** A thread that runs the reference service until a message closes it; see `startApart`. */
const {
  context: _,
  applyHabits: __,
  settled: ___,
  close,
  ...address
} = await startReference(workerData as ThreadOptions);
parentPort?.once('message', () => void close());
parentPort?.postMessage(address satisfies ServiceAddress);
