import { expect, test } from 'vitest';
import { stage } from '../../test/support/engine/engine-stage.js';
import type { RunContext } from './run-context.js';
import type { RunState } from './run-state.js';

test('versions share nothing of their books, and a version that nobody loaded is an error of its own', () => {
  const { runState } = stage();
  expect(runState.book('1.0')).toBe(runState.book('1.0'));
  expect(runState.book('1.0')).not.toBe(runState.book('1.2'));
  expect(() => runState.description('9.9')).toThrow('version 9.9');
});

test('what names no user is for the one who stood alone last when it came', async () => {
  const { runState, mailbox, clock } = stage({ dialect: { event: { name: '/event', user: null } } });
  const post = (): void => mailbox.receive('main', 'POST', '{"event":"Closed"}');
  const users = ['u-0123456789-00001a', 'u-0123456789-00002a'] as const;
  post();
  await clock.during(clock.sleep(1));
  for (const user of users) {
    runState.standsAlone(user);
    post();
    await clock.during(clock.sleep(1));
    post();
    await clock.during(clock.sleep(1));
  }
  expect(users.map((user) => runState.book('1.0').of(user).length)).toEqual([2, 2]);
  expect(runState.book('1.0').all()).toHaveLength(4);
});

test('any event of the run proves that the catcher can be reached', () => {
  const { runState, mailbox } = stage({ runContext: { catcherProven: false } });
  const post = (user: string): void =>
    mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user }));
  post('u-fedcba9876-00001a');
  expect(runState.isCatcherProven).toBe(false);
  post('u-0123456789-00001a');
  expect(runState.isCatcherProven).toBe(true);
  expect(stage({ runContext: { catcherProven: true } }).runState.isCatcherProven).toBe(true);
});

test.each([
  ['as often for every user', [2, 2, 2], 2],
  ['as often for every user, and once more for one', [2, 3, 2], 2],
  ['as often for most users so far', [2, 2, 1], 2],
  ['in many ways', [1, 2, 3], 1],
  ['twice for one user alone', [1, 2, 1], 1],
  ['for too few users to tell', [2, 2], 1],
])('where no case has counted copies of an event that comes %s, %j are %i each', (_, numbers, copies) => {
  const { runState, mailbox } = stage();
  for (const [at, number] of numbers.entries())
    for (let times = 0; times < number; times += 1)
      mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user: `u-0123456789-0000${at}a` }));
  expect(runState.copies.mostOf('1.0', 'Closed')).toBe(copies);
});

test.each<[counts: [event: string, ...numbers: number[]][], copies: ReturnType<RunState['copies']['of']>]>([
  [[], null],
  [[['Closed', 0]], null],
  [[['Closed', 1]], { least: 1, most: 1 }],
  [[['Closed', 2, 2]], { least: 2, most: 2 }],
  [[['Closed', 2, 3]], { least: 1, most: 3 }],
  [[['Closed', 2, 0]], { least: 2, most: 2 }],
  [
    [
      ['Closed', 1],
      ['TextMessage', 3],
    ],
    { least: 1, most: 3 },
  ],
  [
    [
      ['Closed', 2],
      ['TextMessage', 0],
    ],
    { least: 2, most: 2 },
  ],
  [[['TextMessage', 2]], null],
  [
    [
      ['Closed', 1],
      ['UNNAMED', 4],
    ],
    { least: 1, most: 1 },
  ],
])('where stimuli caused %j events, the deployment copies Closed so often: %j', (counts, copies) => {
  const { runState } = stage();
  const events = Object.entries(runState.description('1.0').events);
  const hidden = events.find(([, rule]) => rule.unnamed)?.[0] ?? '';
  for (const [event, ...numbers] of counts)
    for (const number of numbers)
      runState.copies.note('1.0', event === 'UNNAMED' ? hidden : event, counting(number));
  expect(runState.copies.of('1.0', 'Closed')).toEqual(copies);
});

/** What counts an event of which so many copies came at once. */
function counting(number: number): { count: () => number; spanMs: () => number } {
  return { count: () => number, spanMs: () => 0 };
}

