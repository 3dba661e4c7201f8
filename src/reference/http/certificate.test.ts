import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { certificate } from './certificate.js';

const LOCAL = ['localhost', '127.0.0.1', '::1'];
/** Kept for documentation: nobody's, so that no machine has them. */
const ELSEWHERE = ['192.0.2.7', '2001:db8::7', 'chat.example'];
const OWN = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ scopeid }) => !scopeid)
  .map(({ address }) => address);

test.each([
  { host: '127.0.0.1', also: [] },
  ...ELSEWHERE.map((host) => ({ host, also: [host] })),
  { host: '0.0.0.0', also: [hostname(), ...OWN] },
  { host: '::', also: [hostname(), ...OWN] },
])('a service that listens on $host has a certificate for it', async ({ host, also }) => {
  const { cert, caPem } = await certificate(host);
  const leaf = new X509Certificate(cert);
  const named = leaf.subjectAltName?.split(', ');
  const covers = (name: string): unknown =>
    isIP(name) ? leaf.checkIP(name) : named?.includes(`DNS:${name}`);
  expect([...LOCAL, ...also].filter((name) => !covers(name))).toEqual([]);
  expect(ELSEWHERE.filter(covers)).toEqual(ELSEWHERE.filter((name) => name === host));
  expect(leaf.verify(new X509Certificate(caPem).publicKey)).toBe(true);
});
