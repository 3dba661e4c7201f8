import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

export interface ListenAddress {
  host: string;
  /** 0: any free one. */
  port: number;
}

/** The address where a server should listen cannot be used. */
export class ListenError extends Error {
  override readonly name = 'ListenError';

  constructor(
    { host, port }: ListenAddress,
    /** The system's code, such as EADDRINUSE. */
    readonly code: string,
    /** Why not, to follow a colon. */
    readonly why: string,
  ) {
    super(`Cannot listen on ${host}, port ${port}: ${why}.`);
  }
}

/**
 * Starts to listen and returns the port.
 * @throws ListenError if the address is in use or not ours
 */
export async function startListening(server: Server, listen: ListenAddress): Promise<number> {
  try {
    await once(server.listen(listen.port, listen.host), 'listening');
  } catch (error) {
    throw listenError(error, listen);
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Why a server does not listen. */
export function listenError(error: unknown, listen: ListenAddress): ListenError {
  const { code = '' } = error as NodeJS.ErrnoException;
  const why =
    code === 'EADDRINUSE' ? 'the port is already in use' : `the machine does not allow it (${code})`;
  return new ListenError(listen, code, why);
}

/** The host of a listener as it is written in a URL: one that means every address becomes localhost. */
export function hostInUrl(host: string): string {
  return isEveryAddress(host) ? 'localhost' : literalInUrl(host);
}

/** The same without a name, which might lead to an address of the other family. */
export function loopbackInUrl(host: string): string {
  if (isEveryAddress(host)) return host === '::' ? '[::1]' : '127.0.0.1';
  return literalInUrl(host);
}

function literalInUrl(host: string): string {
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
