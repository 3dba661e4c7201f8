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

/** A host that is listened on as it stands in a URL: one that means every address is reached by the name of this machine. */
export function hostInUrl(host: string): string {
  if (isEveryAddress(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
