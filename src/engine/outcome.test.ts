import { expect, test } from 'vitest';
import type { Case } from '../cases/types.js';
import type { BookedEvent } from './event-book.js';
import type { CaseOutcome, Exchange } from './evidence.js';
import { asObservation, asSetup, type Finding } from './finding.js';
import type { OperatorResult } from './ports.js';
import { RepeatedValues } from './response-compactor.js';
import { doubtedByOtherRun, withLateEvents, withShortenedWait } from './revise-outcomes.js';
import { ClockConductor } from './service-clock.js';

const found = (verdict: Finding['verdict'], more: Partial<Finding> = {}): Finding => ({
  verdict,
  code: 'refused',
  text: 'Refused.',
  ...more,
});

test.each([
  [found('fail'), 'inconclusive', 'setup-refused'],
  [found('fail', { outright: true }), 'fail', 'refused'],
  [found('skipped'), 'skipped', 'refused'],
  [found('error'), 'error', 'refused'],
])('in a setup %j means %s, %s', (finding, verdict, code) => {
  expect(asSetup(finding)).toMatchObject({ verdict, code });
  expect(asSetup(finding).breach).toEqual(verdict === 'inconclusive' ? finding : undefined);
});

test('who only observes accuses nobody', () => {
  expect(asObservation(found('fail', { outright: true }))).toMatchObject({
    verdict: 'inconclusive',
    code: 'unobserved-refused',
  });
  expect(asObservation(found('skipped'))).toEqual(found('skipped'));
});

const ended = (more: Partial<CaseOutcome>, steps: object[] = []): CaseOutcome => ({
  case: { steps } as unknown as Case,
  verdict: 'pass',
  reason: null,
  expected: null,
  received: null,
  exchanges: [],
  events: [],
  observations: [],
  startedAt: 1_000,
  durationMs: 500,
  ...more,
});

const missing = { verdict: 'fail', reason: { code: 'no-event', text: 'It did not arrive.' } } as const;
const unexpected = { verdict: 'fail', reason: { code: 'unexpected-event', text: 'It came.' } } as const;
const taken = { do: 'address', label: null };
const settling = { do: 'expect-event', settles: true };

test.each<[what: string, outcome: CaseOutcome, doubted: boolean]>([
  ['a missing event', ended(missing), true],
  ['an absence', ended({}, [{ do: 'send' }, settling]), true],
  ['an event that came', ended({}, [{ do: 'expect-event' }]), false],
  ['an inbox at the end', ended({}, [{ do: 'inbox', settles: true }]), false],
  ['an event where no address was to be', ended(unexpected, [{ do: 'send' }, taken]), true],
  ['an event beside an address', ended(unexpected, [{ do: 'address', label: 'x' }, settling]), false],
  [
    'a response where no address was to be',
    ended({ verdict: 'fail', reason: { code: 'status', text: '' } }, [taken]),
    false,
  ],
  ['an observation of it', ended({ ...unexpected, verdict: 'inconclusive' }, [taken]), false],
  ['another fault', ended({ verdict: 'fail', reason: { code: 'refused', text: '' } }, [settling]), false],
  ['a skipped case', ended({ ...missing, verdict: 'skipped' }, [settling]), false],
])('among neighbours %s is doubted: %#', (_, outcome, doubted) => {
  const after = doubtedByOtherRun(outcome);
  if (doubted) {
    expect(after).toMatchObject({ verdict: 'inconclusive', reason: { code: 'interference' } });
    // What was found stays known.
    expect(after.reason?.text).toMatch(
      outcome.reason
        ? /^It .*came\. Events of another|^It did not arrive\. Events of another/
        : /^Events of another/,
    );
  } else expect(after).toBe(outcome);
});

const events = (user: string, ...all: [id: number, at: number, name: string | null][]) => ({
  of: (asked: string): readonly BookedEvent[] =>
    asked === user
      ? all.map(([id, at, name]) => ({ name, delivery: { id, at } }) as unknown as BookedEvent)
      : [],
  isCalled: ({ name }: Pick<BookedEvent, 'name'>, event: string) => name === event,
});

