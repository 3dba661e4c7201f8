import type { Observation, RunRecord } from '../../record/types.js';

/** How the deployment fills the gaps: the same answer in several records is one, with the cases of all of them. */
export function mergeObservations(records: readonly RunRecord[]): Observation[] {
  const merged = new Map<string, Observation>();
  for (const observation of records.flatMap(({ observations }) => observations)) {
    const key = JSON.stringify([observation.gap, observation.version, observation.value]);
    const known = merged.get(key);
    merged.set(
      key,
      known ? { ...known, cases: [...new Set([...known.cases, ...observation.cases])] } : observation,
    );
  }
  return [...merged.values()];
}
