import { expect, test } from 'vitest';
import type { ExpectEventStep, Step } from '../../cases/types.js';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { createReader } from '../../dialect/reader.js';
import { VirtualClock, VirtualMailbox } from '../../virtual/ports.js';
import { AddressLog } from '../address-log.js';
import { Admission } from '../admission.js';
import { CaseContext, type Watch } from '../case-context.js';
import { EventQueues } from '../delivery-habits.js';
import { EventBook } from '../event-book.js';
import { WaitBudget } from '../wait-budget.js';
import { expectEvent } from './expect-event.js';

const [description] = (await loadDescriptions()) as [Description];
const UNNAMED = Object.entries(description.events).find(([, { unnamed }]) => unnamed)?.[0] ?? '';
const NONCE = '0123456789';
const USER = `u-${NONCE}-00001a`;

interface Situation {
  step: Partial<ExpectEventStep>;
  /** Further steps of the case. */
  steps?: object[];
  /** Events for the user that come within the time, and those that come after the step. */
  came?: unknown[];
  more?: unknown[];
  /** Deliveries from before the case, and whether somebody visits the address within the time. */
  before?: unknown[];
  visits?: boolean;
  /** When those within the time come, ms after the case began. */
  afterMs?: number;
  copies?: { least: number; most: number } | null | undefined;
  /** Some copies may still come. */
  copiesAreDue?: boolean;
  /** How long before the case began, or after it, the service's clock was last moved, ms. */
  clockMovedMs?: number;
  /** Parameters of the employee's action. */
  acted?: Record<string, unknown>;
  /** Parameters of another one. */
  also?: Record<string, unknown>;
  /** What employees wrote in the run: to whom, and what. */
  acts?: { user: string; parameters: Record<string, unknown> }[];
  namesUsers?: boolean;
  readsEvents?: boolean;
  phase?: string;
  /** Somebody asks how events come. */
  routed?: boolean;
  /** Where the user wrote, and which address was set there by then; default: nowhere. */
  settings?: string[];
  /** Action that the driver turned out to lack. */
  lacks?: string;
  /** Requests of the user before the event's: their operations and statuses. */
  sent?: { operation: string | null; status: number }[];
}

