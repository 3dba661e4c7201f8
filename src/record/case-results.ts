import type { CaseRecord, Level, RunRecord } from './types.js';

/** What became of a case, for people: its verdict, with violations distinguished by whether they fail the run. */
export type CaseResult =
  | 'failed'
  | 'error'
  | 'inconclusive'
  | 'warning'
  | 'accepted'
  | 'skipped'
  | 'observed'
  | 'passed';

/** All of them, the gravest first. */
export const CASE_RESULTS: readonly CaseResult[] = [
  'failed',
  'error',
  'inconclusive',
  'warning',
  'accepted',
  'skipped',
  'observed',
  'passed',
];

/** What only observes proves nothing. A violation below the run's fail level is a warning; one that the baseline accepts is accepted. */
export function resultOf(
  testCase: Pick<CaseRecord, 'verdict' | 'level' | 'accepted'>,
  failLevel: Level,
): CaseResult {
  if (testCase.verdict === 'pass') return testCase.level === 'observed' ? 'observed' : 'passed';
  if (testCase.verdict !== 'fail') return testCase.verdict;
  if (testCase.accepted) return 'accepted';
  return RANK[testCase.level] >= RANK[failLevel] ? 'failed' : 'warning';
}

/** The name of a level for people: "expected" would read like the heading beside "received". */
export function levelName(level: Level): string {
  return level === 'expected' ? 'recommended' : level;
}

/** Number of cases of each result. */
export function countResults({ cases, failLevel }: Counted): Record<CaseResult, number> {
  const counts = {
    failed: 0,
    error: 0,
    inconclusive: 0,
    warning: 0,
    accepted: 0,
    skipped: 0,
    observed: 0,
    passed: 0,
  };
  for (const testCase of cases) counts[resultOf(testCase, failLevel)] += 1;
  return counts;
}

interface Counted {
  cases: readonly CaseRecord[];
  failLevel: RunRecord['failLevel'];
}

const RANK: Record<Level, number> = { required: 2, expected: 1, observed: 0 };

/** Entries of a baseline that accept nothing any more: they are out of date, which fails the run. */
export function staleEntries(baseline: readonly BaselineLine[]): BaselineLine[] {
  return baseline.filter(({ state }) => state !== 'accepted');
}

type BaselineLine = RunRecord['baseline'][number];

/** What was checked, in a sentence. */
export function targetName({ bundled, baseUrl }: Pick<RunRecord['target'], 'bundled' | 'baseUrl'>): string {
  return bundled ? 'the bundled reference service' : baseUrl;
}
