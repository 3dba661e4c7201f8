import { expect, test } from 'vitest';
import type { ExpectEventStep } from '../../cases/types.js';
import { AddressLog } from '../address-log.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Delivery } from '../ports.js';
import type { RouteState } from '../run-state.js';
import { missingEvent, routeProblem } from './missing-event.js';

const STEP: ExpectEventStep = { do: 'expect-event', event: 'Asked', user: 'a', times: 1 };
const USER = 'u-1';

interface Situation {
  step?: Partial<ExpectEventStep>;
  /** Addresses at which the event came. */
  came?: string[];
  /** When it came; the last stimulus left at 1,600. Without a moment, it came after that. */
  cameAt?: number;
  /** The address of another contact point that the user wrote to, set before the case began. */
  otherPoint?: string;
  least?: number;
  /** How many came with other content. */
  different?: number;
  /** All that reached the catcher; default moment 2,000. */
  deliveries?: Partial<Omit<Delivery, 'body'> & { body: string }>[];
  lost?: [inMailbox: number, inBook: number];
  /** Deliveries without a mark of the run that were not kept. */
  lostOthers?: number;
  proven?: boolean;
  readable?: boolean;
  /** Null: nobody checks it. */
  route?: RouteState | null;
  /** When the target took an address that it had to refuse; default: never. */
  tookInvalid?: number;
  /** When a request to set another address than `main`, set at 500, was refused; default: never. */
  refusedAt?: number;
  /** When an event of the name came that names nobody; default: none did. */
  withoutUser?: number;
  /** When one came for an empty user id; default: never. */
  forEmptyUser?: number;
  /** Users for whom an event of the name came that no user of the run is, and when. */
  foreign?: [user: string, at: number][];
  /** What was left of the run's wait budget. */
  waitedMs?: number;
  /** Messages that no event names. */
  unnamed?: string[];
}

/** A case that began at 1,000, whose message was answered at 1,600; now it is 8,000. */
async function judged(situation: Situation) {
  const { step, came = [], least = 1, different = 0, deliveries = [], lost = [0, 0] } = situation;
  const { withoutUser = Number.NEGATIVE_INFINITY, foreign = [] } = situation;
  const { proven = true, readable = true, route = 'good', waitedMs = 5_000, unnamed = [] } = situation;
  const asked: unknown[] = [];
  const addressLog = new AddressLog();
  addressLog.wrote(USER, 'key');
  if (situation.otherPoint !== undefined) {
    addressLog.wrote(USER, 'other key');
    addressLog.set({
      key: 'other key',
      version: '1.0',
      label: situation.otherPoint,
      left: 100,
      answered: 110,
    });
  }
  if (situation.refusedAt !== undefined) {
    addressLog.set({ key: 'key', version: '1.0', label: 'main', left: 500, answered: 510 });
    addressLog.wasRefused('key', situation.refusedAt);
  }
  if (situation.tookInvalid !== undefined) addressLog.tookInvalid('key', situation.tookInvalid);
  const context = {
    startedAt: 1_000,
    lastStimulus: 1_600,
    lastLeft: 1_600,
    testCase: { id: 'own', version: '1.0' },
    user: () => USER,
    address: (label: string | undefined) => label,
    users: () => [USER, `${USER}b`],
    description: {
      events: { Asked: {}, seen: { unnamed: true } },
      operations: { setAddress: { kind: 'address' } },
    },
    deliveries: [],
    runState: {
      runContext: {
        eventTimeoutMs: 5_000,
        reader: { readsEvents: readable, events: ({ body }: Delivery) => eventsOf(body) },
      },
      ports: {
        clock: { now: () => 8_000 },
        mailbox: {
          lost: lost[0],
          lostOthers: situation.lostOthers ?? 0,
          deliveries: deliveries.map(({ body = '', ...more }) => ({
            at: 2_000,
            method: 'POST',
            ...more,
            body: Buffer.from(body),
          })),
        },
      },
      route: route && {
        state: (...question: unknown[]) => {
          asked.push(question);
          return Promise.resolve(route);
        },
      },
      addressLog,
      isCatcherProven: proven,
      book: () => ({
        lost: lost[1],
        hasComeWithoutUser: (from: number) => from <= withoutUser,
        hasComeForEmptyUser: (from: number) => from <= (situation.forEmptyUser ?? Number.NEGATIVE_INFINITY),
        all: () => [],
        foreign: () => foreign.map(([user, at]) => ({ name: 'Asked', user, delivery: { id: 7, at } })),
      }),
    },
  } as unknown as CaseContext;
  const { cameAt: at = 2_000 } = situation;
  const events = came.map((address) => ({ delivery: { address, at } }) as unknown as BookedEvent);
  const others = Array.from({ length: different }, () => ({}) as BookedEvent);
  const finding = await missingEvent(
    context,
    { ...STEP, times: least, ...step },
    { named: [...events, ...others], came: events, unnamed, waitedMs },
  );
  for (const question of asked) expect(question).toEqual(['1.0', { from: 1_000, to: 8_000, after: 1_600 }]);
  return finding;
}