async function judged(situation: Situation) {
  const { step, steps = [], came = [], more = [], copies = { least: 1, most: 1 }, acted = {} } = situation;
  const { namesUsers = true, readsEvents = true, before = [], visits = false, afterMs = 100 } = situation;
  const { phase = 'open', routed = false, lacks = '', also, acts = [], copiesAreDue = false } = situation;
  const { sent = [], settings = [] } = situation;
  const clock = new VirtualClock();
  const addressLog = new AddressLog();
  if (settings.length > 0) addressLog.wrote(USER, 'key');
  for (const [at, label] of settings.entries())
    addressLog.set({ label, key: 'key', version: '1.0', left: at * 2, answered: at * 2 + 1 });
  const mailbox = new VirtualMailbox(clock);
  const event = { name: '/event', user: '/user', list: '/list' };
  const dialect = { error: null, event, bodies: {}, clearWebhook: null };
  const reader = { ...createReader(dialect, [description]), namesUsers, readsEvents };
  const book = new EventBook(mailbox, reader, description, NONCE);
  const watches: Watch[] = [];
  const observations: unknown[] = [];
  const calibrated: [event: string, count: () => number][] = [];
  const post = (body: unknown): void =>
    mailbox.receive('main', 'POST', typeof body === 'string' ? body : JSON.stringify(body));
  before.forEach(post);
  await clock.during(clock.sleep(1));
  const whole: ExpectEventStep = { do: 'expect-event', event: 'Closed', user: 'a', times: 1, ...step };
  const context = {
    description,
    watches,
    watch: CaseContext.prototype.watch,
    observations,
    actionParameters: new Map(Object.entries({ act: acted, ...(also && { also }) })),
    actionTimes: new Map(),
    named: new Map(),
    exchanges: sent.map(({ operation, status }, at) => ({
      user: USER,
      operation,
      outcome: { kind: 'response', status, startedAt: clock.now() + at },
    })),
    startedAt: clock.now(),
    lastStimulus: clock.now(),
    lastLeft: clock.now(),
    testCase: { id: 'own', version: '1.0', phase, steps: [whole, ...steps] as unknown as Step[] },
    user: () => USER,
    address: (label: string | undefined) => label,
    users: () => [USER],
    answered: () => true,
    runState: {
      signal: new AbortController().signal,
      shortenedWaits: new Map(),
      acts,
      waitBudget: new WaitBudget(5_000, 1_000),
      admission: new Admission(null, 5_000, clock.now.bind(clock), () => null),
      lines: new EventQueues(new AddressLog(), 10_000),
      serviceClock: { movedUntil: clock.now() + (situation.clockMovedMs ?? Number.NEGATIVE_INFINITY) },
      eventCame: () => undefined,
      runContext: { nonce: NONCE, reader, eventTimeoutMs: 5_000, quietWindowMs: 1_000 },
      isCatcherProven: true,
      ports: { mailbox, clock, operator: { supports: (action: string) => action !== lacks } },
      route: routed ? { state: () => Promise.resolve('good') } : null,
      addressLog,
      book: () => book,
      copies: {
        note: (_version: string, name: string, { count }: { count: () => number }) =>
          calibrated.push([name, count]),
        of: () => copies,
        areAwaited: () => copiesAreDue,
        mostOf: () => copies?.most ?? 1,
      },
    },
  } as unknown as CaseContext;
  const began = clock.now();
  clock.after(afterMs, () => came.forEach(post));
  if (visits) clock.after(50, () => mailbox.receive('main', 'GET', ''));
  const finding = await clock.during(expectEvent(context, whole));
  const waited = clock.now() - began;
  more.forEach(post);
  const last = (await watches[0]?.judge()) ?? null;
  const told = (found: typeof finding): string => (found ? `${found.verdict} ${found.code}` : 'pass');
  return {
    finding,
    last,
    observations,
    calibrated,
    watches,
    waited,
    end: told(finding),
    lastEnd: told(last),
  };
}

const closed = { event: 'Closed', user: USER };
const GAP = { gap: 'some-gap' };

test('an event is waited for as long as must be, and judged at once where no more may come', async () => {
  const there = await judged({ step: {}, came: [closed] });
  expect([there.end, there.waited, there.watches, there.observations]).toEqual(['pass', 100, [], []]);
  const none = await judged({ step: {} });
  expect([none.end, none.waited]).toEqual(['fail no-event', 5_000]);
});

test.each([
  ['in parts, each in an event of its own', ['a long text of several words ', 'that is cut in two']],
  ['cut after 29 characters', ['a long text of several words ']],
])('a text that comes %s', async (words, texts) => {
  const { finding } = await judged({
    step: { event: 'TextMessage', carries: { of: 'act', parameters: ['text'] } },
    acted: { text: 'a long text of several words that is cut in two' },
    came: texts.map((text) => ({ event: 'TextMessage', user: USER, text })),
  });
  expect(finding?.text).toBe(`TextMessage carries text ${words}.`);
});

test('a text of which little is left is known by what became of it, whatever else was done', async () => {
  const { finding } = await judged({
    also: { url: 'https://files.example/1' },
    step: { event: 'TextMessage', carries: { of: 'act', parameters: ['text'] } },
    acted: { text: '\u{1f44b}\u{1f468}\u{1f469} \u{1f467}\u{1f466}\u{1f1e8}\u{1f1ed} e' },
    came: [{ event: 'TextMessage', user: USER, text: '??? ???? e' }],
  });
  expect(finding?.text).toBe('TextMessage carries text with question marks in place of letters.');
});

