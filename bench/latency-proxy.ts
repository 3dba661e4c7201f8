import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Stands before a service on loopback and hands every chunk on `delayMs` later, each way: one round trip takes twice
 * that. Returns the port. Connecting itself costs nothing, for the proxy accepts at once.
 */
export async function startLatencyProxy(target: number, delayMs: number): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true });
    pass(client, upstream, delayMs);
    pass(upstream, client, delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Timers of one length fire in the order they were set, so the bytes keep theirs. */
function pass(from: Socket, to: Socket, delayMs: number): void {
  from.setNoDelay(true);
  from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), 2 * delayMs));
}
