import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { difference } from '../record/difference.js';
import { differenceText } from './difference-text.js';

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
  expect(text).toContain(`\n\nPassing now (1)\n  · ${first.id}  fail (unexpected status) → pass\n`);
  expect(text).toContain(`\n\nChanged otherwise (1)\n  · ${second.id}  inconclusive`);
});