test.each([
  ['another user', 'v', 'TextMessage carries text sent to another user.'],
  ['the user', USER, 'TextMessage arrived without the text that the employee sent.'],
])('a text that an employee wrote to %s', async (_, user, told) => {
  const { finding } = await judged({
    step: { event: 'TextMessage', carries: { of: 'act', parameters: ['text'] } },
    acted: { text: 'Come at nine o’clock' },
    acts: [{ user, parameters: { text: 'The parcel has arrived' } }],
    came: [{ event: 'TextMessage', user: USER, text: 'The parcel has arrived' }],
  });
  expect(finding?.text).toBe(told);
});

test.each([
  ['it', 'Come at nine o’clock', 'TextMessage arrived as FileMessage.'],
  ['another text', 'The parcel has arrived', 'TextMessage did not arrive within 5 s.'],
])('an event of another kind that carries %s', async (_, text, told) => {
  const { finding } = await judged({
    step: { event: 'TextMessage', carries: { of: 'act', parameters: ['text'] } },
    acted: { text: 'Come at nine o’clock' },
    came: [{ event: 'FileMessage', user: USER, text }],
  });
  expect(finding?.text).toBe(told);
});

test('too many events elsewhere went astray, unless that address is the one that was set last', async () => {
  const absence = {
    times: 0,
    settles: true as const,
    address: 'second',
    surplus: 'It was sent all the same.',
  };
  const former = await judged({ step: absence, settings: ['main', 'second'], more: [closed] });
  expect(former.last?.text).toBe(
    'An event was sent to a former address, or to that of another contact point.',
  );
  const next = await judged({ step: absence, settings: ['second', 'main'], more: [closed] });
  expect(next.last?.text).toBe('It was sent all the same.');
});

test('events of other names and of other addresses are none of it', async () => {
  const other = await judged({ step: {}, came: [{ event: 'TextMessage', user: USER }] });
  expect(other.finding).toMatchObject({ code: 'no-event', received: 'nothing within 5 s' });
  const elsewhere = await judged({ step: { address: 'second' }, came: [closed] });
  expect(elsewhere.end).toBe('fail wrong-address');
  // It has an earlier cause.
  const before = await judged({ step: { address: 'second' }, before: [closed] });
  expect([before.end, before.finding?.received]).toEqual(['fail no-event', 'nothing within 5 s']);
});

test.each<[what: string, name: string | null, counts: boolean, told?: string]>([
  ['another name', 'Delivered', true, 'Delivered'],
  ['no name', null, true, 'an event without a name'],
  ['the name that the description calls it by', UNNAMED, true, UNNAMED],
  ['a documented name', 'Closed', false],
  ['another documented name', 'TextMessage', false],
])('where the name is not shown, an event with %s', async (_, name, counts, told) => {
  const times = { atLeast: 1, atMost: 9, ...GAP };
  const came = [{ ...(name && { event: name }), user: USER }];
  const { end, observations } = await judged({ step: { event: UNNAMED, times }, came });
  expect(end).toBe(counts ? 'pass' : 'fail no-event');
  expect(observations).toEqual(counts ? [{ ...GAP, value: told }] : []);
});

test('a due event says nothing of one that may come beside it', async () => {
  const { end, observations } = await judged({
    step: { times: { atLeast: 1, atMost: 2, ...GAP } },
    came: [closed],
  });
  expect([end, observations]).toEqual(['pass', []]);
});

test('what does not arrive is not named', async () => {
  const { end, observations } = await judged({ step: { times: { atLeast: 0, atMost: 1, ...GAP } } });
  expect([end, observations]).toEqual(['pass', []]);
});

type Times = ExpectEventStep['times'];
const between = (atLeast: number, atMost: number): Times => ({ atLeast, atMost, ...GAP });
const SENT = { ...GAP, value: 'Closed is sent' };
const NOT_SENT = { ...GAP, value: 'Closed is not sent' };
const SOMETIMES = { ...GAP, value: 'Closed is sent 1 of 3 times' };
const duplicates = (most: number): object => ({
  gap: 'duplicate-events',
  value: `Closed arrives up to ${most} times`,
});