/** Lists of what is JSON are lists of events. */
function eventsOf(body: Uint8Array): { payload: unknown }[] {
  try {
    return [JSON.parse(Buffer.from(body).toString())].flat().map((payload) => ({ payload }));
  } catch {
    return [{ payload: Buffer.from(body).toString() }];
  }
}

test.each<[what: string, situation: Situation, end: string, received: string]>([
  ['nothing came', {}, 'fail no-event', 'nothing within 5 s'],
  ['too few came', { came: ['x'], least: 2 }, 'fail no-event', 'Asked once within 5 s'],
  [
    'it came elsewhere',
    { step: { address: 'x' }, came: ['x', 'y'], least: 2 },
    'fail wrong-address',
    'Asked at the address "…/y"',
  ],
  [
    'too few came where it was due',
    { step: { address: 'x' }, came: ['x'], least: 2 },
    'fail no-event',
    'Asked once within 5 s',
  ],
  [
    "it came to another contact point's address afterwards",
    { step: { address: 'x' }, came: ['y'], otherPoint: 'y', cameAt: 1_601 },
    'fail wrong-address',
    'Asked at the address "…/y"',
  ],
  [
    "one came to another contact point's address before anything had caused this one",
    { step: { address: 'x' }, came: ['y'], otherPoint: 'y', cameAt: 1_600 },
    'fail no-event',
    'nothing within 5 s',
  ],
  ['own events were not kept', { lost: [2, 3] }, 'inconclusive evidence-dropped', 'nothing within 5 s'],
  ['nobody reached the catcher', { proven: false }, 'inconclusive catcher-unproven', 'nothing within 5 s'],
  ['events stopped to come', { route: 'silent' }, 'fail no-event', 'nothing within 5 s'],
  ['the address was replaced', { route: 'replaced' }, 'inconclusive interference', 'nothing within 5 s'],
  ['time took the address away', { route: 'lapsed' }, 'fail no-event', 'nothing within 5 s'],
  ['the target is gone', { route: 'lost' }, 'inconclusive target-lost', 'nothing within 5 s'],
  ['nobody checks the route', { route: null }, 'fail no-event', 'nothing within 5 s'],
])('a missing event where %s', async (_, situation, end, received) => {
  const finding = await judged(situation);
  expect(`${finding.verdict} ${finding.code}`).toBe(end);
  expect(finding.received).toBe(received);
  expect(finding.expected).toMatch(/^Asked( twice)?( at the address "…\/x")? for user u-1/);
});

test('that nothing has come since a request for another address was refused is said', async () => {
  const received = async (refusedAt: number, cameAt: number): Promise<string> =>
    (await judged({ refusedAt, deliveries: [{ address: 'main', at: cameAt }] })).received ?? '';
  expect(await received(1_200, 1_100)).toBe('nothing within 5 s, nor anything since setAddress was refused');
  // Something has come since, the address was set since, or the refusal came after what should have caused the event.
  expect(await received(1_200, 1_300)).toBe('nothing within 5 s');
  expect(await received(400, 300)).toBe('nothing within 5 s');
  expect(await received(1_700, 1_100)).toBe('nothing within 5 s');
  // What is awaited elsewhere has nothing to do with it.
  const away = { step: { address: 'x' }, deliveries: [{ address: 'main', at: 1_100 }] };
  expect((await judged({ refusedAt: 1_200, ...away })).received).toBe('nothing within 5 s');
});

