import type { CaseRecord, Reason, RunRecord, Verdict } from './types.js';

/** What changed from the first of several runs to the last. */
export interface Difference {
  /** How many runs are compared. */
  runs: number;
  /** Cases that did not end alike in all of them, changes for the worse first. */
  changed: ChangedCase[];
  /** Cases that the last run does not have any more. */
  vanished: LoneCase[];
  /** Cases that the first run did not have. */
  added: LoneCase[];
  /** What the targets answer where the interface leaves it open; never for the worse. */
  answers: DifferingAnswers[];
  /** Cases that ended the same way. */
  alike: ComparedCase[];
  /** Cases of some runs that another deselected: they are not compared. */
  notCompared: number;
}

/** A case in several runs; null where a run does not have it. */
export interface ComparedCase {
  id: string;
  title: string;
  cells: (CaseRecord | null)[];
}

export interface ChangedCase extends ComparedCase {
  before: Ending;
  after: Ending;
  worse: boolean;
}

export interface LoneCase extends ComparedCase {
  /** Of the last run that has it. */
  ending: Ending;
  worse: boolean;
}

export interface Ending {
  verdict: Verdict;
  /** Accepted in the baseline. */
  accepted: boolean;
  reason: Reason | null;
}

/** What several runs answer to an open question, if they answer differently. */
export interface DifferingAnswers {
  gap: string;
  /** What the interface leaves open; the gap's id where no record says it. */
  question: string;
  version: string;
  /** For each run the answers that not all of them give. */
  own: string[][];
}

/**
 * Compares runs case by case, as far as all were asked for the case: the first with the last. For the worse is: a case that
 * proves less than before (from best to worst: pass, skipped, inconclusive, accepted failure, error, failure), a case that
 * vanished after a pass, and a new case that fails, breaks or stays inconclusive unaccepted.
 */
export function difference(records: readonly RunRecord[]): Difference {
  const rows = sideBySide(records);
  const compared = rows.filter(({ cells }) =>
    cells.every((cell, at) => cell || isAskedFor(cells, records[at])),
  );
  const lone = compared.flatMap((row) => loneCase(row) ?? []);
  const both = compared.filter(({ cells }) => cells[0] && cells.at(-1));
  const changed = both.filter(({ cells }) => !endAlike(cells)).map(change);
  return {
    runs: records.length,
    changed: [...changed.filter(({ worse }) => worse), ...changed.filter(({ worse }) => !worse)],
    vanished: lone.filter(({ cells }) => !cells.at(-1)),
    added: lone.filter(({ cells }) => cells.at(-1)),
    answers: differingAnswers(records),
    alike: both.filter(({ cells }) => endAlike(cells)),
    notCompared: rows.length - compared.length,
  };
}

/**
 * The cases of several runs, each once, by id: what every run recorded of it. In the order of the last run, then the cases
 * that only earlier ones have.
 */
function sideBySide(records: readonly RunRecord[]): ComparedCase[] {
  const rows = new Map<string, ComparedCase>();
  for (const [column, { cases }] of [...records.entries()].reverse())
    for (const testCase of cases) {
      const { id, title } = testCase;
      const row = rows.get(id) ?? { id, title, cells: records.map(() => null) };
      row.cells[column] = testCase;
      rows.set(id, row);
    }
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

function change(row: ComparedCase): ChangedCase {
  const [before, after] = [row.cells[0], row.cells.at(-1)].map((cell) => ending(cell as CaseRecord)) as [
    Ending,
    Ending,
  ];
  const lost = before.accepted && !after.accepted && before.verdict === after.verdict;
  return { ...row, before, after, worse: rank(after) > rank(before) || lost };
}

function endAlike(cells: readonly (CaseRecord | null)[]): boolean {
  const [first, ...others] = cells.map((cell) => cell && ending(cell));
  return others.every((other) => first && other && same(first, other));
}

/** The same verdict for another reason is a change too: something else is wrong now. */
function same(a: Ending, b: Ending): boolean {
  return a.verdict === b.verdict && a.accepted === b.accepted && a.reason?.code === b.reason?.code;
}

/** Whether the record would contain the case if the checker had it. */
function isAskedFor(cells: readonly (CaseRecord | null)[], record: RunRecord | undefined): boolean {
  const version = cells.find((cell) => cell !== null)?.version ?? '';
  const selection = record?.selection;
  return selection === undefined || (selection.deselected === 0 && selection.versions.includes(version));
}

/** Null: the first run and the last both have it. */
function loneCase(row: ComparedCase): LoneCase | null {
  const last = row.cells.findLast((cell) => cell !== null);
  if (!last || (row.cells[0] && row.cells.at(-1))) return null;
  const own = ending(last);
  const isNew = last === row.cells.at(-1);
  const worse = isNew ? rank(own) >= RANK.inconclusive && !own.accepted : own.verdict === 'pass';
  return { ...row, ending: own, worse };
}

/** Open questions that runs answer differently, by version. */
function differingAnswers(records: readonly RunRecord[]): DifferingAnswers[] {
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
    .filter(({ own }) => own.some((values) => values.length > 0))
    .filter(({ gap, version }) => records.every((record) => isAsked(record, gap, version)));
}

/** Whether a run may have met the open question: one that left cases out did so only if it has an answer. */
function isAsked(record: RunRecord, gap: string, version: string): boolean {
  return (record.selection?.deselected ?? 0) === 0 || valuesOf(record, gap, version).size > 0;
}

function valuesOf({ observations }: RunRecord, gap: string, version: string): Set<string> {
  return new Set(
    observations
      .filter((observation) => observation.gap === gap && observation.version === version)
      .map(({ value }) => value),
  );
}