test.each<
  [
    times: Times,
    count: number,
    copies: Situation['copies'],
    end: string,
    observations: object[],
    expected?: string,
  ]
>([
  [0, 0, { least: 1, most: 1 }, 'pass', []],
  [0, 1, { least: 1, most: 1 }, 'fail unexpected-event', [], 'Closed never'],
  [1, 1, { least: 1, most: 1 }, 'pass', []],
  [1, 2, { least: 1, most: 1 }, 'fail unexpected-event', [], 'Closed once'],
  [1, 2, { least: 1, most: 2 }, 'pass', [duplicates(2)]],
  [1, 2, { least: 2, most: 2 }, 'pass', [duplicates(2)]],
  // One copy less than usual: how often a service repeats an event is not shown.
  [1, 1, { least: 2, most: 2 }, 'pass', []],
  [2, 3, { least: 2, most: 2 }, 'pass', [duplicates(2)]],
  // As many less as one event has copies.
  [2, 2, { least: 2, most: 2 }, 'fail no-event', [], 'Closed twice'],
  [3, 4, { least: 2, most: 3 }, 'fail no-event', [], 'Closed 3 times'],
  [1, 3, { least: 1, most: 2 }, 'fail unexpected-event', [], 'Closed once'],
  [1, 1, null, 'pass', []],
  [1, 2, null, 'fail unexpected-event', [], 'Closed once'],
  [between(0, 1), 0, { least: 1, most: 1 }, 'pass', [NOT_SENT]],
  [between(0, 1), 1, { least: 1, most: 1 }, 'pass', [SENT]],
  [between(0, 1), 2, { least: 1, most: 1 }, 'fail unexpected-event', [], 'Closed 0 to 1 times'],
  [between(0, 1), 2, { least: 2, most: 2 }, 'pass', [SENT, duplicates(2)]],
  [between(1, 2), 1, { least: 1, most: 1 }, 'pass', [NOT_SENT]],
  [between(1, 2), 2, { least: 2, most: 2 }, 'pass', [NOT_SENT]],
  [between(1, 4), 2, { least: 1, most: 1 }, 'pass', [SOMETIMES]],
  [between(1, 4), 4, { least: 1, most: 1 }, 'pass', [SENT]],
  [between(1, 2), 1, null, 'pass', [NOT_SENT]],
  [between(1, 2), 2, null, 'pass', [SENT]],
])('%j events, of which %i came in a deployment that copies %j: %s', async (...row) => {
  const [times, count, copies, end, observations, expected] = row;
  const all = Array.from({ length: count }, () => closed);
  const least = typeof times === 'number' ? times : times.atLeast;
  // One for another user shows that the event can come at all.
  const control = { event: 'Closed', user: `u-${NONCE}-00002a` };
  const run = await judged({
    step: { times, settles: true },
    copies,
    came: [control, ...all.slice(0, least)],
    more: all.slice(least),
  });
  expect([run.end, run.lastEnd]).toEqual(['pass', end]);
  expect(run.observations).toEqual(observations);
  expect(run.last?.expected).toBe(expected);
});

test.each<[what: string, sent: NonNullable<Situation['sent']>, most: number, end: string]>([
  ['after a request that was accepted', [{ operation: 'sendText', status: 200 }], 1, ''],
  [
    'after one that was refused',
    [
      { operation: 'sendText', status: 200 },
      { operation: 'sendFile', status: 400 },
    ],
    1,
    ': the 1st arrived after a sendFile that had been refused with status 400',
  ],
  [
    'after one that is none of the interface',
    [{ operation: null, status: 404 }],
    1,
    ': the 1st arrived after a request that had been refused with status 404',
  ],
  ['of which any may be a copy', [{ operation: 'sendFile', status: 400 }], 2, ''],
])('a surplus event %s says so where that is known', async (_, sent, most, end) => {
  const { last } = await judged({
    step: { times: 0, settles: true },
    sent,
    copies: { least: 1, most },
    more: Array.from({ length: most }, () => closed),
  });
  expect(last?.text).toMatch(/nothing had caused it/);
  const twice = await judged({
    step: { times: 1, settles: true },
    sent,
    copies: { least: 1, most },
    came: [closed],
    more: Array.from({ length: most }, () => closed),
  });
  expect(twice.last?.text ?? '').toBe(`Closed arrived ${most === 1 ? 'twice' : '3 times'}, not once${end}.`);
});