test('copies are awaited half as long again as the slowest ones took', async () => {
  const { runState, clock } = stage();
  const causedAt = clock.now();
  expect(runState.copies.areAwaited(causedAt)).toBe(false);
  for (const spanMs of [300, 1_000, 20])
    runState.copies.note('1.0', 'Closed', { count: () => 2, spanMs: () => spanMs });
  await clock.during(clock.sleep(1_400));
  expect(runState.copies.areAwaited(causedAt)).toBe(true);
  await clock.during(clock.sleep(200));
  expect(runState.copies.areAwaited(causedAt)).toBe(false);
});

test('an event that no stimulus alone was seen to cause may come as often as any other with a name', () => {
  const { runState } = stage();
  expect(runState.copies.mostOf('1.0', 'Closed')).toBe(1);
  runState.copies.note('1.0', 'TextMessage', counting(3));
  expect(runState.copies.mostOf('1.0', 'Closed')).toBe(3);
  runState.copies.note('1.0', 'Closed', counting(1));
  expect(runState.copies.mostOf('1.0', 'Closed')).toBe(3);
});

test('copies are counted again only when further events of the run have come', () => {
  const { runState, mailbox } = stage({ dialect: { event: { name: '/event', user: '/user' } } });
  let counted = 0;
  runState.copies.note('1.0', 'Closed', {
    count: () => {
      counted += 1;
      return counted;
    },
    spanMs: () => 0,
  });
  expect([runState.copies.mostOf('1.0', 'Closed'), runState.copies.mostOf('1.0', 'Closed')]).toEqual([1, 1]);
  mailbox.receive('main', 'POST', '{"event":"Closed","user":"u-0123456789-00001a"}');
  expect(runState.copies.mostOf('1.0', 'Closed')).toBe(2);
});

test('an event that is described nowhere counts as one with a name', () => {
  const { runState } = stage();
  runState.copies.note('1.0', 'Other', counting(3));
  runState.copies.note('1.0', 'Closed', counting(1));
  expect(runState.copies.of('1.0', 'Closed')?.most).toBe(3);
});

const keys = (...fresh: string[]): Pick<RunContext, 'keys'> => ({
  keys: { main: 'MAIN', second: null, fresh, restricted: null, unregistered: 'NOBODY' },
});
const clearWebhook = { operation: 'setWebhook', body: {} };
const driver = (can: boolean) => ({
  operator: { supports: (action: string) => can && action === 'clear_webhook' },
});

test.each<[what: string, how: object]>([
  ['by request', { dialect: { clearWebhook }, ...driver(false) }],
  ['by an employee', driver(true)],
])('a contact point whose address can be taken away %s is used again, in turn', async (_, how) => {
  const { runState } = stage({ runContext: keys('F1', 'F2'), ...how });
  expect([await runState.unsetKeys.take(), await runState.unsetKeys.take()]).toEqual(['F1', 'F2']);
  const waiting = runState.unsetKeys.take();
  runState.unsetKeys.giveBack('F2');
  expect(await waiting).toBe('F2');
  runState.unsetKeys.giveBack('F1');
  expect(await runState.unsetKeys.take()).toBe('F1');
});

test('where it cannot, each is used once', async () => {
  const { runState } = stage({ runContext: keys('F1'), ...driver(false) });
  expect(await runState.unsetKeys.take()).toBe('F1');
  runState.unsetKeys.giveBack('F1');
  await expect(runState.unsetKeys.take()).rejects.toMatchObject({ finding: { code: 'no-fresh-key' } });
});

test('without any, the main contact point is taken, and never counts as a fresh one', async () => {
  const { runState } = stage({ runContext: keys() });
  expect([await runState.unsetKeys.take(), await runState.unsetKeys.take()]).toEqual(['MAIN', 'MAIN']);
  const some = stage({ runContext: keys('F1') }).runState;
  await some.unsetKeys.take();
  some.unsetKeys.giveBack('MAIN');
  some.unsetKeys.giveBack('F1');
  expect(await some.unsetKeys.take()).toBe('F1');
});

test('the clock of the service is moved with the main key', async () => {
  const { runState, acted } = stage();
  runState.serviceClock.conductor.join(runState);
  await runState.serviceClock.conductor.until(runState, 1);
  expect(acted).toEqual([['advance_clock', { seconds: 3600, key: 'MAIN', version: '1.0' }]]);
});
