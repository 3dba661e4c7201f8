import type { Socket } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { GOOD } from '../../test/support/hostile/responses.js';
import {
  makeCertificates,
  type TestCertificate,
  type TestCertificates,
} from '../../test/support/network/certificates.js';
import { openDeafPort } from '../../test/support/network/deaf-port.js';
import { type RawServer, type Script, startRawServer } from '../../test/support/network/raw-server.js';
import type { Outcome } from '../engine/ports.js';
import { createTransport, type TransportOptions } from './transport.js';

/** Long enough for whatever must come, on however busy a machine. */
const AMPLE_MS = 20_000;
/** For what never comes. */
const SHORT_MS = 500;
const answering: Script = { onRequest: (socket) => void socket.write(GOOD) };

let certificates: TestCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
});

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(script: Script, tls?: TestCertificate): Promise<RawServer> {
  const server = await startRawServer(script, tls);
  ends.push(() => server.close());
  return server;
}

async function get(
  url: string,
  options: Partial<TransportOptions> = {},
  timeoutMs = AMPLE_MS,
): Promise<Outcome> {
  const transport = createTransport({ ca: certificates.ca, maxConcurrency: 2, ...options });
  ends.push(() => transport.close());
  const start = performance.now();
  const outcome = await transport.send({
    method: 'GET',
    url,
    headers: [],
    body: null,
    timeoutMs,
  });
  expect(performance.now() - start).toBeLessThan(timeoutMs + 1000);
  return outcome;
}

function noResponse(code: string): object {
  return { kind: 'no-response', verdict: 'inconclusive', failure: { code } };
}

test.each<[keyof Omit<TestCertificates, 'ca'>, string]>([
  ['expired', 'tls-expired'],
  ['notYetValid', 'tls-expired'],
  ['selfSignedExpired', 'tls-expired'],
  ['wrongHost', 'tls-host'],
  ['selfSigned', 'tls-untrusted'],
  ['unknownIssuer', 'tls-untrusted'],
])('a certificate that is %s is %s, nothing is sent, and --insecure takes it', async (name, code) => {
  const server = await serve(answering, certificates[name]);
  expect(await get(server.url)).toMatchObject(noResponse(code));
  expect(server.requests).toEqual([]);
  expect(await get(server.url, { insecure: true })).toMatchObject({ status: 200 });
});

test('a certificate stays refused on every try', async () => {
  const server = await serve(answering, certificates.wrongHost);
  const transport = createTransport({ ca: certificates.ca, maxConcurrency: 1 });
  ends.push(() => transport.close());
  for (const _try of [1, 2, 3]) {
    const outcome = await transport.send({
      method: 'GET',
      url: server.url,
      headers: [],
      body: null,
      timeoutMs: AMPLE_MS,
    });
    expect(outcome).toMatchObject(noResponse('tls-host'));
  }
});

test('a self-signed certificate is trusted when it is given', async () => {
  const server = await serve(answering, certificates.selfSigned);
  expect(await get(server.url, { ca: certificates.selfSigned.cert })).toMatchObject({ status: 200 });
  expect(
    await get(server.url.replace('127.0.0.1', 'localhost'), { ca: certificates.selfSigned.cert }),
  ).toMatchObject({
    status: 200,
  });
});

test.each(['', 'garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])(
  'authorities that cannot be read are told, not passed over: %j',
  (ca) => {
    expect(() => createTransport({ ca, maxConcurrency: 1 })).toThrow('PEM');
  },
);

test.each<[string, (socket: Socket) => void]>([
  ['closed', (socket) => socket.once('data', () => socket.end())],
  ['reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
])('a TLS handshake that is %s', async (_name, onConnection) => {
  const server = await serve({ onConnection });
  expect(await get(server.url.replace('http:', 'https:'))).toMatchObject(noResponse('tls-closed'));
});

test('a TLS handshake that is never answered', async () => {
  const server = await serve({});
  expect(await get(server.url.replace('http:', 'https:'), {}, SHORT_MS)).toMatchObject(
    noResponse('tls-timeout'),
  );
});

test('TLS spoken to a port of plain HTTP', async () => {
  const server = await serve({
    onConnection: (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  });
  expect(await get(server.url.replace('http:', 'https:'))).toMatchObject(noResponse('tls-failed'));
});

test('plain HTTP spoken to a port of TLS is no response', async () => {
  const server = await serve(answering, certificates.good);
  const outcome = await get(server.url.replace('https:', 'http:'));
  expect(outcome.kind).toBe('no-response');
  expect(server.requests).toEqual([]);
});

test('a refused connection', async () => {
  const server = await startRawServer(answering);
  await server.close();
  expect(await get(server.url)).toMatchObject(noResponse('refused'));
  expect(await get(server.url.replace('127.0.0.1', 'localhost'))).toMatchObject(noResponse('refused'));
});

test('a name that does not resolve', async () => {
  const outcome = await get('https://no-such-host.invalid/x?key=sEcReT');
  expect(outcome).toMatchObject(noResponse('dns'));
  expect(JSON.stringify(outcome)).not.toContain('sEcReT');
});

test('a connection that is swallowed', async () => {
  const { port, close } = await openDeafPort();
  ends.push(close);
  expect(await get(`http://127.0.0.1:${port}/`, {}, SHORT_MS)).toMatchObject(noResponse('connect-timeout'));
});
