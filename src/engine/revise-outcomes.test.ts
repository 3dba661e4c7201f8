import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createReader } from '../dialect/reader.js';
import { VirtualClock, VirtualMailbox } from '../virtual/ports.js';
import { EventBook } from './event-book.js';
import type { CaseOutcome, Exchange } from './evidence.js';
import { sawOtherRun, weighedByOtherRuns, withSurplus } from './revise-outcomes.js';
import type { RouteState, RunState } from './run-state.js';

type Surplus = 'own' | 'ambiguous' | null;

const exchange = (id: number, surplus: Surplus, caseId = `case-${id}`): Exchange =>
  ({ id, caseId, operation: 'list', outcome: { connection: { surplus } } }) as unknown as Exchange;

const outcome = (id: number, more: Partial<CaseOutcome> = {}, level = 'required'): CaseOutcome =>
  ({
    case: { id: `case-${id}`, level },
    verdict: 'pass',
    reason: null,
    exchanges: [id],
    startedAt: 1_000,
    durationMs: 50,
    ...more,
  }) as unknown as CaseOutcome;

const told = (outcomes: readonly CaseOutcome[]) =>
  outcomes.map(({ verdict, reason }) => [verdict, reason?.code].filter(Boolean).join(' '));

test('the case whose request it was fails for what came after the response', () => {
  const [found] = withSurplus([outcome(0)], [exchange(0, 'own')]);
  expect(found).toMatchObject({
    verdict: 'fail',
    reason: { code: 'surplus-bytes' },
    judged: { place: { part: 'answer', exchange: 0, about: 'list' }, step: 0, at: 1_050 },
  });
});

test('another verdict stands, who only observes accuses nobody, and the request of another case is not its own', () => {
  const failed = outcome(0, { verdict: 'fail', reason: { code: 'auth', text: '' } });
  const all = [failed, outcome(1, {}, 'observed'), outcome(2)];
  const seen = [exchange(0, 'own'), exchange(1, 'own'), exchange(2, 'own', 'case-9')];
  expect(told(withSurplus(all, seen))).toEqual(['fail auth', 'pass', 'pass']);
});

test('what may be the response to another request proves nothing while nobody is known to have sent it', () => {
  const seen = [exchange(0, 'ambiguous'), exchange(1, null), exchange(2, 'own')];
  expect(told(withSurplus([outcome(0), outcome(1)], seen))).toEqual(['inconclusive surplus-bytes', 'pass']);
  expect(told(withSurplus([outcome(0), outcome(1), outcome(2)], seen))).toEqual([
    'pass',
    'pass',
    'fail surplus-bytes',
  ]);
});

const OWN = '0123456789';
const [description] = (await loadDescriptions()) as [Description];

/** Events for these users, one after the other. */
function bookOf(users: readonly (string | null)[]): EventBook {
  const mailbox = new VirtualMailbox(new VirtualClock());
  for (const user of users) mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user }));
  const dialect = { error: null, event: { name: '/event', user: '/user' }, bodies: {}, clearWebhook: null };
  return new EventBook(mailbox, createReader(dialect, [description]), description, OWN);
}

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `u-fedcba9876-${String(at).padStart(5, '0')}a`);

const sees = (book: EventBook): boolean =>
  sawOtherRun({
    runContext: { descriptions: { '1.0': description } },
    book: () => book,
  } as unknown as RunState);

test('what an earlier run left behind is no other run, however often it is repeated', () => {
  expect(sees(bookOf([...others(2), ...others(2), ...others(2)]))).toBe(false);
  expect(sees(bookOf(others(4)))).toBe(false);
});

test('events for many users of another run tell of a run at the same time', () => {
  expect(sees(bookOf(others(5)))).toBe(true);
});

test('own users and those of people tell nothing', () => {
  const users = [...others(9).map((user) => user.replace('fedcba9876', OWN)), 'ada', 'u-7', null];
  expect(sees(bookOf(users))).toBe(false);
});

interface OtherRun {
  state: RouteState | null;
  addressed?: number[];
  interrupted?: boolean;
  known?: boolean;
  /** Until when the address was ours before it was set again. */
  held?: number;
  /** When the case only waited for the end of the run. */
  parked?: number;
  /** When the other run was last seen. */
  seen?: number;
  /** When events came for a user of this run who wrote under the version. */
  came?: number[];
  /** At which of its addresses they came. */
  at?: string;
}

