import { expect, test } from 'vitest';
import { answered, type StageOptions, stage, unanswered } from '../../test/support/engine/engine-stage.js';
import { RouteProbe } from './route-probe.js';

const EVENT = 'SelectDestination';
const OWN = 'u-0123456789-00001a';
const TAKEN = answered(200, { success: true });
const LOST = unanswered('reset');
const REFUSED = answered(400, { success: false, code: 9, message: 'Invalid data: x' });

interface Route extends StageOptions {
  /** Whether the event of the nth message (from 1) comes, and after how long. */
  comes?: (nth: number, isSet: boolean) => number | false;
  /** An event of a case came at the beginning, 100 ms before the control is asked. */
  known?: boolean;
  /** Each selection causes an event of another name. */
  others?: boolean;
}

function routed({ comes = () => 0, known = true, others = false, ...options }: Route = {}) {
  let messages = 0;
  let isSet = false;
  const staged = stage({
    ...options,
    causes: ({ url, body }, mailbox, clock) => {
      const { user_id: user } = JSON.parse(Buffer.from(body ?? []).toString());
      if (url.includes('setWebhook')) isSet = true;
      else if (url.includes('selectDestination')) {
        if (others) mailbox.receive('main', 'POST', JSON.stringify({ event: 'Read', user }));
      } else {
        messages += 1;
        const ms = comes(messages, isSet);
        const post = (): void => mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user }));
        if (ms !== false) clock.after(ms, post);
      }
    },
  });
  const { clock, runState, mailbox, requests } = staged;
  const control = new RouteProbe(runState);
  const began = clock.now();
  if (known) mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user: OWN }));
  /** The state for a period, in ms since the beginning. */
  const state = (from: number, to: number, after: number, version = '1.0') =>
    clock.during(control.state(version, { from: began + from, to: began + to, after: began + after }));
  const asked = (): string[] =>
    requests.map(({ url }) => new URL(url).pathname.split('/').slice(-2).join('/'));
  const later = (ms: number) => clock.during(clock.sleep(ms));
  return { ...staged, control, state, asked, later, now: () => clock.now() - began };
}

const MESSAGE = '1.0/sendText';
/** One asking: two users write. */
const ASK = [MESSAGE, MESSAGE];
const SET = '1.0/setWebhook';
const SELECT = '1.0/selectDestination';
/** One asking whose event does not arrive: both users select, so that other events may come. */
const ASK_IN_VAIN = [...ASK, SELECT, SELECT];

test('where events come the route is good, and asked once for all that ended before', async () => {
  const { state, asked, later } = routed();
  await later(100);
  expect(await state(0, 100, 100)).toBe('good');
  expect(await state(50, 90, 90)).toBe('good');
  expect(asked()).toEqual(ASK);
  expect(await state(0, 101, 101)).toBe('good');
  expect(asked()).toEqual([...ASK, ...ASK]);
  expect(await state(0, 100, 0, '1.2')).toBe('good');
  expect(asked().at(-1)).toBe('1.2/sendText');
});

test('each control is of a user of its own', async () => {
  const { state, requests } = routed();
  await state(0, 1, 0);
  await state(0, 2, 2);
  const users = requests.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()).user_id);
  expect(new Set(users).size).toBe(4);
});

test('where none comes although the address is set again, the route is silent from the last event on', async () => {
  const { state, asked, later, mailbox } = routed({ comes: () => false });
  await later(40);
  mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user: OWN }));
  await later(60);
  expect(await state(50, 100, 100)).toBe('silent');
  expect(asked()).toEqual([...ASK_IN_VAIN, SET, ...ASK_IN_VAIN]);
  // It stays so: nobody asks again.
  expect(await state(50, 99_000, 99_000)).toBe('silent');
  expect(await state(-200, 39, 0)).toBe('good');
  expect(await state(-200, 40, 0)).toBe('silent');
  expect(asked()).toHaveLength(9);
});

test('where one of the two comes, nobody had replaced the address', async () => {
  for (const lost of [1, 2]) {
    const { control, state, asked } = routed({ comes: (nth) => (nth === lost ? false : 0) });
    expect(await state(50, 100, 100)).toBe('good');
    expect([asked(), control.lostEvents()]).toEqual([ASK, false]);
  }
});

