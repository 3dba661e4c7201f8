import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { generate } from 'selfsigned';
import { isEveryAddress } from '../listening.js';
import { type Authority, makeAuthority, period } from './authority.js';

/** PEM texts of a server certificate and the authority that signed it. */
export interface Certificate {
  key: string;
  cert: string;
  caPem: string;
}

const made = new Map<string, Promise<Certificate>>();

/**
 * A leaf under an authority: the given one, or one of its own that is made once a process. It is for localhost and for the
 * host that is listened on. Where that is every address, it is for each one of this machine, and for its name.
 */
export function certificate(host: string, authority?: Authority): Promise<Certificate> {
  if (authority) return sign(namesFor(host), authority);
  const known = made.get(host) ?? make(namesFor(host));
  made.set(host, known);
  return known;
}

function namesFor(host: string): string[] {
  const own = isEveryAddress(host) ? [hostname(), ...addresses()] : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own])];
}

/** Of all interfaces, without those that mean something on one link only. */
function addresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.filter(({ scopeid }) => !scopeid).map(({ address }) => address);
}

async function make(names: string[]): Promise<Certificate> {
  return sign(names, await makeAuthority(VALID_DAYS));
}

async function sign(names: string[], authority: Authority): Promise<Certificate> {
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...period(VALID_DAYS),
    ca: authority,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, caPem: authority.cert };
}

const VALID_DAYS = 365;
