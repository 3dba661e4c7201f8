import type { Case } from '../cases/types.js';
import type { Mutant } from './mutants/mutant.js';

/** Cases that a mutant meets first, at most, of those that are to kill it. */
const MOST_KILLERS = 16;
/** Mutants that a case meets first, at least, if so many are to be killed by it. */
const LEAST_MUTANTS = 2;
/** Mutants that a case meets in each further round, until one makes it fail. */
const FURTHER_MUTANTS = 4;

/** Which cases a mutant is to meet, and has been given so far. */
interface Plan {
  id: string;
  /** Ids of the cases that are to kill it. */
  expects: readonly string[];
  met: Set<string>;
}

/** Cases by the mutant that is to meet them; ids of both. */
export type Meeting = ReadonlyMap<string, readonly string[]>;

/**
 * Which of the cases that are to kill a mutant it meets. All of them would be far more than it takes to kill each mutant and to see
 * each case fail: a mutant meets some of every group, and a case that has not failed by then meets further mutants.
 */
export class Meetings {
  private readonly plans: readonly Plan[];
  /** By the case that is to kill them, those that few cases are to kill first: they leave the least doubt. */
  private readonly ofCase = new Map<string, Plan[]>();

  constructor(mutants: readonly Mutant[], cases: readonly Case[]) {
    const judging = cases.filter(({ level }) => level !== 'observed');
    this.plans = mutants.map((mutant) => ({
      id: mutant.id,
      expects: judging.filter(mutant.killedBy).map(({ id }) => id),
      met: new Set(),
    }));
    for (const plan of this.plans.toSorted((a, b) => a.expects.length - b.expects.length))
      for (const id of plan.expects) this.ofCase.set(id, [...(this.ofCase.get(id) ?? []), plan]);
    for (const [at, { spoilsAll }] of mutants.entries()) {
      const plan = this.plans[at];
      if (plan) plan.met = new Set(spoilsAll ? plan.expects : spread(plan.expects, MOST_KILLERS));
    }
    for (const [id, plans] of this.ofCase) for (const { met } of plans.slice(0, LEAST_MUTANTS)) met.add(id);
  }

  /** Every mutant, with the cases that it meets first. */
  first(): Meeting {
    return new Map(this.plans.map(({ id, met }) => [id, [...met]]));
  }

  /** What cases that have not failed meet next; empty: there is no mutant left that should make them fail. */
  next(failed: ReadonlySet<string>): Meeting {
    const further = new Map<string, string[]>();
    for (const [id, plans] of this.ofCase) {
      if (failed.has(id)) continue;
      for (const plan of plans.filter(({ met }) => !met.has(id)).slice(0, FURTHER_MUTANTS)) {
        plan.met.add(id);
        further.set(plan.id, [...(further.get(plan.id) ?? []), id]);
      }
    }
    return further;
  }
}

/** So many of them at most, at equal distances: cases of every kind, because they are ordered by group. */
export function spread<T>(all: readonly T[], most: number): T[] {
  const stride = Math.max(1, all.length / most);
  return all.filter((_, at) => Math.floor(at / stride) !== Math.floor((at - 1) / stride));
}
