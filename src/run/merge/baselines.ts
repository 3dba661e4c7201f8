import { matches } from '../../cases/statements.js';
import type { RunRecord } from '../../record/types.js';

type Line = RunRecord['baseline'][number];

/**
 * What became of the baseline's entries in all records together, each line once. An entry that is stale in one part of a
 * run and accepted in another is not stale: a glob stands for cases of several parts.
 */
export function mergeBaselines(records: readonly RunRecord[]): Line[] {
  const lines = [
    ...new Map(records.flatMap(({ baseline }) => baseline).map((entry) => [key(entry), entry])).values(),
  ];
  const accepted = lines.filter(({ state }) => state === 'accepted');
  return lines.filter(
    (line) =>
      line.state !== 'stale' ||
      !accepted.some(({ caseId }) => caseId === line.caseId || matches(line.caseId, caseId)),
  );
}

function key({ caseId, state }: Line): string {
  return `${state} ${caseId}`;
}
