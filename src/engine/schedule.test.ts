import { expect, test } from 'vitest';
import { virtualRun } from '../../test/support/engine/virtual-run.js';
import type { Case } from '../cases/types.js';
import { eventsUnderWay, fills, overlaps, urgencyOf } from './schedule.js';

test('the longest chains go first, and requests that nobody waits for go last', async () => {
  const run = await virtualRun({
    roundTripMs: 10,
    concurrency: 1,
    only: (testCase) =>
      testCase.version === '1.2' &&
      ['routing', 'requests'].includes(testCase.group) &&
      testCase.phase === 'open' &&
      !overlaps(testCase),
  });
  const byId = new Map(run.cases.map((testCase) => [testCase.id, testCase]));
  const begun = [...new Set(run.exchanges.map(({ caseId }) => caseId))].map((id) => byId.get(id) as Case);
  // The very first finds nobody in line.
  const later = begun.slice(1);
  const urgenciesOf = (cases: readonly Case[]): number[] =>
    cases.map((testCase) => urgencyOf(testCase, testCase.steps));
  // Some of those that nobody waits for fill the time in which there is no room for further events; those that need much
  // room let others go before them at first.
  const urgencies = urgenciesOf(
    later.filter((testCase) => !fills(testCase) && eventsUnderWay(testCase) <= FEW_EVENTS),
  );
  expect(urgencies).toEqual([...urgencies].sort((a, b) => b - a));
  expect(new Set(urgencies).size).toBeGreaterThan(5);
  const last = later.slice(-later.filter(fills).length / 2);
  expect(last.filter((testCase) => !fills(testCase))).toEqual([]);
});

const FEW_EVENTS = 2;

test('how many events are under way at once is counted from one that is awaited to the next', () => {
  const send = { do: 'send', expect: { kind: 'accepted' } };
  const refused = { do: 'send', expect: { kind: 'refused' } };
  const act = { do: 'operate' };
  const awaited = { do: 'expect-event', times: 1 };
  const absent = { do: 'expect-event', times: 0 };
  const atOnce = (steps: object[], repeats?: number): number =>
    eventsUnderWay({ steps, ...(repeats && { repeats }) } as unknown as Case);
  expect(atOnce([])).toBe(0);
  expect(atOnce([send, refused, absent, send])).toBe(2);
  expect(atOnce([send, send, act, awaited, send, awaited, act])).toBe(3);
  expect(
    atOnce([send, { do: 'expect-some-order' }, send, { do: 'expect-event', times: { atLeast: 1 } }, send]),
  ).toBe(1);
  expect(atOnce([send, send], 3)).toBe(6);
  // Ten at once, and then one ten times.
  const once = Array.from({ length: 10 }, () => send);
  expect(atOnce([...once, awaited, ...once.flatMap((each) => [each, awaited])])).toBe(6);
});

test('what must overlap has the run to itself at first', async () => {
  const { first, overlapping } = await begun({ roundTripMs: 10 });
  const others = [...first].filter(([id]) => !overlapping.has(id)).map(([, at]) => at);
  expect(others.length).toBeGreaterThan(20);
  expect(Math.min(...others)).toBeGreaterThan(Math.max(...overlapping.values()));
});

test('from afar, others begin before the last of it has', async () => {
  const { first, overlapping } = await begun({ roundTripMs: 300 });
  const others = [...first].filter(([id]) => !overlapping.has(id)).map(([, at]) => at);
  expect(Math.min(...others)).toBeLessThan(Math.max(...overlapping.values()));
});

/** When the cases were begun, and when those that must overlap sent for the last time. */
async function begun({ roundTripMs }: { roundTripMs: number }) {
  const { cases, exchanges } = await virtualRun({
    roundTripMs,
    only: ({ version, group }) => version === '1.2' && ['concurrency', 'routing'].includes(group),
  });
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { caseId = '', outcome } of exchanges) {
    if (!first.has(caseId)) first.set(caseId, outcome.startedAt);
    last.set(caseId, outcome.startedAt);
  }
  const ids = cases.filter((testCase) => testCase.phase === 'open' && overlaps(testCase)).map(({ id }) => id);
  return {
    first: new Map(
      [...first].filter(([id]) => cases.some((testCase) => testCase.id === id && testCase.phase === 'open')),
    ),
    overlapping: new Map(ids.map((id) => [id, last.get(id) ?? 0])),
  };
}
