import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { generate } from 'selfsigned';
import { isEveryAddress } from '../../local-server.js';

/** PEM texts of a server certificate and the authority that signed it. */
export interface Certificate {
  key: string;
  cert: string;
  caPem: string;
}

const made = new Map<string, Promise<Certificate>>();

/**
 * A leaf under an authority: the given one, or one made once per process. It is valid for localhost and for the host
 * that is listened on; if that is every address, for each one of this machine, and for its name.
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

/** Of all interfaces, without link-local ones. */
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

/** PEM texts of an authority that signs certificates. */
export interface Authority {
  key: string;
  cert: string;
}

/** A new authority, valid for this many days. */
export async function makeAuthority(validDays: number): Promise<Authority> {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'Messaging reference service CA' }],
    {
      ...period(validDays),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    },
  );
  return { key, cert };
}

/** How long a certificate is valid, and how its key is made. */
function period(validDays: number) {
  return {
    // A day back, so that machines whose clocks differ a little accept it.
    notBeforeDate: days(-1),
    notAfterDate: days(validDays),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
}

function days(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}
