import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { wakingNow } from '../waking-time.js';
import { Gate } from './gate.js';
import { createTransport } from './transport.js';

test('the limit is halved once for all that were inside together, and never below two', () => {
  const gate = new Gate(32);
  const before = wakingNow();
  gate.narrow(before);
  gate.narrow(before);
  expect(gate.limit).toBe(16);
  for (let burst = 0; burst < 10; burst += 1) gate.narrow(wakingNow() + 1_000);
  expect(gate.limit).toBe(2);
  const single = new Gate(1);
  single.narrow(wakingNow());
  expect(single.limit).toBe(1);
});

test('the limit widens by one for as many good ends as it holds, up to where it began', () => {
  const gate = new Gate(4);
  gate.narrow(wakingNow());
  expect(gate.limit).toBe(2);
  gate.widen();
  expect(gate.limit).toBe(2);
  gate.widen();
  expect(gate.limit).toBe(3);
  for (let good = 0; good < 50; good += 1) gate.widen();
  expect(gate.limit).toBe(4);
});

test('the most urgent goes first, first come first served among equals', async () => {
  const gate = new Gate(1);
  await gate.enter();
  const entered: string[] = [];
  const line = [...'adbfceg'].map(async (name, at) => {
    await gate.enter(undefined, [1, 3, 1, 2, 3, 1, undefined][at]);
    entered.push(name);
    gate.leave();
  });
  gate.leave();
  await Promise.all(line);
  expect(entered.join('')).toBe('gdcfabe');
});

test.each([429, 503])('a target that answers %i under load is asked less at once', async (status) => {
  const bearable = 4;
  let inside = 0;
  let refused = 0;
  const insideAtEnd: number[] = [];
  const server = createServer((request, response) => {
    inside += 1;
    if (request.url?.startsWith('/late')) insideAtEnd.push(inside);
    // It takes its time, as all that are under way are to be inside at once.
    setTimeout(() => {
      if (inside > bearable) refused += 1;
      response.statusCode = inside > bearable ? status : 200;
      inside -= 1;
      response.end('{}');
    }, 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createTransport({ maxConcurrency: 32 });
  const send = (path: string): Promise<unknown> =>
    transport.send({
      method: 'POST',
      url: `http://127.0.0.1:${port}${path}`,
      headers: [['Content-Length', '0']],
      body: null,
      timeoutMs: 5_000,
    });
  try {
    await Promise.all(Array.from({ length: 64 }, () => send('/early')));
    expect(refused).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 64 }, () => send('/late')));
    expect(Math.max(...insideAtEnd)).toBeLessThan(16);
  } finally {
    await transport.close();
    server.close();
  }
});
