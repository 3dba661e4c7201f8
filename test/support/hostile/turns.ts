import dns from 'node:dns';
import type { Socket } from 'node:net';
import { vi } from 'vitest';
import type { TestCertificates } from '../network/certificates.js';
import { openDeafPort } from '../network/deaf-port.js';
import { type RawServer, reset } from '../network/raw-server.js';
import { hostileResponses } from './responses.js';
import { dueOf } from './verdicts.js';

/** What becomes of the connections that come after the turn. */
export interface Turn {
  name: string;
  due: string;
  /** How the target deals with a connection, before TLS, and after it. */
  onTcp?: (socket: Socket) => void;
  onConnection?: (socket: Socket) => void;
  /** What it shows from then on in place of its certificate. */
  certificate?: keyof TestCertificates;
  /** What else happens; what that returns ends it. */
  begin?: (front: RawServer) => Promise<() => unknown>;
}
/** Every row about connections in the list of hostile targets, for one that was good until then. */
export const TURNS: Turn[] = [
  ...hostileResponses(100)
    .filter(({ atOnce }) => atOnce)
    .map((row) => ({ name: row.name, due: dueOf(row), onConnection: row.play })),
  {
    name: 'its name does not resolve',
    due: 'inconclusive dns',
    async begin() {
      const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...all: unknown[]) => {
        const told = Object.assign(new Error('not found'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
        (all.at(-1) as (error: Error) => void)(told);
      }) as typeof dns.lookup);
      return () => lookup.mockRestore();
    },
  },
  {
    name: 'it refuses connections',
    due: 'inconclusive refused',
    async begin(front) {
      front.deafen();
      return () => undefined;
    },
  },
  {
    name: 'it swallows connections',
    due: 'inconclusive connect-timeout',
    async begin(front) {
      front.deafen();
      const deaf = await openDeafPort(front.port);
      return () => deaf.close();
    },
  },
  { name: 'its certificate has expired', due: 'inconclusive tls-expired', certificate: 'expired' },
  { name: 'its certificate is of another host', due: 'inconclusive tls-host', certificate: 'wrongHost' },
  { name: 'its certificate is self-signed', due: 'inconclusive tls-untrusted', certificate: 'selfSigned' },
  {
    name: 'its certificate is of an unknown issuer',
    due: 'inconclusive tls-untrusted',
    certificate: 'unknownIssuer',
  },
  {
    name: 'it drops TLS in the handshake',
    due: 'inconclusive tls-closed',
    certificate: 'good',
    onTcp: (socket) => void socket.once('data', () => socket.end()),
  },
  {
    name: 'it resets TLS in the handshake',
    due: 'inconclusive tls-closed',
    certificate: 'good',
    onTcp: (socket) => void socket.once('data', () => reset(socket)),
  },
];
