import type { CaseRecord, Level, RunRecord } from '../record/types.js';

/** What became of a case, for people: its verdict, with violations told apart by whether they fail the run. */
export type Standing =
  | 'failed'
  | 'error'
  | 'inconclusive'
  | 'warning'
  | 'accepted'
  | 'skipped'
  | 'observed'
  | 'passed';

/** All standings, the gravest first. */
export const STANDINGS: readonly Standing[] = [
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
export function standing(
  one: Pick<CaseRecord, 'verdict' | 'level' | 'accepted'>,
  failLevel: Level,
): Standing {
  if (one.verdict === 'pass') return one.level === 'observed' ? 'observed' : 'passed';
  if (one.verdict !== 'fail') return one.verdict;
  if (one.accepted) return 'accepted';
  return RANK[one.level] >= RANK[failLevel] ? 'failed' : 'warning';
}

/** Number of cases of each standing. */
export function countStandings({ cases, failLevel }: Counted): Record<Standing, number> {
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
  for (const one of cases) counts[standing(one, failLevel)] += 1;
  return counts;
}

interface Counted {
  cases: readonly CaseRecord[];
  failLevel: RunRecord['failLevel'];
}

const RANK: Record<Level, number> = { required: 2, expected: 1, observed: 0 };