test('what comes after a verdict is kept as evidence, and told where the event was missed', () => {
  const book = events('b', [1, 1_200, 'Asked'], [2, 1_900, 'Asked'], [3, 1_700, null], [3, 1_700, 'Asked']);
  const after = withLateEvents(ended({ ...missing, events: [1] }), ['a', 'b'], book);
  expect(after.verdict).toBe('fail');
  expect(after.events).toEqual([1, 2, 3]);
  expect(after.reason?.text).toBe(
    'It did not arrive. Asked and an event without a name arrived later in the run, 200 ms after the case.',
  );
  const tried = withLateEvents(ended(missing), ['b'], book);
  expect(tried.reason?.text).toBe(
    'It did not arrive. Asked and an event without a name arrived later in the run.',
  );
  const atOnce = withLateEvents(ended(missing), ['c'], events('c', [4, 1_500, 'Asked']));
  expect(atOnce.reason?.text).toBe('It did not arrive. Asked arrived later in the run.');
  const judged = { place: { part: 'absent', about: 'Asked' }, step: 0, at: 1_500 } as const;
  const byName = withLateEvents(
    ended({ ...missing, judged }),
    ['b'],
    events('b', [1, 1_700, 'Asked'], [2, 1_600, 'Told']),
  );
  expect(byName.reason?.text).toBe(
    'It did not arrive. Asked arrived later in the run, 200 ms after the case.',
  );
  expect(byName.events).toEqual([1]);
  const nothing = ended({ ...missing, judged });
  expect(withLateEvents(nothing, ['b'], events('b', [2, 1_600, 'Told']))).toBe(nothing);
  const other = ended({ verdict: 'fail', reason: { code: 'refused', text: 'Refused.' } });
  expect(withLateEvents(other, ['b'], book)).toEqual({ ...other, events: [1, 2, 3] });
  const early = ended({ ...missing, events: [1, 2, 3] });
  expect(withLateEvents(early, ['b'], book)).toBe(early);
});

test('an event that was given up early and came in time accuses nobody', () => {
  const isMeant = ({ name }: Pick<BookedEvent, 'name'>) => name === 'Asked';
  const wait = { user: 'b', subject: 'Asked', isMeant, gaveUpAt: 1_500, dueUntil: 11_000 };
  const came = (at: number, name: string | null = 'Asked') => events('b', [1, at, name]);
  const failed = ended(missing);
  const freed = withShortenedWait(failed, wait, came(1_700));
  expect([freed.verdict, freed.reason?.code]).toEqual(['inconclusive', 'wait-shortened']);
  expect(freed.reason?.text).toMatch(/^Asked arrived 200 ms after the case had stopped waiting/);
  const breach = { verdict: 'fail', code: 'no-event', text: 'It did not arrive.' } as const;
  const spoilt = ended({ verdict: 'inconclusive', reason: { code: 'setup', text: '' }, breach });
  expect(withShortenedWait(spoilt, wait, came(1_700)).breach).toBeUndefined();
  // Too late, of another name, before it was given up, not given up, or another failure.
  for (const book of [came(11_001), came(1_700, 'Told'), came(1_400), events('a', [1, 1_700, 'Asked'])])
    expect(withShortenedWait(failed, wait, book)).toBe(failed);
  expect(withShortenedWait(failed, undefined, came(1_700))).toBe(failed);
  const refused = ended({ verdict: 'fail', reason: { code: 'refused', text: '' } });
  expect(withShortenedWait(refused, wait, came(1_700))).toBe(refused);
});

/** Of what would never end otherwise. */
const ENDS = { timeout: 5_000 };

test(
  'the clock moves for all that wait, to the earliest moment, and no further than it must',
  ENDS,
  async () => {
    const moves: number[] = [];
    const told: string[] = [];
    const conductor = new ClockConductor((seconds) => {
      moves.push(seconds / 3600);
      return Promise.resolve<OperatorResult>({ ok: true });
    }, Date.now);
    const joined = (name: string): ((...hours: number[]) => Promise<void>) => {
      const member = {};
      conductor.join(member);
      return async (...hours) => {
        for (const hour of hours) {
          await conductor.until(member, hour);
          told.push(`${name}${hour}`);
        }
        conductor.leave(member);
      };
    };
    const [a, b, c] = ['a', 'b', 'c'].map(joined);
    await Promise.all([a?.(0, 25), b?.(2, 25), c?.(2)]);
    expect(told).toEqual(['a0', 'b2', 'c2', 'a25', 'b25']);
    expect(moves).toEqual([2, 23]);
    // Who joins later counts from there; while the clock is being moved, from where it comes to.
    const [d, e] = ['d', 'e'].map(joined);
    await Promise.all([d?.(3), e?.(1).then(() => joined('f')(2, 4))]);
    expect(told.slice(5)).toEqual(['e1', 'd3', 'f2', 'f4']);
    expect(moves).toEqual([2, 23, 1, 2, 2, 2]);
  },
);

