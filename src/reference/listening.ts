import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts to listen and tells the port. Errors: the address is in use or not ours. */
export async function startListening(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