/** A run that ends at 9,000 and waits 1,000 for events, and what its route check answers. */
function runThat({
  state,
  addressed = [],
  interrupted = false,
  known = true,
  held,
  parked,
  seen = 4_500,
  came = [],
  at: address = 'main',
}: OtherRun) {
  const asked: unknown[] = [];
  const runState = {
    ports: { clock: { now: () => 9_000 } },
    runContext: { descriptions: { '1.0': description }, eventTimeoutMs: 1_000 },
    mainAddressSetAt: addressed,
    writers: new Map([['writer', '1.0']]),
    idleSince: new Map(parked === undefined ? [] : [['case', parked]]),
    signal: interrupted ? AbortSignal.abort() : new AbortController().signal,
    route: state && {
      state: (...question: unknown[]) => {
        asked.push(question);
        return Promise.resolve(state);
      },
      heldUntil: () => held ?? null,
    },
    description: () => description,
    book: () => ({
      knows: (event: string) => known && event === 'SelectDestination',
      newOtherRunUserAt: () => seen,
      all: () => [
        ...came.map((at) => ({ user: 'writer', delivery: { at, address } })),
        // Of a user who wrote under another version, which may have an address of its own.
        { user: 'other', delivery: { at: 7_000, address: 'main' } },
      ],
    }),
  } as unknown as RunState;
  return { runState, asked };
}

/** Of a case that began at 5,000 and ended at 6,000. */
const missed = {
  case: { id: 'case', version: '1.0', steps: [] },
  verdict: 'fail',
  reason: { code: 'no-event', text: 'It did not arrive.' },
  startedAt: 5_000,
  durationMs: 1_000,
} as unknown as CaseOutcome;

const watched = {
  ...missed,
  case: { id: 'case', version: '1.0', steps: [{ do: 'expect-event', settles: true }] },
  verdict: 'pass',
  reason: null,
} as unknown as CaseOutcome;

const SET_BY_US: Partial<OtherRun> = { addressed: [4_999, 7_000] };

test.each<[what: string, run: OtherRun, until: number | null]>([
  ['events still come and nobody set the address', { state: 'good', addressed: [4_999] }, 9_000],
  ['it was set when the case began', { state: 'good', addressed: [4_999, 5_000] }, null],
  ['this run set it after the case', { state: 'good', ...SET_BY_US }, null],
  ['it was ours just before this run set it again', { state: 'good', ...SET_BY_US, came: [6_999] }, null],
  ['it was ours before this run set it again', { state: 'good', ...SET_BY_US, held: 6_900 }, 6_900],
  ['it was ours after this run had set it again', { state: 'good', ...SET_BY_US, held: 7_100 }, null],
  ['it was ours while the case went on', { state: 'good', ...SET_BY_US, held: 5_900 }, null],
  [
    'it was ours while the case only waited',
    { state: 'good', ...SET_BY_US, held: 5_900, parked: 5_800 },
    5_900,
  ],
  ['the other run had not been seen for long', { state: 'good', ...SET_BY_US, seen: 3_999 }, 9_000],
  ['the other run had just been seen', { state: 'good', ...SET_BY_US, seen: 4_000 }, null],
  ['somebody else replaced it', { state: 'replaced' }, null],
  ['somebody else replaced it, unseen for long', { state: 'replaced', ...SET_BY_US, seen: 3_000 }, null],
  ['events stopped to come', { state: 'silent' }, null],
  ['nobody can ask', { state: null }, null],
  ['the run was interrupted', { state: 'good', interrupted: true }, null],
  ['the event that tells it never came', { state: 'good', known: false }, null],
])('beside another run, a missing event where %s', async (_, run, until) => {
  const { runState, asked } = runThat(run);
  const [outcome] = await weighedByOtherRuns([missed], runState);
  if (until === null)
    expect(outcome).toMatchObject({ verdict: 'inconclusive', reason: { code: 'interference' } });
  else {
    expect(outcome).toBe(missed);
    expect(asked).toEqual([['1.0', { from: 5_000, to: until, after: until }]]);
  }
});

test.each<[what: string, run: OtherRun, isDoubted: boolean]>([
  ['it was ours just before this run set it again', { state: 'good', ...SET_BY_US, came: [6_001] }, false],
  ['it was ours long before', { state: 'good', ...SET_BY_US, came: [5_999, 7_001] }, true],
  ['another address was ours', { state: 'good', ...SET_BY_US, came: [6_999], at: 'former' }, true],
  ['somebody else replaced it', { state: 'replaced', ...SET_BY_US, came: [6_999] }, true],
])('beside another run, an absence where %s', async (_, run, isDoubted) => {
  const [outcome] = await weighedByOtherRuns([watched], runThat(run).runState);
  expect(outcome?.verdict).toBe(isDoubted ? 'inconclusive' : 'pass');
});

test('beside another run nobody asks for what it cannot have disturbed', async () => {
  const { runState, asked } = runThat({ state: 'good' });
  const refused = { ...missed, reason: { code: 'refused', text: '' } };
  expect(await weighedByOtherRuns([refused], runState)).toEqual([refused]);
  expect(asked).toEqual([]);
});