test('copies that may still come, or that are no longer sent, are not missing', async () => {
  const two: Situation = { step: { times: 2, settles: true }, copies: { least: 2, most: 2 } };
  const came = [closed, closed];
  expect((await judged({ ...two, came })).lastEnd).toBe('fail no-event');
  expect((await judged({ ...two, came, copiesAreDue: true })).lastEnd).toBe('pass');
  // A service may stop repeating what has become old.
  expect((await judged({ ...two, came, clockMovedMs: 10 })).lastEnd).toBe('pass');
  expect((await judged({ ...two, came, clockMovedMs: -10 })).lastEnd).toBe('fail no-event');
});

test.each<[what: string, steps: object[], missing: string]>([
  ['the case changes the address itself', [{ do: 'address', label: null }], 'pass'],
  ['the next case may do so', [{ do: 'address', label: 'x', key: 'unset', setup: true }], 'pass'],
  ['nobody does so', [{ do: 'address', label: 'x', setup: true }], 'fail no-event'],
])(
  'where %s, all copies of an event may be missing or not, a single one may, and an event may not',
  async (_, steps, missing) => {
    const judge = (count: number) =>
      judged({
        step: { times: 2, settles: true },
        steps,
        copies: { least: 2, most: 2 },
        came: [closed, closed],
        more: Array.from({ length: count - 2 }, () => closed),
      });
    expect([(await judge(2)).lastEnd, (await judge(3)).lastEnd]).toEqual([missing, 'pass']);
    expect((await judge(4)).lastEnd).toBe('pass');
    const lost = await judged({
      step: { times: 2, settles: true },
      steps,
      copies: { least: 2, most: 2 },
      came: [closed],
    });
    expect(lost.end).toBe('fail no-event');
  },
);

test.each([
  ['a case that leaves the address alone', { routed: true }, true],
  ['one that stands in line for the address', { routed: true, phase: 'address' }, false],
  ['one whose users nobody tells apart', { routed: false }, false],
])(
  'an event less than there should be, among copies, is looked for again by %s: %#',
  async (_, more, again) => {
    const { last } = await judged({
      step: { times: 2, settles: true },
      copies: { least: 2, most: 2 },
      came: [closed, closed],
      ...more,
    });
    expect(last?.code).toBe('no-event');
    expect(last?.unsure?.why).toEqual(again ? expect.stringContaining('Some of the copies') : undefined);
  },
);

test.each<[what: string, situation: Partial<Situation>, end: string, lastEnd: string]>([
  ['comes within it', { came: [closed] }, 'fail unexpected-event', 'pass'],
  ['comes after the next step', { more: [closed] }, 'pass', 'pass'],
  ['comes to another address', { came: [closed], step: { address: 'other' } }, 'pass', 'pass'],
  ['was never seen to come', { copies: null }, 'pass', 'inconclusive no-control'],
])('what must not arrive within a quiet window, and %s', async (_, { step, ...situation }, end, lastEnd) => {
  const of = { times: 0, meanwhile: true as const, ...step };
  const found = await judged({ ...situation, step: of });
  expect([found.end, found.lastEnd]).toEqual([end, lastEnd]);
  expect(found.waited).toBeLessThanOrEqual(1_000);
});

test('an absence counts only where the event is known to come', async () => {
  const absence = { times: 0, settles: true } as const;
  expect((await judged({ step: absence, copies: null })).lastEnd).toBe('inconclusive no-control');
  expect((await judged({ step: absence })).lastEnd).toBe('pass');
  const elsewhere = { event: 'Closed', user: `u-${NONCE}-00002a` };
  expect((await judged({ step: absence, copies: null, more: [elsewhere] })).lastEnd).toBe('pass');
});

