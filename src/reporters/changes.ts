import { groupBy } from '../group-by.js';
import { count } from '../phrases.js';
import { reasonWords } from '../reasons.js';
import { type CaseResult, countResults } from '../record/case-results.js';
import {
  type ChangedCase,
  type ComparedCase,
  type Difference,
  type DifferingAnswers,
  difference,
  type Ending,
  isWorse,
} from '../record/difference.js';
import type { RunRecord, Verdict } from '../record/types.js';
import { oneLine } from '../terminal-text.js';
import type { Defect } from './defects/defect.js';
import { defectsOf, withConsequences } from './defects/defects.js';
import { section } from './results.js';

/** What changed, by what became of the cases: a terminal, a page and a list of runs all present it in these parts. */
export interface Changes {
  worse: ChangedCase[];
  /** Passed in the last run: whatever is worse now, a pass is not. */
  repaired: ChangedCase[];
  /** Every other difference. */
  other: ChangedCase[];
}

export function changesOf({ changed }: Difference): Changes {
  const better = changed.filter(({ worse }) => !worse);
  return {
    worse: changed.filter(({ worse }) => worse),
    repaired: better.filter(({ after }) => after.verdict === 'pass'),
    other: better.filter(({ after }) => after.verdict !== 'pass'),
  };
}

/** The difference in one sentence, and what was not compared in another (which may be empty). */
export function changesSentences(found: Difference): [string, string] {
  const { runs, changed, vanished, added, answers, alike, notCompared } = found;
  const total = changed.length + vanished.length + added.length;
  const left =
    notCompared === 0
      ? ''
      : `${count(notCompared, 'case')} that ${notCompared === 1 ? 'was' : 'were'} ${runs > 2 ? 'not selected in all' : 'selected in only one'} of the runs ${notCompared === 1 ? 'is' : 'are'} not compared.`;
  if (total + answers.length === 0)
    return [`Nothing changed: ${count(alike.length, 'case')} ended the same way.`, left];
  const repaired = changesOf(found).repaired.length;
  const parts = [
    `${count(changed.length, 'case')} changed`,
    ...(repaired > 0 ? [`${repaired} of them ${repaired === 1 ? 'passes' : 'pass'} now`] : []),
    `${vanished.length} vanished`,
    `${added.length} new`,
    `${alike.length} the same`,
  ];
  return [`${isWorse(found) ? 'Changed for the worse' : 'Nothing got worse'}: ${parts.join(', ')}.`, left];
}

/** Rows of a comparison that have one reason. */
export interface ComparedGroup {
  title: string;
  rows: ComparedCase[];
}

/**
 * Rows that are one defect together: the statement that the last run violates (or, if it violates none, an earlier run),
 * otherwise the reason that the last run gives, otherwise their group of cases. The widest first.
 */
export function comparedGroups(
  rows: readonly ComparedCase[],
  records: readonly RunRecord[],
): ComparedGroup[] {
  const owners = records.map(
    (record) =>
      new Map(
        defectsOf(record)
          .flatMap(withConsequences)
          .flatMap((defect) => defect.cases.map(({ id }) => [id, defect])),
      ),
  );
  const titleOf = (row: ComparedCase): string => {
    const violated = row.cells.findLastIndex((cell) => cell?.verdict === 'fail');
    const defect = owners[violated]?.get(row.id);
    if (defect) return titleOfDefect(defect);
    const last = row.cells.findLast((cell) => cell !== null);
    return last?.reason?.text ?? `${last?.group ?? 'other'} cases`;
  };
  return [...groupBy(rows, titleOf)]
    .map(([title, own]) => ({ title, rows: own }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.title < b.title ? -1 : 1));
}

function titleOfDefect({ statement, cases, code }: Defect): string {
  return statement ? `${section(statement)} ${statement.text}` : (cases[0]?.title ?? code);
}

/** The difference of two runs as plain lines, what got worse first; nothing in it controls a terminal. */
export function differenceText(found: Difference): string {
  const { vanished, added, answers } = found;
  const { worse, repaired, other } = changesOf(found);
  const sections: [string, string[]][] = [
    ['Worse', worse.map(changedLine)],
    ['Vanished', vanished.map(({ worse, id, ending }) => line(worse, id, `was ${words(ending)}`))],
    ['New', added.map(({ worse, id, ending }) => line(worse, id, words(ending)))],
    ['Passing now', repaired.map(changedLine)],
    ['Changed otherwise', other.map(changedLine)],
    ['Different answers to open questions', answers.flatMap(answerLines)],
  ];
  return [
    changesSentences(found).filter(Boolean).join(' '),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .flatMap(([title, lines]) => ['', `${title} (${lines.length})`, ...lines]),
  ].join('\n');
}