test('where it helps to set the address, somebody else had it for a while', async () => {
  const { state, later, now } = routed({ comes: (_, isSet) => (isSet ? 0 : false) });
  await later(100);
  expect(await state(50, 100, 100)).toBe('replaced');
  const end = now();
  expect(await state(end, end + 1, 0)).toBe('good');
  expect(await state(end - 1, end + 1, 0)).toBe('replaced');
  expect(await state(-200, -1, 0)).toBe('good');
  // It is ours again, which is asked again for later moments.
  await later(100);
  expect(await state(end + 50, end + 60, end + 60)).toBe('good');
});

test.each<[what: string, route: Route, asked: string[], lostBy: RegExp]>([
  ['every message', { outcomes: [LOST, LOST] }, ASK, /^sendText: ./],
  [
    'the address',
    { outcomes: [TAKEN, TAKEN, TAKEN, TAKEN, REFUSED], comes: () => false },
    [...ASK_IN_VAIN, SET],
    /^setWebhook: .*400/,
  ],
  [
    'every message of the second asking',
    { outcomes: [TAKEN, TAKEN, TAKEN, TAKEN, TAKEN, REFUSED, REFUSED], comes: () => false },
    [...ASK_IN_VAIN, SET, ...ASK],
    /^sendText: .*400/,
  ],
])('where %s is not taken, the target is lost, and by what is known', async (_, route, asked, lostBy) => {
  const lost = routed(route);
  await lost.later(100);
  expect(await lost.state(50, 100, 100)).toBe('lost');
  expect(await lost.state(50, 99_000, 99_000)).toBe('lost');
  expect(lost.asked()).toEqual(asked);
  expect(lost.control.lostBy('1.0')).toMatch(lostBy);
});

test('where no such event ever came, its absence tells nothing, but a replaced address does', async () => {
  const never = routed({ known: false, comes: () => false });
  expect(await never.state(0, 100, 0)).toBe('good');
  const replaced = routed({ known: false, comes: (_, isSet) => (isSet ? 0 : false) });
  expect(await replaced.state(0, 100, 0)).toBe('replaced');
  const other = routed({ known: false, comes: () => false });
  other.mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user: OWN }));
  expect(await other.state(0, 100, 0)).toBe('good');
});

test('where others come at once and such an event never did, the address is not set again, and nobody waits', async () => {
  const { state, asked, now } = routed({ known: false, comes: () => false, others: true });
  expect(await state(0, 100, 0)).toBe('good');
  expect([asked(), now()]).toEqual([ASK_IN_VAIN, 0]);
});

test('where others come and such an event does no more, the route is silent, and the address is not set again', async () => {
  const { state, asked, now } = routed({ comes: () => false, others: true });
  expect(await state(0, 100, 0)).toBe('silent');
  expect([asked(), now()]).toEqual([ASK_IN_VAIN, 5_000]);
});

test('what an employee does for the control counts as done in the run', async () => {
  const { runState, state, mailbox } = routed({ comes: () => false });
  mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user: OWN }));
  await state(0, 100, 0);
  expect(new Set(runState.acts.map(({ action }) => action))).toEqual(new Set(['close']));
});

test('where the run no longer waits for such events, neither does the probe until the address is set again', async () => {
  const { runState, state, now } = routed({ comes: () => false });
  for (let missed = 0; missed < 3; missed += 1) runState.waitBudget.missed('1.0 SelectDestination', 5_000);
  expect(await state(0, 100, 0)).toBe('silent');
  expect(now()).toBe(1_000 + 5_000);
});

test('an address that helps once it is set again, after the clock was moved, was taken away by time', async () => {
  const { control, runState, state, later, now } = routed({ comes: (_, isSet) => (isSet ? 0 : false) });
  await later(50);
  runState.serviceClock.movedUntil = runState.ports.clock.now();
  await later(50);
  expect(await state(60, 100, 100)).toBe('lapsed');
  expect(control.lostEvents()).toBe(false);
  expect(await state(now() + 1, now() + 2, 0)).toBe('good');
});

