import type { Observation, RunRecord } from '../../record/types.js';

/** How the deployment fills the gaps: the same answer in several records is one, with the cases of all of them. */
export function mergeObservations(records: readonly RunRecord[]): Observation[] {
  const merged = new Map<string, Observation>();
  for (const one of records.flatMap(({ observations }) => observations)) {
    const key = JSON.stringify([one.gap, one.version, one.value]);
    const known = merged.get(key);
    merged.set(key, known ? { ...known, cases: [...new Set([...known.cases, ...one.cases])] } : one);
  }
  return [...merged.values()];
}
