import { expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { loadDescriptions } from '../description/load.js';
import type { CaseRecord, Verdict } from '../record/types.js';
import { statementRecords } from './record.js';

const descriptions = await loadDescriptions();
const { cases } = await sampleRecord({ kind: 'passing' });

/** Of the statements of a case, their verdicts once it ends so. */
function verdictsWith(ended: CaseRecord, verdict: Verdict, others = cases): (string | undefined)[] {
  const records = statementRecords(
    descriptions,
    others.map((testCase) => (testCase.id === ended.id ? { ...testCase, verdict } : testCase)),
    { tls: { verdict: 'pass', text: '' } },
  );
  return ended.statements.map((id) => records.find((record) => record.id === id)?.verdicts[ended.version]);
}

test('a statement with a failed case is violated, however many of its cases passed and whatever else they claim', () => {
  const several = cases.filter(({ statements }) => statements.length > 1);
  expect(several.length).toBeGreaterThan(100);
  for (const testCase of several.filter((_, at) => at % 40 === 0))
    expect(new Set(verdictsWith(testCase, 'fail')), testCase.id).toEqual(new Set(['fail']));
});

test('what was seen to be violated is not made up for by an error of the checker', () => {
  const [first, second] = cases.filter(({ statements }) => statements.includes('asks-after-close'));
  if (!first || !second) throw new Error('The sample lacks its cases.');
  const broken = cases.map((testCase) =>
    testCase.id === second.id ? { ...testCase, verdict: 'error' as const } : testCase,
  );
  expect(verdictsWith(first, 'fail', broken)[0]).toBe('fail');
});