test('what was not waited for in full says why', async () => {
  const { text, received, place } = await judged({ waitedMs: 1_000 });
  expect(place?.waitShortened).toBe(true);
  expect((await judged({})).place?.waitShortened).toBeUndefined();
  expect(text).toBe(
    'Asked did not arrive; the wait was shortened because earlier ones had not arrived within the full 5 s.',
  );
  expect(received).toBe('nothing within 1 s, a shortened wait');
  expect((await judged({ waitedMs: 1_000, came: ['x'], least: 2 })).text).toBe(
    'Asked arrived once, not twice; the wait was shortened because earlier ones had not arrived within the full 5 s.',
  );
  expect((await judged({ came: ['x'], least: 2 })).text).toBe('Asked arrived once within 5 s, not twice.');
});

test('that some messages are reported, and others are not, is a headline of its own', async () => {
  const step = { event: 'seen', reports: ['a', 'b'] };
  const partly = await judged({ step, came: ['x'], unnamed: ['b'] });
  expect(partly.place?.headline).toMatch(/ does not arrive for every message\.$/);
  expect((await judged({ step, unnamed: ['a', 'b'] })).place?.headline).toBeUndefined();
});

test.each<[situation: Situation, end: string]>([
  [{ came: ['x', 'x'], unnamed: ['b'] }, 'arrived twice within 5 s, none for the 2nd of 5 messages.'],
  [
    { came: ['x', 'x'], unnamed: ['a', 'e'] },
    'arrived twice within 5 s, none for the 1st and 5th of 5 messages.',
  ],
  [
    { came: ['x'], unnamed: ['a', 'b', 'c', 'd', 'e'] },
    'arrived once within 5 s, none for the 1st, 2nd, 3rd and 2 more of 5 messages.',
  ],
  [{ came: ['x', 'x'] }, 'arrived twice within 5 s, not 5 times.'],
  [{ unnamed: ['a', 'b', 'c', 'd', 'e'] }, 'did not arrive within 5 s.'],
])('messages that are not reported are named where events name any: %j', async (situation, end) => {
  const step = { event: 'seen', reports: ['a', 'b', 'c', 'd', 'e'] };
  const { text, of } = await judged({ ...situation, step });
  expect(text).toBe(`The seen notification ${end}`);
  expect(of).toBe(situation.unnamed?.[0] ?? 'a');
});

test('one with other content is not the one meant, and an event without a known name is called by what it reports', async () => {
  const { text, received } = await judged({ different: 1 });
  expect(text).toBe('Asked did not arrive with its content within 5 s.');
  expect(received).toBe('Asked once within 5 s, with other content');
  const unnamed = await judged({ step: { event: 'seen' } });
  expect(unnamed.text).toBe('The seen notification did not arrive within 5 s.');
  expect(unnamed.expected).toBe('the seen notification for user u-1');
});

test('an event that names nobody is told apart from none, if it came in the time of the case', async () => {
  const { verdict, code, received } = await judged({ withoutUser: 1_000 });
  expect([verdict, code, received]).toEqual(['fail', 'user-missing', "Asked without a user's id"]);
  expect((await judged({ withoutUser: 999 })).code).toBe('no-event');
  expect((await judged({ withoutUser: 2_000, different: 1 })).code).toBe('no-event');
});

test('an event for an empty user id is told besides, if it came after the last stimulus', async () => {
  expect((await judged({ forEmptyUser: 1_600 })).text).toBe(
    'Asked did not arrive within 5 s, but one for an empty user id did.',
  );
  expect((await judged({ forEmptyUser: 1_600, waitedMs: 900 })).text).toBe(
    'Asked did not arrive, but one for an empty user id did; the wait was shortened because earlier ones had not arrived within the full 5 s.',
  );
  expect((await judged({ forEmptyUser: 1_600, came: ['x'], least: 2 })).text).toBe(
    'Asked arrived once within 5 s, not twice, and one for an empty user id.',
  );
  expect((await judged({ forEmptyUser: 1_599 })).text).toBe('Asked did not arrive within 5 s.');
});

