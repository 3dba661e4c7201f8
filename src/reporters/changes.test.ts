import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { difference } from '../record/difference.js';
import type { RunRecord, Verdict } from '../record/types.js';
import { changesOf, changesSentences, comparedGroups, differenceText } from './changes.js';
import { renderComparison } from './html/pages/comparison.js';

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
  [['pass', 'fail'], 'worse'],
  [['skipped', 'fail'], 'worse'],
  [['pass', 'skipped'], 'worse'],
  [['fail', 'pass'], 'repaired'],
  [['inconclusive', 'pass'], 'repaired'],
  [['fail', 'skipped', 'pass'], 'repaired'],
  [['inconclusive', 'skipped'], 'other'],
  [['fail', 'pass', 'fail'], 'other'],
] as [Verdict[], string][])('%j is told as %s, by the page and by the terminal', (verdicts, kind) => {
  const found = difference(runs(...verdicts));
  const told = Object.entries(changesOf(found)).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));
  expect(told).toEqual([kind]);
  const title = { worse: 'Worse', repaired: 'Passing now', other: 'Changed otherwise' }[kind] ?? '';
  expect(differenceText(found)).toContain(`\n${title} (1)\n`);
  const page = renderComparison(runs(...verdicts));
  expect(page).toContain(`<section aria-label="${title}">`);
  expect(page).toContain(`<h1>${changesSentences(found)[0]}</h1>`);
});

test('rows are grouped by the statement that they break, and none is lost', async () => {
  const before = await sampleRecord({ kind: 'passing' });
  const { changed } = difference([before, sample]);
  const groups = comparedGroups(changed, [before, sample]);
  expect(groups.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted()).toEqual(
    changed.map(({ id }) => id).toSorted(),
  );
  expect(groups.length).toBeLessThan(changed.length);
  const titles = groups.map(({ title }) => title);
  expect(titles.some((title) => /^§\d/.test(title))).toBe(true);
  expect(titles).toContain("The employee's side did not act: advance_clock answered 503.");
});

test('repairs stand under a heading of their own, apart from what changed otherwise', async () => {
  const after = await sampleRecord({ kind: 'passing', cases: 20 });
  const [first, second] = after.cases;
  if (!first || !second) throw new Error('The sample is too small.');
  const failed = { ...first, verdict: 'fail' as const, reason: { code: 'status', text: 'x' } };
  const unclear = { ...second, verdict: 'inconclusive' as const, reason: { code: 'no-answer', text: 'x' } };
  const before = { ...after, cases: [failed, unclear, ...after.cases.slice(2)] };
  const skipped = { ...second, verdict: 'skipped' as const };
  const text = differenceText(
    difference([before, { ...after, cases: [first, skipped, ...after.cases.slice(2)] }]),
  );
  expect(text).toContain('Nothing got worse: 2 cases changed, 1 of them passes now, ');
  expect(text).toContain(
    `\n\nPassing now (1)\n  · ${first.id}  fail (the status is not the expected one) → pass\n`,
  );
  expect(text).toContain(`\n\nChanged otherwise (1)\n  · ${second.id}  inconclusive`);
});
