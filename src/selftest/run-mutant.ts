import type { Case } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/world.js';
import type { Explanation, MutantRecord } from '../record/selftest.js';
import { audienceOf } from './audience.js';
import { type CheckResult, casesOf, checkService } from './check-service.js';
import type { Mutant } from './mutants/mutant.js';
import { openPort80 } from './port-80.js';
import { unclear } from './unclear.js';

export interface MutantRun {
  /** How long a run waits. A mutant that survives short waits is run again with long ones, by itself. */
  patience: { eventTimeout: string; quietWindow: string };
  /** All cases of the mutated version, and those of other versions that also look at it; else the mutant's audience. */
  allCases: boolean;
}

/** Runs the cases against one mutant. */
export async function runMutant(
  mutant: Mutant,
  descriptions: Description[],
  { patience, allCases }: MutantRun,
): Promise<MutantRecord> {
  const started = performance.now();
  const isAudience = allCases ? () => true : audienceOf(mutant, casesOf(descriptions), descriptions);
  const port80 = mutant.port80 ? await openPort80(descriptions, SEED) : null;
  const result = await checkService({
    descriptions,
    service: { tls: mutant.tls === true, faults: [mutant.fault()], ...(port80 && { seed: SEED }) },
    flags: { ...patience },
    only: (one) => (mutant.version === null || looksAt(one, mutant.version)) && isAudience(one),
    ...(port80 && { around: port80.around }),
  }).finally(() => port80?.close());
  return recordOf(mutant, result, Math.round(performance.now() - started));
}

/** Two services with the same seed have the same keys. */
const SEED = 80;

function looksAt({ version, needs }: Case, wanted: string): boolean {
  return version === wanted || needs.some((need) => need.kind === 'version' && need.version === wanted);
}

function recordOf(mutant: Mutant, { outcomes, stopped }: CheckResult, durationMs: number): MutantRecord {
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const killers = failed.filter((one) => mutant.aims(one.case));
  const { id, family, summary, version } = mutant;
  const [first] = killers;
  return {
    id,
    family,
    summary,
    version,
    state: stopped ? 'stopped' : first ? 'killed' : 'survived',
    killers: idsOf(killers),
    collateral: idsOf(failed.filter((one) => !killers.includes(one))),
    open: outcomes.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'error').length,
    ran: outcomes.length,
    explained: first ? explain(first) : null,
    unclear: failed.flatMap((one) => unclear(explain(one)) ?? []),
    durationMs,
  };
}

function idsOf(outcomes: readonly CaseOutcome[]): string[] {
  return outcomes.map((one) => one.case.id);
}

/** The failure as it is told to people. */
export function explain({ case: one, reason, expected, received }: CaseOutcome): Explanation {
  return { case: one.id, statements: one.statements, text: reason?.text ?? '', expected, received };
}
