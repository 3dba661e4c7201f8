import { expect, test } from 'vitest';
import { heldBytes } from '../support/process/held-bytes.js';
import { openBench } from '../support/service/reference-bench.js';

const MIB = 1024 * 1024;
const text = (userId: string, body: string) => ({ user_id: userId, text: body });

test('requests as large as may be are held up to a bound, whatever is large in them', async () => {
  await using bench = await openBench({ tls: false });
  const listed = (await bench.call('getDestinations')).body['destinations'] as Record<string, unknown>[];
  const [online, offline] = listed.map(({ destination_type, destination_id }) => ({
    destination_type,
    destination_id,
  }));
  const before = heldBytes();
  const large = 'x'.repeat(MIB - 400);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, 'b']));
  const requests: [string, (nth: number) => object][] = [
    ['sendText', () => text('one', large)],
    ['sendText', (nth) => text(`u${nth}`, large)],
    ['sendText', (nth) => text(`${nth}${large}`, 'a long name')],
    ['selectDestination', (nth) => ({ ...offline, user_id: `s${nth}`, name: large, attributes: {} })],
    // To employees who are logged out: it waits for them.
    ['sendText', (nth) => text(`s${nth}`, large)],
    ['selectDestination', (nth) => ({ ...online, user_id: `m${nth}`, name: 'N', attributes: many })],
  ];
  for (const [operation, bodyOf] of requests) {
    for (let nth = 0; nth < 30; nth += 1) expect((await bench.call(operation, bodyOf(nth))).status).toBe(200);
  }
  // They were more than 150 MiB.
  expect((heldBytes() - before) / MIB).toBeLessThan(90);
  expect((await bench.call('getDestinations')).status).toBe(200);
}, 60_000);

/** After so many messages it knows as many users as it ever will. */
const FULL = 42_000;
const MESSAGES = FULL + 40_000;

test(`after ${MESSAGES} messages it is as fast as at first, and holds no more`, async () => {
  await using bench = await openBench({ tls: false });
  const round = async (from: number): Promise<number> => {
    const start = performance.now();
    for (let sent = 0; sent < 1_000; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const number = from + sent + n;
          // Half of them to one user who never selects, half to users of their own.
          return bench.call(
            'sendText',
            text(number % 2 ? 'one' : `u${number}`, `message ${number} ${'x'.repeat(200)}`),
          );
        }),
      );
    }
    return performance.now() - start;
  };
  const times: number[] = [];
  let held = 0;
  for (let from = 0; from < MESSAGES; from += 1_000) {
    times.push(await round(from));
    if (from === FULL) held = heldBytes();
  }
  const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  expect(median(times.slice(-5))).toBeLessThan(3 * median(times.slice(1, 6)) + 100);
  // Forty thousand further messages would be more than twice that.
  expect((heldBytes() - held) / MIB).toBeLessThan(10);
  expect((await bench.call('sendText', text('one', 'last'))).status).toBe(200);
}, 240_000);
