import type { RunRecord } from '../record/types.js';
import type { Compared } from './changes.js';
import { type Defect, defectsOf, withConsequences } from './defects.js';
import { groupBy } from './group-by.js';
import { section } from './words.js';

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
    if (defect) return storyTitle(defect);
    const last = row.cells.findLast((cell) => cell !== null);
    return last?.testCase.reason?.text ?? `${last?.testCase.group ?? 'other'} cases`;
  };
  return [...groupBy(rows, titleOf)]
    .map(([title, own]) => ({ title, rows: own }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.title < b.title ? -1 : 1));
}

function storyTitle({ statement, cases, code }: Defect): string {
  return statement ? `${section(statement)} ${statement.text}` : (cases[0]?.title ?? code);
}