test('where nobody could cause the event, its absence is not judged', async () => {
  const absence = { event: 'Closed', times: 0, settles: true } as const;
  const lastEnd = async (lacks: string) => (await judged({ step: absence, copies: null, lacks })).lastEnd;
  expect(await lastEnd('close')).toBe('skipped operator-lacks');
  expect(await lastEnd('inbox')).toBe('inconclusive no-control');
});

test('copies are counted when they are asked for', async () => {
  const { calibrated } = await judged({ step: { calibrates: true }, came: [closed], more: [closed] });
  expect(calibrated.map(([event, count]) => [event, count()])).toEqual([['Closed', 2]]);
  expect((await judged({ step: {}, came: [closed] })).calibrated).toEqual([]);
});

test.each<[what: string, payloads: unknown[], value: unknown, end: string]>([
  ['as it is', [{ body: 'Hello' }], 'Hello', 'pass'],
  ['within a longer text', [{ body: '<p>Hello</p>' }], 'Hello', 'pass'],
  ['deep down', [{ a: [null, { b: ['Hello'] }] }], 'Hello', 'pass'],
  ['in the second event', [{ body: 'x' }, { body: 'Hello' }], 'Hello', 'pass'],
  ['otherwise', [{ body: 'hello' }], 'Hello', 'fail payload'],
  ['in part', [{ body: 'Hell' }], 'Hello', 'fail payload'],
  ['as a number', [{ size: 7 }], 7, 'pass'],
  ['as text of a number', [{ size: '7' }], 7, 'fail no-event'],
  ['as another number', [{ size: 8 }], 7, 'fail no-event'],
  ['with edges cut', [{ body: 'Hello' }], ' Hello\n', 'pass'],
  ['as a link with its letters encoded', [{ link: 'https://f/%C3%A9' }], 'https://f/é', 'fail payload'],
  ['as a link without its query', [{ link: 'https://f/1' }], 'https://f/1?a=b', 'fail payload'],
  ['not at all', [{ body: 'Good day' }], 'Hello', 'fail no-event'],
  ['as null', [{ size: null }], null, 'pass'],
])('a payload that holds the text %s', async (_, payloads, value, end) => {
  const carries = { of: 'act', parameters: ['text'] };
  const came = payloads.map((payload) => ({ ...closed, payload }));
  const run = await judged({ step: { carries }, came, acted: { text: value } });
  expect(run.end).toBe(end);
});

test.each([
  ['007', 7, '7'],
  ['null', null, 'null'],
  ['true', true, 'true'],
  ['Hello', 7, undefined],
])('a text %j that came as %j is named with what stands in its place', async (text, came, shown) => {
  const carries = { of: 'act', parameters: ['text'] };
  const { finding } = await judged({ step: { carries }, came: [{ ...closed, text: came }], acted: { text } });
  expect(finding?.text).toBe(
    shown === undefined
      ? 'Closed arrived without the text that the employee sent.'
      : `Closed arrived with ${shown} instead of the text that the employee sent.`,
  );
});

test('what stands beside a list of one event is of the event', async () => {
  const carries = { of: 'act', parameters: ['text', 'url'] };
  const acted = { text: 'Hello', url: 'https://f/1' };
  const event = { ...closed, text: 'Hello' };
  const beside = await judged({ step: { carries }, came: [{ list: [event], link: 'https://f/1' }], acted });
  expect(beside.end).toBe('pass');
  const both = await judged({
    step: { carries },
    came: [{ list: [event, event], link: 'https://f/1' }],
    acted,
  });
  expect(both.finding).toMatchObject({
    code: 'no-event',
    text: 'Closed arrived without the url that the employee sent.',
  });
});

