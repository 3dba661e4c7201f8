import { matches } from '../cases/statements.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import type { CaseRecord, RunRecord } from '../record/types.js';

type State = RunRecord['baseline'][number]['state'];

interface Accepted {
  cases: CaseRecord[];
  baseline: RunRecord['baseline'];
}

/**
 * Compares the known failures with the outcome. A case that ends as an entry says is accepted. An entry is `unmatched` if
 * it fits none of `allIds`, `expired` after its last day, `stale` if its cases came to another verdict; what the run did
 * not select, skipped or could not judge says nothing about it. A glob is stale only if none of its cases ends that way
 * any more.
 * @param allIds ids of all existing cases, selected or not
 * @param now wall clock, milliseconds
 */
export function applyBaseline(
  entries: readonly BaselineEntry[],
  cases: readonly CaseRecord[],
  allIds: readonly string[],
  now: number,
): Accepted {
  const accepted = new Set<string>();
  const baseline = entries.flatMap((entry) => {
    const own = cases.filter(({ id }) => fits(entry, id));
    const ends = own.filter(({ verdict }) => verdict === entry.verdict).map(({ id }) => id);
    const state = stateOf(entry, own, ends, allIds, now);
    if (state === null) return [];
    if (state !== 'accepted') return [line(entry, entry.case, state)];
    const fresh = ends.filter((id) => !accepted.has(id));
    for (const id of fresh) accepted.add(id);
    return fresh.map((id) => line(entry, id, state));
  });
  return {
    cases: cases.map((testCase) => (accepted.has(testCase.id) ? { ...testCase, accepted: true } : testCase)),
    baseline,
  };
}

/** Null: the run says nothing about the entry. */
function stateOf(
  entry: BaselineEntry,
  own: readonly CaseRecord[],
  ends: readonly string[],
  allIds: readonly string[],
  now: number,
): State | null {
  if (own.length === 0) return allIds.some((id) => fits(entry, id)) ? null : 'unmatched';
  if (isOver(entry, now)) return 'expired';
  if (ends.length > 0) return 'accepted';
  return own.some(({ verdict }) => verdict === 'pass' || verdict === 'fail') ? 'stale' : null;
}

function fits({ case: pattern }: BaselineEntry, id: string): boolean {
  return pattern === id || matches(pattern, id);
}

function isOver({ expires }: BaselineEntry, now: number): boolean {
  return expires !== undefined && new Date(now).toISOString().slice(0, 10) > expires;
}

function line({ reason, link }: BaselineEntry, caseId: string, state: State): RunRecord['baseline'][number] {
  return { caseId, reason, ...(link !== undefined && { link }), state };
}
