import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { RunRecord, Verdict } from '../record/types.js';
import { changesOf, comparedGroups } from './changes.js';

const sample = await sampleRecord({ kind: 'faulty' });

/** One case by its verdict in each of several runs. */
function runs(...verdicts: (Verdict | null)[]): RunRecord[] {
  const [testCase] = sample.cases;
  return verdicts.map((verdict) => ({
    ...sample,
    cases:
      verdict === null || !testCase ? [] : [{ ...testCase, level: 'required', accepted: false, verdict }],
  }));
}

test.each([
  [['pass', 'fail'], 'broken'],
  [['skipped', 'fail'], 'broken'],
  [['fail', 'pass'], 'repaired'],
  [['inconclusive', 'pass'], 'repaired'],
  [['pass', 'skipped', 'pass'], 'other'],
  [['fail', 'pass', 'fail'], 'other'],
  [['pass', 'skipped'], 'other'],
  [['pass', null], 'coming'],
  [['fail', 'fail'], 'persisting'],
] as [Verdict[], string][])('%j is told as %s', (verdicts, kind) => {
  const { alike, ...kinds } = changesOf(runs(...verdicts));
  expect(alike).toBe(0);
  expect(Object.entries(kinds).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []))).toEqual([kind]);
});

test('rows are grouped by the statement that they break, and none is lost', async () => {
  const before = await sampleRecord({ kind: 'passing' });
  const { broken, other } = changesOf([before, sample]);
  const groups = comparedGroups(broken, [before, sample]);
  expect(groups.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted()).toEqual(
    broken.map(({ id }) => id).toSorted(),
  );
  expect(groups.length).toBeLessThan(broken.length);
  for (const { title } of groups) expect(title).toMatch(/^§\d/);
  expect(comparedGroups(other, [before, sample]).map(({ title }) => title)).toContain(
    "The employee's side did not act: advance_clock answered 503.",
  );
});
