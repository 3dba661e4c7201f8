import type { CaseRecord, RunRecord, RunVerdict, Summary } from '../record/types.js';
import { countResults } from '../reporters/case-result.js';

/** Numbers of a run. A violation below the fail level is a warning; an accepted one is no failure. */
export function summarize(cases: readonly CaseRecord[], failLevel: RunRecord['failLevel']): Summary {
  const counts = countResults({ cases, failLevel });
  return {
    pass: counts.passed + counts.observed,
    fail: counts.failed,
    inconclusive: counts.inconclusive,
    skipped: counts.skipped,
    warnings: counts.warning + counts.accepted,
    errors: counts.error,
  };
}

export interface Circumstances {
  interrupted: 'SIGINT' | 'SIGTERM' | null;
  requireComplete: boolean;
  baseline: RunRecord['baseline'];
}

/** Exit codes of what was interrupted. */
export const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const;

/** Exit code of a run that came to verdicts: 130/143 > 5 > 1 > 4 > 0. */
export function exitCodeOf(
  cases: readonly CaseRecord[],
  summary: Summary,
  { interrupted, requireComplete, baseline }: Circumstances,
): number {
  if (interrupted) return INTERRUPTED[interrupted];
  if (summary.errors > 0) return 5;
  if (summary.fail > 0 || baseline.some(({ state }) => state !== 'accepted')) return 1;
  if (cases.some((testCase) => testCase.verdict === 'inconclusive' && !testCase.accepted)) return 4;
  return requireComplete && summary.skipped > 0 ? 4 : 0;
}

/**
 * One word for the run. Conformant only if nothing required was skipped or inconclusive.
 * @param leftOut required cases that the flags kept from being selected
 */
export function verdictOf(cases: readonly CaseRecord[], exitCode: number, leftOut = 0): RunVerdict {
  if (exitCode === 130 || exitCode === 143) return 'interrupted';
  if (exitCode === 5) return 'error';
  if (exitCode === 1) return 'not-conformant';
  return unproven(cases).length + leftOut > 0 ? 'not-proven' : 'conformant';
}

/** Required cases without a verdict of their own, or whose failure was accepted. */
export function unproven(cases: readonly CaseRecord[]): CaseRecord[] {
  return cases.filter(
    (testCase) =>
      testCase.level === 'required' &&
      (testCase.verdict === 'skipped' || testCase.verdict === 'inconclusive' || testCase.accepted),
  );
}