test('an event of a user of another version tells nothing of this one', async () => {
  const { runState, state } = routed({ comes: () => false, others: true });
  runState.writers.set(OWN, '1.2');
  expect(await state(0, 100, 0)).toBe('good');
});

test('an interrupted run sets no address any more', async () => {
  const interrupt = new AbortController();
  const { state, asked, clock } = routed({ comes: () => false, signal: interrupt.signal });
  interrupt.abort();
  expect(await state(0, 100, 0)).toBe('silent');
  expect(asked()).toEqual(ASK_IN_VAIN);
  expect(clock.now()).toBeGreaterThan(0);
});

/** The first control's messages are written beforehand, 100 ms after the last event; their events come so late. */
async function beforehand(ms: number | false, route: Route = {}, patiently = false) {
  const routedSo = routed({ comes: (nth) => (nth <= 2 ? ms : 0), ...route });
  await routedSo.later(100);
  await routedSo.clock.during(routedSo.control.lookBeforehand('1.0', patiently));
  return { ...routedSo, looked: routedSo.now() };
}

test.each<[what: string, ms: number | false, route: Route, state: string]>([
  ['comes', 0, {}, 'good'],
  ['comes late', 4_900, {}, 'good'],
  ['never comes', false, {}, 'replaced'],
  ['is never answered', false, { outcomes: [LOST, LOST, TAKEN] }, 'good'],
  ['comes, but for one', 0, { comes: (nth) => (nth === 1 ? false : 0) }, 'good'],
  ['would be the first of all', false, { known: false, comes: () => false }, 'good'],
])('the event of a message that is written beforehand %s', async (_, ms, route, state) => {
  const { looked, state: stateOf, now } = await beforehand(ms, route);
  expect(await stateOf(50, 60, 0)).toBe(state);
  expect(await stateOf(looked, 9_000, 0)).toBe('good');
  if (state === 'replaced') expect(now()).toBe(looked + 5_000);
});

test.each<[what: string, ms: number | false, looked: number, state: string]>([
  ['comes', 0, 100, 'good'],
  ['comes late', 4_900, 5_000, 'good'],
  ['never comes', false, 5_100, 'replaced'],
])('patiently, the event of that message is waited for: it %s', async (_, ms, until, state) => {
  const { looked, state: stateOf, now } = await beforehand(ms, {}, true);
  expect(looked).toBe(until);
  expect(await stateOf(50, 60, 0)).toBe(state);
  expect(now()).toBe(looked);
});

test.each<[what: string, route: Route, lost: boolean]>([
  ['events come', {}, false],
  ['it helps to set it', { comes: (_, isSet) => (isSet ? 0 : false) }, true],
  ['it does not help to set it', { comes: () => false }, false],
])('whether events were lost for a while, where %s', async (_, route, lost) => {
  const { control, state } = routed(route);
  expect(control.lostEvents()).toBe(false);
  await state(50, 100, 100);
  expect(control.lostEvents()).toBe(lost);
});

test('an event that never came to an address before it was set again tells that some were lost', async () => {
  const { control, state } = await beforehand(false);
  expect(control.lostEvents()).toBe(false);
  await state(50, 60, 0);
  expect(control.lostEvents()).toBe(true);
});

test('an event that is under way is waited for once, by all that ask', async () => {
  const { clock, control, now, looked } = await beforehand(false);
  const ask = { from: clock.now() - 50, to: clock.now(), after: 0 };
  const states = await clock.during(Promise.all([control.state('1.0', ask), control.state('1.0', ask)]));
  expect(states).toEqual(['replaced', 'replaced']);
  expect(await clock.during(control.state('1.0', ask))).toBe('replaced');
  expect(now()).toBe(looked + 5_000);
});

test('beforehand one round trip is waited for the event, and what began meanwhile is doubted', async () => {
  const { state, looked } = await beforehand(false, { roundTripMs: 10 });
  expect(looked).toBe(120);
  expect(await state(119, 9_000, 0)).toBe('replaced');
});

test('where the target is lost, nobody waits for an event that was under way', async () => {
  const outcomes = [TAKEN, TAKEN, LOST, LOST];
  const { state, now, looked } = await beforehand(false, { outcomes });
  expect(await state(50, 60, 0)).toBe('lost');
  expect(now()).toBe(looked);
});
