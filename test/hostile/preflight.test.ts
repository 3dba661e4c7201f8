import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadConfiguration } from '../../src/configuration/load.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { type HostileRun, hostileRun, REQUEST_TIMEOUT_MS } from '../support/hostile/run.js';
import { makeCertificates, type TestCertificates } from '../support/network/certificates.js';
import { openDeafPort } from '../support/network/deaf-port.js';
import { reset } from '../support/network/raw-server.js';

let descriptions: Description[];
let certificates: TestCertificates;
beforeAll(async () => {
  [descriptions, certificates] = await Promise.all([loadDescriptions(), makeCertificates()]);
  // What the first run loads is not the time that a target takes.
  await at('http://127.0.0.1:9');
});

const GREP = ['requests/accepted/sendFile', 'responses/type-destinations'];

function at(baseUrl: string): Promise<HostileRun> {
  return hostileRun({
    descriptions,
    grep: GREP,
    configure: (configuration) => ({ ...configuration, target: { ...configuration.target, baseUrl } }),
  });
}

/** A run that stopped before any case: exit 3, the code, and what to do. */
function expectStop({ exitCode, stop, elapsedMs }: HostileRun, code: string): void {
  expect([exitCode, stop?.code]).toEqual([3, code]);
  expect(stop?.message).toMatch(/Cannot check .+: .+\.$/);
  expect(elapsedMs).toBeLessThan(REQUEST_TIMEOUT_MS + 1000);
}

test('a host name that does not resolve', async () => {
  expectStop(await at('http://no-such-host.invalid'), 'dns');
});

test('a connection that is refused', async () => {
  expectStop(await at('http://127.0.0.1:9'), 'refused');
});

test('a connection that is swallowed', async () => {
  const deaf = await openDeafPort();
  expectStop(await at(`http://127.0.0.1:${deaf.port}`), 'connect-timeout');
  await deaf.close();
});

test('plain HTTP off loopback: nothing is sent', async () => {
  const load = loadConfiguration({
    flags: { baseUrl: 'http://service.example' },
    env: { CONFORM_KEY: 'a-key-of-some-length' },
    cwd: '/',
    descriptions,
  });
  await expect(load).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('--allow-http') });
});

describe('TLS', () => {
  test.each([
    ['expired', 'tls-expired'],
    ['notYetValid', 'tls-expired'],
    ['wrongHost', 'tls-host'],
    ['selfSigned', 'tls-untrusted'],
    ['unknownIssuer', 'tls-untrusted'],
  ] as const)('a certificate that is %s', async (name, code) => {
    const ran = await hostileRun({
      descriptions,
      grep: GREP,
      tls: certificates[name],
      ca: certificates.ca,
    });
    expectStop(ran, code);
    if (code === 'tls-untrusted') expect(`${ran.stop?.message} ${ran.stop?.hint}`).toContain('--ca-file');
    expect(ran.target.front.requests).toEqual([]);
  });

  test('a good one', async () => {
    const { exitCode } = await hostileRun({
      descriptions,
      grep: GREP,
      tls: certificates.good,
      ca: certificates.ca,
    });
    expect(exitCode).toBe(0);
  });

  test.each([
    ['closed', 'end'],
    ['reset', 'reset'],
  ])('%s in the handshake', async (_name, how) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => (how === 'end' ? socket.end() : reset(socket)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expectStop(await at(`https://127.0.0.1:${port}`), 'tls-closed');
    server.close();
  });

  test('plain HTTP where TLS is due', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    expectStop(await at(`https://127.0.0.1:${(server.address() as AddressInfo).port}`), 'tls-failed');
    server.close();
  });
});

test('a key that is not known', async () => {
  const ran = await hostileRun({
    descriptions,
    grep: GREP,
    configure: (configuration) => ({
      ...configuration,
      target: { ...configuration.target, key: 'a-key-that-nobody-issued' },
    }),
  });
  expect([ran.exitCode, ran.stop?.code]).toEqual([3, 'key']);
});

test('an address that is not taken: what needs events names the operation and the response', async () => {
  const ran = await hostileRun({
    descriptions,
    grep: ['routing/new-user/', 'authentication/no-key/getDestinations'],
    play: ({ operation }) =>
      operation === 'setWebhook'
        ? (socket) => socket.write('HTTP/1.1 503 x\r\nContent-Length: 0\r\n\r\n')
        : null,
  });
  expect(ran.exitCode).toBe(4);
  const waiting = (ran.record?.cases ?? []).filter(({ group }) => group === 'routing');
  expect(waiting.length).toBeGreaterThan(1);
  for (const { verdict, reason } of waiting) {
    expect([verdict, reason?.code]).toEqual(['inconclusive', 'no-webhook']);
    expect(reason?.text).toContain("setWebhook of 1.0 and 1.2 refused the catcher's address: status 503.");
  }
});

test("the catcher's port is in use: nothing was sent", async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const ran = await hostileRun({ descriptions, grep: GREP, flags: { listen: `127.0.0.1:${port}` } });
  expect([ran.exitCode, ran.stop?.code]).toEqual([2, 'port-in-use']);
  expect(ran.stop?.message).toContain(String(port));
  expect(ran.target.front.connections).toBe(0);
  taken.close();
});

test('a redirect with the key in it is not followed', async () => {
  const ran = await hostileRun({
    descriptions,
    grep: GREP,
    play: ({ operation, text }) => {
      if (operation !== 'sendFile') return null;
      const key = /key=(\w+)/.exec(text)?.[1];
      const target = `http://127.0.0.1:${other.port}/?key=${key}`;
      return (socket) =>
        socket.write(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${target}\r\nContent-Length: 0\r\n\r\n`);
    },
  });
  expect(ran.verdicts['1.0/requests/accepted/sendFile']).toBe('fail redirect');
  expect(other.connections).toBe(0);
  expect(JSON.stringify(ran.record)).toContain('?key=[key]');
  expect(JSON.stringify(ran.record)).not.toContain(ran.target.service.keys.main);
});

const other = { port: 0, connections: 0 };
beforeAll(async () => {
  const server = createServer(() => {
    other.connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  other.port = (server.address() as AddressInfo).port;
});
