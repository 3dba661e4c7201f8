import type { CaseRecord, RunRecord, Verdict } from '../../record/types.js';

/** What counts of a case in several records: a violation anywhere, then a doubt; not to have been exercised says least. */
const WEIGHT: Verdict[] = ['skipped', 'pass', 'inconclusive', 'fail', 'error'];

/** The cases of all records by id, each once. A failure that a baseline accepts weighs less than one that it does not. */
export function mergeCases(records: readonly RunRecord[]): CaseRecord[] {
  const merged = new Map<string, CaseRecord>();
  for (const testCase of records.flatMap(({ cases }) => cases)) {
    const known = merged.get(testCase.id);
    if (!known || weight(testCase) > weight(known)) merged.set(testCase.id, testCase);
  }
  return [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function weight({ verdict, accepted, reason }: CaseRecord): number {
  // A law that met no answer in one part of a run was not exercised there.
  if (reason?.code === 'not-exercised') return WEIGHT.indexOf('skipped');
  return WEIGHT.indexOf(verdict) - (accepted ? 0.5 : 0);
}
