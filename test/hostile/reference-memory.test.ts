import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { makeContext } from '../../src/reference/context.js';
import { keysOf } from '../../src/reference/conversations/accounts.js';
import { answer } from '../../src/reference/requests/answer.js';
import { makeCall, type Reply } from '../../src/reference/requests/call.js';
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
}, 120_000);

/** After so many messages it knows as many users as it ever will. */
const FULL = 42_000;
const MESSAGES = FULL + 20_000;

/** The service without a network, which has no part in what is kept. */
async function withoutNetwork(): Promise<(operation: string, body: object) => Promise<Reply>> {
  const context = await makeContext(
    { descriptions: await loadDescriptions() },
    {
      sender: {
        post: async () => ({ ok: true, status: 200 }),
        wasCutOff: () => false,
        visit: async () => true,
        close: async () => undefined,
      },
      clock: { now: () => Date.now(), sleep: async () => undefined },
    },
  );
  const { main } = keysOf(context.accounts);
  return (operation, body) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json', 'content-length': `${bytes.length}` };
    return answer(
      context,
      makeCall({ method: 'POST', target: `/1.0/${operation}?key=${main}`, headers, bytes }),
    );
  };
}

test(`after ${MESSAGES} messages it holds no more than when it was full`, async () => {
  const call = await withoutNetwork();
  const sent = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1) {
      // Half of them to one user who never selects, half to users of their own.
      const user = number % 2 ? 'one' : `u${number}`;
      expect((await call('sendText', text(user, `message ${number} ${'x'.repeat(600)}`))).status).toBe(200);
    }
  };
  await sent(0, FULL);
  const held = heldBytes();
  await sent(FULL, MESSAGES);
  // Twenty thousand further messages would be more than that, even if nothing but their texts was kept.
  expect((heldBytes() - held) / MIB).toBeLessThan(10);
});