test('who joins while the clock is being moved counts from where it comes to', ENDS, async () => {
  const moves: number[] = [];
  const late = {};
  const conductor: ClockConductor = new ClockConductor((seconds) => {
    moves.push(seconds / 3600);
    if (moves.length === 1) conductor.join(late);
    return Promise.resolve<OperatorResult>({ ok: true });
  }, Date.now);
  const early = {};
  conductor.join(early);
  await conductor.until(early, 5);
  conductor.leave(early);
  await conductor.until(late, 2);
  expect(moves).toEqual([5, 2]);
});

test('from the evening on, an hour has midnight in it, whenever the run began', ENDS, async () => {
  const moves: number[] = [];
  const noon = Date.parse('2026-03-01T12:00:00Z');
  const now = (): number => noon + moves.reduce((sum, seconds) => sum + seconds * 1000, 0);
  const conductor = new ClockConductor((seconds) => {
    moves.push(seconds);
    return Promise.resolve<OperatorResult>({ ok: true });
  }, now);
  const times: string[] = [];
  const joined = async (): Promise<void> => {
    const member = {};
    conductor.join(member);
    for (const hours of [0, 1]) {
      await conductor.until(member, hours, 'evening');
      times.push(new Date(now()).toISOString().slice(5, 16));
    }
    conductor.leave(member);
  };
  const other = {};
  conductor.join(other);
  const both = [joined(), joined()];
  const passed = conductor.until(other, 1).then(() => conductor.leave(other));
  await Promise.all([...both, passed]);
  expect(times).toEqual(['03-01T23:30', '03-01T23:30', '03-02T00:30', '03-02T00:30']);
  await joined();
  expect(times.slice(4)).toEqual(['03-02T23:30', '03-03T00:30']);
  expect(moves).toEqual([3_600, 10.5 * 3_600, 3_600, 23 * 3_600, 3_600]);
});

test.each([
  ['refuses', () => Promise.resolve({ ok: false, kind: 'unsupported', text: 'no' } as const)],
  ['throws', () => Promise.reject(new Error('broken'))],
])('a clock that a driver %s to move stands where it stood', async (_how, first) => {
  const moves: number[] = [];
  const conductor = new ClockConductor((seconds) => {
    moves.push(seconds / 3600);
    return moves.length === 1 ? first() : Promise.resolve({ ok: true });
  }, Date.now);
  const [entry, other] = [{}, {}];
  conductor.join(entry);
  conductor.join(other);
  expect(
    (await Promise.all([conductor.until(entry, 2), conductor.until(other, 2)])).map(({ ok }) => ok),
  ).toEqual([false, false]);
  conductor.leave(entry);
  expect(await conductor.until(other, 2)).toEqual({ ok: true });
  expect(moves).toEqual([2, 2]);
  expect(() => conductor.until(entry, 3)).toThrow();
});

test('values that responses share are found once, as far as anybody has asked', () => {
  const exchanges = ['x', 'y', 'x', undefined, undefined, 'x'].map((value, id) => ({ id, value }));
  const some = exchanges.slice(0, 3) as unknown as Exchange[];
  const read: number[] = [];
  const values = new RepeatedValues(some, (exchange) => {
    read.push(exchange.id);
    return { value: (exchange as unknown as { value: unknown }).value, group: 'g' };
  });
  const pairs = () => values.all().within.map(({ value, before, after }) => [value, before.id, after.id]);
  expect(pairs()).toEqual([['x', 0, 2]]);
  some.push(...(exchanges.slice(3) as unknown as Exchange[]));
  expect(pairs()).toEqual([
    ['x', 0, 2],
    ['x', 0, 5],
  ]);
  expect(read).toEqual([0, 1, 2, 3, 4, 5]);
});

test('values that only groups share are told apart from those within one', () => {
  const exchanges = ['a x', 'b x', 'a y', 'b y', 'b y'].map((text, id) => ({ id, text }));
  const values = new RepeatedValues(exchanges as unknown as Exchange[], (exchange) => {
    const [group = '', value] = (exchange as unknown as { text: string }).text.split(' ');
    return { value, group };
  });
  const { within, across, groups } = values.all();
  expect(groups).toBe(2);
  expect(within.map(({ before, after }) => [before.id, after.id])).toEqual([[3, 4]]);
  expect(across.map(({ before, after }) => [before.id, after.id])).toEqual([
    [0, 1],
    [2, 3],
    [2, 4],
  ]);
});
