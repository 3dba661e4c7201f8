import type { Step } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';

/** How often a judgement of one kind passed, and how often not, under the same circumstances. */
interface Tally {
  circumstances: ReadonlySet<string>;
  passed: number;
  failed: number;
}

/** What a violation seems to depend on. */
export interface Dependence {
  /** Of what went before it: judgements of its kind fail far more often under these circumstances than without them. */
  telling: string[];
  /** Under these circumstances, too, most of them pass: it depends on something else, or on chance. */
  sometimes: boolean;
}

/**
 * What violations of a run depend on, as far as it shows in what went before. What cases that pass have in common with one
 * just as often is left out.
 */
export function dependences(
  descriptions: readonly Description[],
  outcomes: readonly CaseOutcome[],
): (outcome: CaseOutcome) => Dependence {
  let known: Map<string, Tally[]> | null = null;
  return (outcome) => {
    known ??= tallied(descriptions, outcomes);
    const tallies = known.get(kindOfFailure(outcome)) ?? [];
    const telling = raising(outcome.judged?.place.circumstances ?? [], tallies);
    const { passed, failed } = sumOf(tallies, telling);
    return { telling, sometimes: passed > MOSTLY * failed };
  };
}

/** So many pass for each that does not: then most do. */
const MOSTLY = 3;

/** Judgements under all of some circumstances. */
function sumOf(tallies: readonly Tally[], some: readonly string[]): Pick<Tally, 'passed' | 'failed'> {
  const having = tallies.filter(({ circumstances }) => some.every((each) => circumstances.has(each)));
  const sum = (of: 'passed' | 'failed'): number => having.reduce((total, tally) => total + tally[of], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** So many times as often fails what depends on a circumstance. */
const LIFT = 3;

/** If this share of judgements pass without a circumstance, and none otherwise, a violation depends on it. */
const ENOUGH_PASSED = 1 / 3;

/** Those that raise the rate of failures, by themselves or beside the others. */
function raising(all: readonly string[], tallies: readonly Tally[]): string[] {
  const rate = (some: readonly string[]): number => {
    const { passed, failed } = sumOf(tallies, some);
    return failed / (failed + passed);
  };
  const others = (circumstance: string): string[] => all.filter((other) => other !== circumstance);
  const onlyUnder = (circumstance: string): boolean => {
    const without = tallies.filter(({ circumstances }) => !circumstances.has(circumstance));
    const passed = without.reduce((total, tally) => total + tally.passed, 0);
    const all = tallies.reduce((total, tally) => total + tally.passed + tally.failed, 0);
    return passed >= ENOUGH_PASSED * all && without.every(({ failed }) => failed === 0);
  };
  return all.filter(
    (circumstance) =>
      rate([circumstance]) >= LIFT * rate([]) ||
      rate(all) >= LIFT * rate(others(circumstance)) ||
      onlyUnder(circumstance),
  );
}

function tallied(
  descriptions: readonly Description[],
  outcomes: readonly CaseOutcome[],
): Map<string, Tally[]> {
  const kinds = new Map<string, Map<string, Tally>>();
  const count = (kind: string, circumstances: readonly string[], as: 'passed' | 'failed'): void => {
    const tallies = kinds.get(kind) ?? new Map<string, Tally>();
    kinds.set(kind, tallies);
    const set = [...circumstances].sort().join('\n');
    const tally = tallies.get(set) ?? { circumstances: new Set(circumstances), passed: 0, failed: 0 };
    tallies.set(set, tally);
    tally[as] += 1;
  };
  for (const outcome of outcomes) {
    const { case: testCase, verdict, judged } = outcome;
    const description = descriptions.find(({ version }) => version === testCase.version);
    if (verdict === 'fail' && judged)
      count(kindOfFailure(outcome), judged.place.circumstances ?? [], 'failed');
    if (verdict !== 'pass' || !description) continue;
    for (const [step, each] of testCase.steps.entries()) {
      // However many messages are looked for at once, those under the same circumstances are one judgement.
      const all = (each.do === 'inbox' ? each.holds : [undefined]).map((of) =>
        circumstancesOf(description, testCase, { step, of }),
      );
      for (const circumstances of new Map(all.map((own) => [own.join('\n'), own])).values())
        for (const kind of kindsOf(each)) count(kind, circumstances, 'passed');
    }
  }
  return new Map([...kinds].map(([kind, tallies]) => [kind, [...tallies.values()]]));
}

/** What a step judges when it passes. */
function kindsOf(step: Step): string[] {
  if (step.do === 'expect-event') return [`${step.times === 0 ? 'absent' : 'due'} ${step.event}`];
  if (step.do === 'inbox')
    return [
      `inbox ${step.judge}`,
      ...[...step.names, ...(step.card ? ['card'] : [])].map((name) => `shown ${name}`),
    ];
  return step.do === 'expect-some-order' ? ['explained'] : [];
}

/** The same of the step that found the violation. */
function kindOfFailure({ case: { steps }, judged }: CaseOutcome): string {
  const step = steps[judged?.step ?? -1];
  if (!step) return '';
  const [first = '', ...shown] = kindsOf(step);
  const { field } = judged?.place ?? {};
  return field === undefined
    ? first
    : (shown.find((kind) => kind === `shown ${field}`) ?? shown.at(-1) ?? first);
}
