import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createReader } from '../dialect/reader.js';
import { VirtualClock } from '../virtual/clock.js';
import { VirtualMailbox } from '../virtual/mailbox.js';
import { EventBook } from './event-book.js';
import { sawAnotherRun, weighedByOtherRuns } from './other-runs.js';
import type { CaseOutcome } from './run-context.js';
import type { RouteState, RunState } from './run-state.js';

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

test('what an earlier run left behind is no other run, however often it is repeated', () => {
  expect(sawAnotherRun(bookOf([...others(2), ...others(2), ...others(2)]))).toBe(false);
  expect(sawAnotherRun(bookOf(others(4)))).toBe(false);
});

test('events for many users of another run tell of a run at the same time', () => {
  expect(sawAnotherRun(bookOf(others(5)))).toBe(true);
});

test('own users and those of people tell nothing', () => {
  const users = [...others(9).map((user) => user.replace('fedcba9876', OWN)), 'ada', 'u-7', null];
  expect(sawAnotherRun(bookOf(users))).toBe(false);
});

/** A run that ends at 9,000, and what its route control answers. */
function runThat({
  state,
  addressed = [],
  interrupted = false,
  known = true,
}: {
  state: RouteState | null;
  addressed?: number[];
  interrupted?: boolean;
  known?: boolean;
}) {
  const asked: unknown[] = [];
  const runState = {
    ports: { clock: { now: () => 9_000 } },
    addressings: new Map(addressed.map((at) => [`case at ${at}`, at])),
    signal: interrupted ? AbortSignal.abort() : new AbortController().signal,
    route: state && {
      state: (...question: unknown[]) => {
        asked.push(question);
        return Promise.resolve(state);
      },
    },
    description: () => description,
    book: () => ({ knows: (event: string) => known && event === 'SelectDestination' }),
  } as unknown as RunState;
  return { runState, asked };
}

const missed = {
  case: { version: '1.0', steps: [] },
  verdict: 'fail',
  reason: { code: 'no-event', text: 'It did not come.' },
  startedAt: 5_000,
} as unknown as CaseOutcome;

test.each<[what: string, run: Parameters<typeof runThat>[0], verdict: string]>([
  ['events still come and nobody set the address', { state: 'good', addressed: [4_999] }, 'fail'],
  ['it was set when the case began', { state: 'good', addressed: [4_999, 5_000] }, 'inconclusive'],
  ['somebody else replaced it', { state: 'replaced' }, 'inconclusive'],
  ['events stopped to come', { state: 'silent' }, 'inconclusive'],
  ['nobody can ask', { state: null }, 'inconclusive'],
  ['the run was interrupted', { state: 'good', interrupted: true }, 'inconclusive'],
  ['the event that tells it never came', { state: 'good', known: false }, 'inconclusive'],
])('beside another run, a missing event where %s', async (_, run, verdict) => {
  const { runState, asked } = runThat(run);
  const [outcome] = await weighedByOtherRuns([missed], runState);
  expect(outcome?.verdict).toBe(verdict);
  if (verdict === 'fail') expect(outcome).toBe(missed);
  for (const question of asked) expect(question).toEqual(['1.0', { from: 5_000, to: 9_000, after: 9_000 }]);
});

test('beside another run nobody asks for what it cannot have disturbed', async () => {
  const { runState, asked } = runThat({ state: 'good' });
  const refused = { ...missed, reason: { code: 'refused', text: '' } };
  expect(await weighedByOtherRuns([refused], runState)).toEqual([refused]);
  expect(asked).toEqual([]);
});
