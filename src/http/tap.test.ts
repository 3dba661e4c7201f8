import { Client } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../../test/support/network/raw-server.js';
import { createTransport } from './transport.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const GOOD = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/**
 * Why the tap reads responses itself. If undici some day tells one of these as the transport does, the row can go;
 * without rows, so can the tap.
 */
test.each<[what: string, response: string, undici: string, transport: number | string]>([
  ['an unasked 100 before a valid response', `HTTP/1.1 100 Continue\r\n\r\n${GOOD}`, 'bad response', 200],
  [
    'two equal lengths',
    GOOD.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n'),
    'Response body length does not match content-length header',
    200,
  ],
  [
    'a protocol switch',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'bad upgrade',
    101,
  ],
  ['bytes after the response', `${GOOD}surplus`, '200 {}', 'surplus-bytes'],
  ['another version of HTTP', GOOD.replace('1.1', '2.0'), '200 {}', 'status-line'],
  [
    'a transfer coding inside chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    '200 {}',
    'framing',
  ],
])('%s is hidden by undici, not by the transport', async (_, response, undici, transport) => {
  const server = await startRawServer({ onRequest: (socket) => void socket.write(response) });
  ends.push(() => server.close());
  expect(await toldByUndici(server)).toBe(undici);
  expect(await toldByTransport(server)).toBe(transport);
});

async function toldByUndici({ url }: RawServer): Promise<string> {
  const client = new Client(url);
  ends.push(() => client.destroy());
  try {
    const { statusCode, body } = await client.request({ path: '/', method: 'GET' });
    return `${statusCode} ${await body.text()}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function toldByTransport({ url }: RawServer): Promise<number | string> {
  const transport = createTransport({ maxConcurrency: 1 });
  ends.push(() => transport.close());
  const outcome = await transport.send({ method: 'GET', url, headers: [], body: null, timeoutMs: 2000 });
  return outcome.kind === 'no-response' ? outcome.failure.code : outcome.status;
}
