import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

/** The address where a server should listen cannot be used. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(
    message: string,
    /** The system's code, such as EADDRINUSE. */
    readonly code: string,
  ) {
    super(message);
  }
}

/** Starts to listen and returns the port. Errors: a ListenError if the address is in use or not ours. */
export async function startListening(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE' ? 'the port is already in use' : `the machine does not allow it (${code})`;
    throw new ListenError(`Cannot listen on ${host}, port ${port}: ${why}.`, code);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** The host of a listener as it is written in a URL: one that means every address becomes localhost. */
export function hostInUrl(host: string): string {
  if (isEveryAddress(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Whether an Authorization header carries this token; the time that this takes reveals nothing about it. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const due = Buffer.from(`Bearer ${token}`);
  return given.length === due.length && timingSafeEqual(given, due);
}
