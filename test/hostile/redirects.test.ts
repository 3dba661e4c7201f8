import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultDialect, type ReferenceDialect } from '../../src/reference/dialect/dialect.js';
import { type RawServer, startRawServer } from '../support/network/raw-server.js';
import { openBench } from '../support/service/reference-bench.js';

const CODES = [301, 302, 303, 307, 308];

/** Answers every request by a redirect to the other. */
let receiver: RawServer;
let other: RawServer;
beforeEach(async () => {
  const accept = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  other = await startRawServer({ onRequest: (socket) => void socket.write(accept) });
  receiver = await startRawServer({
    onRequest: (socket, { number }) =>
      void socket.write(
        `HTTP/1.1 ${CODES[number % CODES.length]} x\r\nLocation: ${other.url}/in\r\nContent-Length: 0\r\n\r\n`,
      ),
  });
});
afterEach(async () => {
  await Promise.all([receiver.close(), other.close()]);
});

const withProbe = (probe: ReferenceDialect['address']['probe']): ReferenceDialect => ({
  ...defaultDialect,
  address: { ...defaultDialect.address, probe },
  event: { ...defaultDialect.event, tries: 1 },
});

test('no delivery follows a redirect, whatever it tells of', async () => {
  await using bench = await openBench({ tls: false, dialect: withProbe('none') });
  const user = { user_id: 'u' };
  const employee = (action: string, more: object = {}) => bench.operate(action, { ...user, ...more });
  const address = (url: string) => bench.call('setWebhook', { url });
  const listed = (await bench.call('getDestinations')).body['destinations'] as { destination_id: string }[];
  await address(receiver.url);
  await bench.call('sendText', { ...user, text: 'hello' });
  await bench.call('selectDestination', {
    ...user,
    destination_type: 'Department',
    destination_id: listed[0]?.destination_id,
    name: 'Ada',
    attributes: {},
  });
  await bench.call('sendText', { ...user, text: 'again' });
  await employee('reply_text', { text: 'reply' });
  await employee('reply_file', { url: 'https://files.example/a', file_name: 'a', size: 1 });
  await address('');
  await employee('reply_text', { text: 'kept' });
  await address(receiver.url);
  await employee('close');
  await bench.service.settled();

  const told = receiver.requests.map((text) => JSON.parse(text.slice(text.indexOf('\r\n\r\n'))));
  expect(new Set(told.map(({ event }) => event))).toEqual(
    new Set(['SelectDestination', 'MessageDelivered', 'TextMessage', 'FileMessage', 'Closed']),
  );
  expect(told.map(({ data }) => data.text)).toContain('kept');
  // Each code was among the responses.
  expect(told.length).toBeGreaterThan(CODES.length);
  expect(other.connections).toBe(0);
});

test.each(['before', 'after'] as const)('no probe of an address follows a redirect: %s', async (probe) => {
  await using bench = await openBench({ tls: false, dialect: withProbe(probe) });
  for (const _code of CODES) {
    const { status } = await bench.call('setWebhook', { url: receiver.url });
    expect(status).toBe(probe === 'before' ? 400 : 200);
  }
  await expect.poll(() => receiver.requests.length).toBe(CODES.length);
  expect(other.connections).toBe(0);
});
