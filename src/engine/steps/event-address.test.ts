import { expect, test } from 'vitest';
import { answered, stage } from '../../../test/support/engine/engine-stage.js';
import type { Finding } from '../finding.js';
import type { Exchange } from '../run-context.js';
import { eventAddress } from './event-address.js';

const OWN = 'u-0123456789-00001a';

/** The address is set again 100 ms after the beginning; another contact point has one of its own. */
async function judged({
  wrote,
  at,
  label,
  key = 'MAIN',
}: {
  wrote: number;
  at: number;
  label: string;
  key?: string;
}) {
  const { context, runState, mailbox, clock } = stage();
  const began = clock.now();
  // An address may be kept for each version: it is set under all of them.
  const set = (of: string, owner: string, ms: number): void => {
    for (const version of ['1.0', '1.2'])
      runState.addressLog.set({ label: of, key: owner, version, left: began + ms, answered: began + ms + 5 });
  };
  set('foreign', 'SECOND', -1_000);
  set('next', 'MAIN', 100);
  runState.addressLog.wrote(OWN, key);
  const outcome = { ...answered(200, { success: true }), startedAt: began + wrote };
  runState.exchanges.push({
    id: 0,
    version: '1.0',
    operation: 'sendText',
    user: OWN,
    outcome,
  } as unknown as Exchange);
  await clock.during(clock.sleep(at));
  mailbox.receive(label, 'POST', JSON.stringify({ event: 'SelectDestination', user: OWN }));
  expect(eventAddress(context, { do: 'event-address' })).toBeNull();
  return (await context.watches[0]?.judge()) as Finding | null;
}

test.each([
  ['to the address of that time', { wrote: 10, at: 50, label: 'main' }],
  ['to the one that was set since', { wrote: 10, at: 300, label: 'next' }],
  ['late, to the one that was set when the user wrote', { wrote: 10, at: 5_000, label: 'main' }],
  ['to the former one, while the new one was being set', { wrote: 103, at: 150, label: 'main' }],
  ['of another contact point, to its own', { wrote: 10, at: 50, label: 'foreign', key: 'SECOND' }],
])('an event may come %s', async (_, event) => {
  expect(await judged(event)).toBeNull();
});

test.each([
  ['a former address', { wrote: 200, at: 300, label: 'main' }],
  ['the address of another contact point', { wrote: 10, at: 50, label: 'foreign' }],
  ['an address that was not set yet', { wrote: 10, at: 50, label: 'next' }],
])('an event must not come to %s', async (_, event) => {
  expect(await judged(event)).toMatchObject({ verdict: 'fail', code: 'wrong-address' });
});