test.each<[what: string, steps: object[], skipped: boolean]>([
  [
    'one user',
    [
      { do: 'send', request: {} },
      { do: 'send', request: { user: 'a', key: 'main' } },
    ],
    false,
  ],
  ['nobody', [{ do: 'clock' }, { do: 'operate', user: undefined }], false],
  ['two users', [{ do: 'send', request: { user: 'b' } }], true],
  ['another user of the employee', [{ do: 'operate', user: 'b' }], true],
  ['another contact point', [{ do: 'send', request: { key: 'second' } }], true],
  ['a fresh contact point', [{ do: 'address', key: 'unset' }], false],
])('where events name no user, a case about %s can be judged or not', async (_, steps, skipped) => {
  const run = await judged({ step: {}, steps, came: [closed], namesUsers: false });
  expect(run.end).toBe(skipped ? 'skipped event-user' : 'pass');
  expect((await judged({ step: {}, steps, came: [closed] })).end).toBe('pass');
});

test('where events cannot be read, the first delivery ends the wait, and an absence waits for none', async () => {
  const blind = { readsEvents: false };
  const came = await judged({ ...blind, step: {}, came: [{ what: 'ever' }] });
  expect([came.end, came.waited]).toEqual(['inconclusive dialect-event', 100]);
  const atOnce = await judged({ ...blind, step: {}, came: [{ what: 'ever' }], afterMs: 0 });
  expect([atOnce.end, atOnce.waited]).toEqual(['inconclusive dialect-event', 0]);
  const none = await judged({ ...blind, step: {}, before: [{ what: 'ever' }], visits: true });
  expect([none.end, none.waited]).toEqual(['fail no-event', 5_000]);
  const absence = await judged({ ...blind, step: { times: 0, settles: true } });
  expect([absence.end, absence.waited]).toEqual(['pass', 0]);
});

test('where others may come before it, the event is waited for that carries what the act gave', async () => {
  const eventOf = (text: string): object => ({ event: 'TextMessage', user: USER, body: { text } });
  const carries = { of: 'act', parameters: ['text', 'note'] };
  const step = { event: 'TextMessage', carries };
  const acted = { text: 'second', note: 'zzz' };
  const later = await judged({
    step,
    came: [eventOf('first'), { ...eventOf('second'), note: 'zzz' }],
    acted,
  });
  expect(later.end).toBe('pass');
  const other = await judged({ step, came: [eventOf('first'), eventOf('second')], acted });
  expect(other.finding).toMatchObject({
    verdict: 'fail',
    code: 'no-event',
    text: 'TextMessage arrived without the note that the employee sent.',
    expected: `TextMessage for user ${USER} with text "second" and note "zzz"`,
    received: 'TextMessage twice within 5 s, with other content',
  });
});

test('what must not arrive may stand in an event for another act, and nowhere else', async () => {
  const carries = { of: 'act', parameters: ['text'] };
  const step = { event: 'TextMessage', times: 0, settles: true as const, carries };
  const [acted, also] = [{ text: 'Older words' }, { text: 'Younger words' }];
  const event = (...texts: string[]) => ({ event: 'TextMessage', user: USER, texts });
  const beside = await judged({ step, acted, also, more: [event('Younger words', 'Older words')] });
  expect(beside.lastEnd).toBe('pass');
  const alone = await judged({ step, acted, also, more: [event('Older words')] });
  expect(alone.lastEnd).toBe('fail unexpected-event');
  const list = [event('Younger words'), event('Older words')];
  expect((await judged({ step, acted, also, more: [{ list }] })).lastEnd).toBe('fail unexpected-event');
  const file = { url: 'https://files.example/1' };
  const besideFile = await judged({ step, acted, also: file, more: [event('Older words')] });
  expect(besideFile.lastEnd).toBe('fail unexpected-event');
});

test('what another event of the same delivery carries proves nothing', async () => {
  const carries = { of: 'act', parameters: ['text'] };
  const other = { ...closed, user: `u-${NONCE}-00002a`, text: 'Hello' };
  const list = [{ ...closed, text: 'Bye' }, other];
  const run = await judged({ step: { carries }, came: [{ list }], acted: { text: 'Hello' } });
  expect(run.end).toBe('fail no-event');
});