/** The same for programs: the two runs' endings of each case, without what they rest on. */
export function differenceData({
  changed,
  vanished,
  added,
  answers,
  alike,
  notCompared,
}: Difference): object {
  return {
    changed: changed.map(({ id, title, worse, before, after }) => ({ id, title, worse, before, after })),
    vanished: vanished.map(({ id, title, worse, ending }) => ({ id, title, worse, before: ending })),
    added: added.map(({ id, title, worse, ending }) => ({ id, title, worse, after: ending })),
    answers: answers.map(({ own, ...asked }) => ({ ...asked, before: own[0], after: own.at(-1) })),
    alike: alike.length,
    notCompared,
  };
}

/** A reason that stayed the same appears once. */
function changedLine({ id, before, after, worse }: ChangedCase): string {
  const stayed = before.reason?.code === after.reason?.code;
  return line(worse, id, `${words(stayed ? { ...before, reason: null } : before)} → ${words(after)}`);
}

function line(worse: boolean, id: string, text: string): string {
  return `  ${worse ? '✘' : '·'} ${oneLine(id)}  ${text}`;
}

function words({ verdict, accepted, reason }: Ending): string {
  return oneLine(
    `${verdict}${accepted ? ', accepted' : ''}${reason ? ` (${reasonWords(reason.code)})` : ''}`,
  );
}

function answerLines({ question, version, own }: DifferingAnswers): string[] {
  const side = (values: string[] = []): string =>
    values.length === 0 ? 'nothing' : values.map(oneLine).join('; ');
  return [`  · ${oneLine(version)}: ${oneLine(question)} ${side(own[0])} → ${side(own.at(-1))}`];
}

/** Runs of one folder, newest first. */
export interface History {
  runs: (ListedRun | UnreadableRun)[];
  /** Older runs that exist and are not listed. */
  more: number;
}

/** What a list of runs says about one. */
export interface ListedRun {
  /** Its folder. */
  name: string;
  run: Pick<
    RunRecord,
    'target' | 'startedAt' | 'durationMs' | 'verdict' | 'sentence' | 'sentences' | 'summary'
  >;
  counts: Record<CaseResult, number>;
  statements: StatementOutcome[];
  /** Path of its report from the list, with `/`; null if there is none. */
  report: string | null;
  /** Null: it is the oldest one. */
  difference: ChangeCounts | null;
}

/** What became of a statement in a run, the worst of its versions. */
interface StatementOutcome {
  id: string;
  section: string;
  text: string;
  verdict: Verdict | 'untested';
}

/** A folder whose record says nothing. */
export interface UnreadableRun {
  name: string;
  why: string;
}

/** What changed since the readable run before. */
export interface ChangeCounts {
  /** Folder of the run before. */
  since: string;
  /** Path of the comparison from the list. */
  page: string;
  sameTarget: boolean;
  worse: number;
  repaired: number;
  /** Cases in only one of the two. */
  lone: number;
  /** Every other difference. */
  other: number;
}

/** What the list needs to know about a run, so that the record itself need not be kept. */
export function listed(name: string, record: RunRecord): Omit<ListedRun, 'report' | 'difference'> {
  const { target, startedAt, durationMs, verdict, sentence, sentences, summary } = record;
  const run = { target, startedAt, durationMs, verdict, sentence, ...(sentences && { sentences }), summary };
  const statements = record.statements.map(({ id, section, text, verdicts }): StatementOutcome => {
    const own = Object.values(verdicts);
    return { id, section, text, verdict: WORST.find((verdict) => own.includes(verdict)) ?? 'untested' };
  });
  return { name, run, counts: countResults(record), statements };
}

const WORST = ['fail', 'error', 'inconclusive', 'skipped', 'pass'] as const;

/** Counts what changed from one run to the next. The bundled service is one target, whatever its port. */
export function changeCounts(
  before: { name: string; record: RunRecord },
  record: RunRecord,
  page: string,
): ChangeCounts {
  const found = difference([before.record, record]);
  const { worse, repaired, other } = changesOf(found);
  const [a, b] = [before.record.target, record.target];
  return {
    since: before.name,
    page,
    sameTarget: a.bundled ? b.bundled : a.baseUrl === b.baseUrl,
    worse: worse.length,
    repaired: repaired.length,
    lone: found.vanished.length + found.added.length,
    other: other.length,
  };
}
