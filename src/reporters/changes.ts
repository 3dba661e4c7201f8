import { groupBy } from '../group-by.js';
import { sideBySide } from '../record/difference.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { type CaseResult, resultOf } from './case-result.js';
import type { Defect } from './defects/defect.js';
import { defectsOf, withConsequences } from './defects/defects.js';
import { section } from './words.js';

/** One case in several runs or targets; null where a run has no such case. */
export interface Compared {
  id: string;
  title: string;
  cells: ({ testCase: CaseRecord; kind: CaseResult } | null)[];
}

/** Cases whose outcome is not the same everywhere, by what became of them, and the number of those that are alike. */
export interface Changes {
  /** Passed or unproven in the first column, violated in the last. */
  broken: Compared[];
  /** Violated or in doubt in the first column, passed in the last; what was skipped before was no worse. */
  repaired: Compared[];
  /** In some columns only. */
  coming: Compared[];
  /** Every other difference. */
  other: Compared[];
  /** Violated alike in all columns. */
  persisting: Compared[];
  alike: number;
}

/**
 * Compares runs or targets by the result that the report shows for each case, so a new reason alone is no change.
 * `difference` in the record answers another question: whether a later run is worse.
 */
export function changesOf(records: readonly RunRecord[]): Changes {
  const changes: Changes = { broken: [], repaired: [], coming: [], other: [], persisting: [], alike: 0 };
  for (const row of rowsOf(records)) {
    const kinds = new Set(row.cells.map((cell) => cell?.kind ?? null));
    const last = row.cells.at(-1)?.kind;
    if (kinds.has(null)) changes.coming.push(row);
    else if (kinds.size === 1 && last === 'failed') changes.persisting.push(row);
    else if (kinds.size === 1) changes.alike++;
    else if (last === 'failed' && row.cells[0]?.kind !== 'failed') changes.broken.push(row);
    // What was only skipped before was not broken then.
    else if (last === 'passed' && !['passed', 'skipped', 'observed'].includes(row.cells[0]?.kind ?? ''))
      changes.repaired.push(row);
    else changes.other.push(row);
  }
  return changes;
}

function rowsOf(records: readonly RunRecord[]): Compared[] {
  return sideBySide(records)
    .map((row): Compared => {
      const { id, title } = row.find((testCase) => testCase !== null) as CaseRecord;
      const cells = records.map(({ failLevel }, column) => {
        const testCase = row[column];
        return testCase ? { testCase, kind: resultOf(testCase, failLevel) } : null;
      });
      return { id, title, cells };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Rows of a comparison that have one reason. */
export interface ComparedGroup {
  title: string;
  rows: Compared[];
}

/**
 * Rows that are one defect together: the statement that the last run violates (or, where it violates none, an earlier
 * one), else the reason that the last one gives, else their group of cases. The widest first.
 */
export function comparedGroups(rows: readonly Compared[], records: readonly RunRecord[]): ComparedGroup[] {
  const owners = records.map(
    (record) =>
      new Map(
        defectsOf(record)
          .flatMap(withConsequences)
          .flatMap((defect) => defect.cases.map(({ id }) => [id, defect])),
      ),
  );
  const titleOf = (row: Compared): string => {
    const violated = row.cells.findLastIndex((cell) => cell?.testCase.verdict === 'fail');
    const defect = owners[violated]?.get(row.id);
    if (defect) return titleOfDefect(defect);
    const last = row.cells.findLast((cell) => cell !== null);
    return last?.testCase.reason?.text ?? `${last?.testCase.group ?? 'other'} cases`;
  };
  return [...groupBy(rows, titleOf)]
    .map(([title, own]) => ({ title, rows: own }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.title < b.title ? -1 : 1));
}

function titleOfDefect({ statement, cases, code }: Defect): string {
  return statement ? `${section(statement)} ${statement.text}` : (cases[0]?.title ?? code);
}
