import { parentPort, workerData } from 'node:worker_threads';
import { startReference } from './service.js';
import type { ServiceAddress, ThreadOptions } from './thread.js';

/** A thread that is the reference service until it is told to close; see `startReferenceThread`. */
const {
  world: _,
  heedHabits: __,
  settled: ___,
  close,
  ...address
} = await startReference(workerData as ThreadOptions);
parentPort?.once('message', () => void close());
parentPort?.postMessage(address satisfies ServiceAddress);
