import { expect, test } from 'vitest';
import { stage } from '../../test/support/engine/engine-stage.js';
import type { Scope } from './scope.js';
import type { World } from './world.js';

test('versions share nothing of their books, and a version that nobody loaded is an error of its own', () => {
  const { scope } = stage();
  expect(scope.book('1.0')).toBe(scope.book('1.0'));
  expect(scope.book('1.0')).not.toBe(scope.book('1.2'));
  expect(() => scope.description('9.9')).toThrow('version 9.9');
});

test('what names no user is for the one who stood alone last when it came', async () => {
  const { scope, mailbox, clock } = stage({ dialect: { event: { name: '/event', user: null } } });
  const post = (): void => mailbox.receive('main', 'POST', '{"event":"Closed"}');
  const users = ['u-0123456789-00001a', 'u-0123456789-00002a'] as const;
  post();
  await clock.during(clock.sleep(1));
  for (const user of users) {
    scope.standsAlone(user);
    post();
    await clock.during(clock.sleep(1));
    post();
    await clock.during(clock.sleep(1));
  }
  expect(users.map((user) => scope.book('1.0').of(user).length)).toEqual([2, 2]);
  expect(scope.book('1.0').all()).toHaveLength(4);
});

test.each<[counts: [event: string, ...numbers: number[]][], copies: ReturnType<Scope['copiesOf']>]>([
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
  const { scope } = stage();
  const events = Object.entries(scope.description('1.0').events);
  const hidden = events.find(([, rule]) => rule.unnamed)?.[0] ?? '';
  for (const [event, ...numbers] of counts)
    for (const number of numbers) scope.calibrate('1.0', event === 'UNNAMED' ? hidden : event, () => number);
  expect(scope.copiesOf('1.0', 'Closed')).toEqual(copies);
});

test('an event that no stimulus alone was seen to cause may come as often as any other with a name', () => {
  const { scope } = stage();
  expect(scope.mostCopiesOf('1.0', 'Closed')).toBe(1);
  scope.calibrate('1.0', 'TextMessage', () => 3);
  expect(scope.mostCopiesOf('1.0', 'Closed')).toBe(3);
  scope.calibrate('1.0', 'Closed', () => 1);
  expect(scope.mostCopiesOf('1.0', 'Closed')).toBe(3);
});

test('copies are counted again only when further events of the run have come', () => {
  const { scope, mailbox } = stage({ dialect: { event: { name: '/event', user: '/user' } } });
  let counted = 0;
  scope.calibrate('1.0', 'Closed', () => {
    counted += 1;
    return counted;
  });
  expect([scope.mostCopiesOf('1.0', 'Closed'), scope.mostCopiesOf('1.0', 'Closed')]).toEqual([1, 1]);
  mailbox.receive('main', 'POST', '{"event":"Closed","user":"u-0123456789-00001a"}');
  expect(scope.mostCopiesOf('1.0', 'Closed')).toBe(2);
});

test('an event that is described nowhere counts as one with a name', () => {
  const { scope } = stage();
  scope.calibrate('1.0', 'Other', () => 3);
  scope.calibrate('1.0', 'Closed', () => 1);
  expect(scope.copiesOf('1.0', 'Closed')?.most).toBe(3);
});

const keys = (...fresh: string[]): Pick<World, 'keys'> => ({
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
  const { scope } = stage({ world: keys('F1', 'F2'), ...how });
  expect([await scope.takeUnsetKey(), await scope.takeUnsetKey()]).toEqual(['F1', 'F2']);
  const waiting = scope.takeUnsetKey();
  scope.returnUnsetKey('F2');
  expect(await waiting).toBe('F2');
  scope.returnUnsetKey('F1');
  expect(await scope.takeUnsetKey()).toBe('F1');
});

test('where it cannot, each is used once', async () => {
  const { scope } = stage({ world: keys('F1'), ...driver(false) });
  expect(await scope.takeUnsetKey()).toBe('F1');
  scope.returnUnsetKey('F1');
  await expect(scope.takeUnsetKey()).rejects.toMatchObject({ finding: { code: 'no-fresh-key' } });
});

test('without any, the main contact point is taken, and never counts as a fresh one', async () => {
  const { scope } = stage({ world: keys() });
  expect([await scope.takeUnsetKey(), await scope.takeUnsetKey()]).toEqual(['MAIN', 'MAIN']);
  const some = stage({ world: keys('F1') }).scope;
  await some.takeUnsetKey();
  some.returnUnsetKey('MAIN');
  some.returnUnsetKey('F1');
  expect(await some.takeUnsetKey()).toBe('F1');
});

test('the clock of the service is moved with the main key', async () => {
  const { scope, acted } = stage();
  scope.conductor.join(scope);
  await scope.conductor.until(scope, 1);
  expect(acted).toEqual([['advance_clock', { seconds: 3600, key: 'MAIN', version: '1.0' }]]);
});
