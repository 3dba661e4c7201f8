import type { CaseRecord, Reason, RunRecord, Verdict } from './types.js';

/** What changed from one run to a later one. */
export interface Difference {
  /** Cases of both runs that ended differently, changes for the worse first. */
  changed: ChangedCase[];
  /** Cases that only the earlier run had. */
  vanished: LoneCase[];
  /** Cases that only the later run had. */
  added: LoneCase[];
  /** What the target answers where the interface leaves it open; never for the worse. */
  answers: ChangedAnswer[];
  /** Cases that ended alike. */
  alike: number;
  /** Cases of one run that the other deselected: they are not compared. */
  notCompared: number;
}

export interface ChangedCase {
  id: string;
  title: string;
  before: Ending;
  after: Ending;
  worse: boolean;
}

export interface LoneCase extends Ending {
  id: string;
  title: string;
  worse: boolean;
}

export interface Ending {
  verdict: Verdict;
  /** Accepted in the baseline. */
  accepted: boolean;
  reason: Reason | null;
}

export interface ChangedAnswer {
  gap: string;
  /** What the interface leaves open; the gap's id where neither record says it. */
  question: string;
  version: string;
  /** Answers of only one of the runs. */
  before: string[];
  after: string[];
}

/**
 * Compares two runs case by case, as far as both were asked for the case. For the worse is: a case that proves less than
 * before (from best to worst: pass, skipped, inconclusive, accepted failure, error, failure), a case that vanished after a
 * pass, and a new case that fails, breaks or stays inconclusive unaccepted.
 */
export function difference(before: RunRecord, after: RunRecord): Difference {
  // The later run first, because the result follows its order.
  const rows = sideBySide([after, before]);
  const both = rows.flatMap(([is, was]) => (is && was ? [change(was, is)] : []));
  const changed = both.filter((changedCase) => !same(changedCase.before, changedCase.after));
  const lost = rows.flatMap(([is, was]) => (was && !is ? [was] : []));
  const come = rows.flatMap(([is, was]) => (is && !was ? [is] : []));
  const vanished = lost.filter((testCase) => isAskedFor(testCase, after));
  const added = come.filter((testCase) => isAskedFor(testCase, before));
  return {
    changed: [...changed.filter(({ worse }) => worse), ...changed.filter(({ worse }) => !worse)],
    vanished: vanished.map((testCase) => loneCase(testCase, ({ verdict }) => verdict === 'pass')),
    added: added.map((testCase) => loneCase(testCase, (is) => rank(is) >= RANK.inconclusive && !is.accepted)),
    answers: answers(before, after),
    alike: both.length - changed.length,
    notCompared: lost.length - vanished.length + come.length - added.length,
  };
}

/**
 * The cases of several runs, each once, by id: what every run recorded of it, null if a run does not have it. In the
 * order of the first run, then the cases that only later ones have.
 */
export function sideBySide(records: readonly RunRecord[]): (CaseRecord | null)[][] {
  const rows = new Map<string, (CaseRecord | null)[]>();
  records.forEach(({ cases }, column) => {
    for (const testCase of cases) {
      const row = rows.get(testCase.id) ?? records.map(() => null);
      row[column] = testCase;
      rows.set(testCase.id, row);
    }
  });
  return [...rows.values()];
}

/** Whether anything changed for the worse. */
export function isWorse({ changed, vanished, added }: Difference): boolean {
  return [...changed, ...vanished, ...added].some(({ worse }) => worse);
}

const RANK: Record<Verdict, number> = { pass: 0, skipped: 1, inconclusive: 2, error: 4, fail: 5 };
const ACCEPTED_FAILURE = 3;

function rank({ verdict, accepted }: Ending): number {
  return accepted && verdict === 'fail' ? ACCEPTED_FAILURE : RANK[verdict];
}

function ending({ verdict, accepted, reason }: CaseRecord): Ending {
  return { verdict, accepted: accepted === true, reason };
}

function change(was: CaseRecord, is: CaseRecord): ChangedCase {
  const [before, after] = [ending(was), ending(is)];
  const lost = before.accepted && !after.accepted && before.verdict === after.verdict;
  return { id: is.id, title: is.title, before, after, worse: rank(after) > rank(before) || lost };
}

/** The same verdict for another reason is a change too: something else is wrong now. */
function same(a: Ending, b: Ending): boolean {
  return a.verdict === b.verdict && a.accepted === b.accepted && a.reason?.code === b.reason?.code;
}

/** Whether the record would contain the case if the checker had it. */
function isAskedFor({ version }: CaseRecord, { selection }: RunRecord): boolean {
  return selection === undefined || (selection.deselected === 0 && selection.versions.includes(version));
}

function loneCase(testCase: CaseRecord, worse: (ending: Ending) => boolean): LoneCase {
  return { id: testCase.id, title: testCase.title, ...ending(testCase), worse: worse(ending(testCase)) };
}

function answers(before: RunRecord, after: RunRecord): ChangedAnswer[] {
  return differingAnswers([before, after]).map(({ own: [was = [], is = []], ...asked }) => ({
    ...asked,
    before: was,
    after: is,
  }));
}

/** What several runs answer to an open question, if they answer differently. */
export interface DifferingAnswers extends Pick<ChangedAnswer, 'gap' | 'question' | 'version'> {
  /** For each run the answers that not all of them give. */
  own: string[][];
}

/** Open questions that runs answer differently, by version. */
export function differingAnswers(records: readonly RunRecord[]): DifferingAnswers[] {
  const questions = new Map(
    records.flatMap(({ gaps }) => gaps.map(({ id, question }) => [id, question] as const)),
  );
  const places = new Map(
    records.flatMap(({ observations }) =>
      observations.map(({ gap, version }) => [JSON.stringify([gap, version]), { gap, version }] as const),
    ),
  );
  return [...places.values()]
    .map(({ gap, version }) => {
      const all = records.map((record) => valuesOf(record, gap, version));
      const own = all.map((values) => [...values].filter((value) => all.some((other) => !other.has(value))));
      return { gap, question: questions.get(gap) ?? gap, version, own };
    })
    .filter(({ own }) => own.some((values) => values.length > 0));
}

function valuesOf({ observations }: RunRecord, gap: string, version: string): Set<string> {
  return new Set(
    observations
      .filter((observation) => observation.gap === gap && observation.version === version)
      .map(({ value }) => value),
  );
}
