import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** Listens with the shortest queue and never accepts: the thread is blocked. */
const DEAF = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer();
  server.listen({ port: workerData, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;

/** A port of 127.0.0.1 that swallows every connection from now on; 0: any free one. */
export async function openDeafPort(wanted = 0): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(DEAF, { eval: true, workerData: wanted });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
  for (const filler of fillers) filler.on('error', () => {});
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, 'connect')));
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}
