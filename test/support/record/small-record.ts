import type { CaseRecord, RunRecord } from '../../../src/record/types.js';

/** For tests: a record with these cases in place of its own, and whatever else is given; each statement has its own text. */
export function smallRecord(
  base: RunRecord,
  cases: readonly (Partial<CaseRecord> & Pick<CaseRecord, 'id' | 'statements' | 'verdict'>)[],
  more: Partial<RunRecord> = {},
): RunRecord {
  const whole = cases.map(
    (testCase): CaseRecord => ({
      ...(base.cases[0] as CaseRecord),
      reason: null,
      ...testCase,
      level: 'required',
    }),
  );
  const ids = [...new Set(whole.flatMap(({ statements }) => statements))];
  const statements = ids.map((id) => ({
    id,
    section: '1',
    level: 'required' as const,
    text: id,
    versions: [],
    verdicts: {},
    cases: whole.filter((testCase) => testCase.statements.includes(id)).map((testCase) => testCase.id),
  }));
  return { ...base, ...more, cases: whole, statements };
}