test.each([[[1, 0]], [[0, 1]]])('whatever was lost may have been the event: %j', async (lost) => {
  expect((await judged({ lost: lost as [number, number] })).code).toBe('evidence-dropped');
});

test('what names nobody of the run and was not kept may have been an event whose name is not shown, and no other', async () => {
  expect((await judged({ lostOthers: 1 })).code).toBe('no-event');
  const unnamed = await judged({ lostOthers: 1, step: { event: 'seen' } });
  expect([unnamed.verdict, unnamed.code]).toEqual(['inconclusive', 'evidence-dropped']);
});

test.each<[what: string, delivery: NonNullable<Situation['deliveries']>[number], odd: string | null]>([
  ['a PUT', { method: 'PUT', body: `{"user":"${USER}"}` }, 'a PUT'],
  ['a text', { body: `for ${USER}` }, 'a body that is not a JSON object'],
  ['the beginning of a long text', { body: `for ${USER}`, partial: true }, null],
  ['JSON of a text', { body: `"${USER}"` }, 'a body that is not a JSON object'],
  ['null in a list', { body: `[null, "${USER}"]` }, 'a body that is not a JSON object'],
  ['a list with one object', { body: `[1, {"user":"${USER}"}]` }, null],
  ['an object', { body: `{"user":"${USER}"}` }, null],
  ['a PUT for another user', { method: 'PUT', body: '{"user":"u-2"}' }, null],
  ['a PUT before the case', { method: 'PUT', body: USER, at: 999 }, null],
  ['a PUT as the case begins', { method: 'PUT', body: USER, at: 1_000 }, 'a PUT'],
])('%s in place of an event', async (_, delivery, odd) => {
  const finding = await judged({ deliveries: [delivery] });
  expect(finding.code).toBe(odd ? 'event-shape' : 'no-event');
  if (odd) expect(finding.received).toBe(odd);
});

test('who got some of the events is not told of odd deliveries', async () => {
  const finding = await judged({ came: ['x'], least: 2, deliveries: [{ method: 'PUT', body: USER }] });
  expect(finding.code).toBe('no-event');
});

test.each<[at: number, method: string, code: string]>([
  [1_000, 'POST', 'dialect-event'],
  [999, 'POST', 'no-event'],
  [2_000, 'GET', 'no-event'],
])('where events cannot be read, a delivery at %i by %s: %s', async (at, method, code) => {
  const finding = await judged({ readable: false, deliveries: [{ at, method, body: 'x' }] });
  expect(finding.code).toBe(code);
});

test('a target that is gone is told by what was asked and answered', () => {
  expect(routeProblem('lost', 'setWebhook: status 503')?.text).toBe(
    'A check during the run was not answered as before (setWebhook: status 503), so no events can be expected.',
  );
  expect(routeProblem('lost', null)?.text).toMatch(/^The target did not answer as before,/);
  expect(routeProblem('good', null)).toBeNull();
});

test('an event that does not arrive once an invalid address was taken is asked for again', async () => {
  const finding = await judged({ tookInvalid: 1_000 });
  expect(finding).toMatchObject({ verdict: 'fail', code: 'no-event', unsure: { passing: 'cleared' } });
  expect((await judged({ tookInvalid: 999 })).unsure).toBeUndefined();
});

test.each<[id: string, text: string]>([
  ['U-1', "the user's id in upper case"],
  ['u 1', "an id other than the user's"],
])(
  "an id that came in place of the user's says what became of it, if that is known: %s",
  async (id, words) => {
    expect((await judged({ foreign: [[id, 1_000]] })).text).toBe(`Asked arrived with ${words}.`);
  },
);

test.each<[id: string, at: number, received: string | null]>([
  ['U-1', 1_000, 'Asked for "U-1"'],
  ['u 1', 1_500, 'Asked for "u 1"'],
  ['u-1', 999, null],
  ['u-1b', 1_500, null],
  ['u-10', 1_500, null],
])("an event for the id %s at %i is the user's own under another id: %s", async (id, at, received) => {
  const told = await judged({ foreign: [[id, at]] });
  expect([told.code, told.received]).toEqual(
    received ? ['user-missing', received] : ['no-event', 'nothing within 5 s'],
  );
});
