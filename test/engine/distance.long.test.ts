import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { lowerBound } from '../../src/run/run-record.js';
import { type VirtualRun, virtualRun } from '../support/engine/virtual-run.js';
import { oneByOne } from '../support/service/habits.js';
import { EXHAUSTIVE, shareOf } from '../support/share.js';

const CONCURRENCY = 32;

/** As many cases as make a line of events long. */
const ofLast = ({ version }: Case): boolean => version === '1.2';

test('a good service far away passes every case, in hardly longer than it must take', {
  timeout: 120_000,
}, async () => {
  const roundTripMs = 300;
  const run = await virtualRun({
    roundTripMs,
    concurrency: CONCURRENCY,
    only: EXHAUSTIVE ? () => true : ofLast,
  });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(run.outcomes.map((outcome) => outcome.case)).toEqual(run.cases);
  expect(run.cases.length).toBeGreaterThan(1_000);
  expect(run.atOnce).toBe(CONCURRENCY);

  const { lowerBoundMs } = boundOf(run, roundTripMs, CONCURRENCY);
  expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
  // Employees are as far away, and no part of the bound; nor is it that all who move through time wait for each other.
  expect(run.durationMs).toBeLessThan(1.65 * lowerBoundMs);
});

test.runIf(EXHAUSTIVE)(
  'with connections for all, distance costs the start, the longest chain and one window',
  {
    timeout: 120_000,
  },
  async () => {
    const roundTripMs = 100;
    const run = await virtualRun({ roundTripMs, concurrency: 10_000, only: ofLast });
    const { lowerBoundMs } = boundOf(run, roundTripMs, 10_000);
    expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
    // Cases begin as fast as events have been seen to come, and wait for contact points that long walks hold.
    expect(run.durationMs).toBeLessThan(1.85 * lowerBoundMs);
  },
);

test.runIf(EXHAUSTIVE)(
  'where each event takes its own time, up to three seconds, a good service passes in about the time of the longest chain',
  {
    timeout: 120_000,
  },
  async () => {
    const event = { ...defaultDialect.event, delayMs: 3_000, order: 'mixed' as const };
    const run = await virtualRun({ roundTripMs: 2, dialect: { ...defaultDialect, event }, only: ofLast });
    expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    // One after the other they would take hours; in rooms that shrink with every late one it was twenty minutes.
    expect(run.durationMs).toBeLessThan(300_000);
  },
);

test('where each event takes a second and a half, a good service passes in about the time of the longest chain', {
  timeout: 120_000,
}, async () => {
  const event = { ...defaultDialect.event, delayMs: 1_500 };
  const run = await virtualRun({ roundTripMs: 2, dialect: { ...defaultDialect, event }, only: ofLast });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  // An event that was due to an earlier stimulus looks quick: taken for the usual time, it made five minutes of it.
  expect(run.durationMs).toBeLessThan(230_000);
});

test('a service that sends its events one after the other, twenty-five a second, passes every case', {
  timeout: 120_000,
}, async () => {
  const line = oneByOne(40);
  const met = new Set(shareOf(casesOf(await loadDescriptions()).filter(ofLast), 3));
  const run = await virtualRun({ roundTripMs: 2, faults: [line], only: (testCase) => met.has(testCase) });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

/** For tests: what a run in virtual time could not have been faster than. */
function boundOf(
  { cases, exchanges, prepared: { runContext }, readyMs }: VirtualRun,
  roundTripMs: number,
  concurrency: number,
) {
  const { quietWindowMs, keys } = runContext;
  const ownPoints = keys.fresh.length;
  return lowerBound(cases, exchanges, { readyMs, roundTripMs, quietWindowMs, concurrency, ownPoints });
}
