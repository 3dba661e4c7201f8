import type { RunRecord } from '../record/types.js';
import type { Compared } from './changes.js';
import { groupBy } from './group-by.js';
import { type Story, tellStories, withConsequences } from './story.js';
import { section } from './words.js';

/** Rows of a comparison that have one reason. */
export interface ComparedGroup {
  title: string;
  rows: Compared[];
}

/**
 * Rows that are one story together: the statement that the last run violates (or, where it violates none, an earlier
 * one), else the reason that the last one gives, else their group of cases. The widest first.
 */
export function comparedGroups(rows: readonly Compared[], records: readonly RunRecord[]): ComparedGroup[] {
  const owners = records.map(
    (record) =>
      new Map(
        tellStories(record)
          .flatMap(withConsequences)
          .flatMap((story) => story.cases.map(({ id }) => [id, story])),
      ),
  );
  const titleOf = (row: Compared): string => {
    const violated = row.cells.findLastIndex((cell) => cell?.testCase.verdict === 'fail');
    const story = owners[violated]?.get(row.id);
    if (story) return storyTitle(story);
    const last = row.cells.findLast((cell) => cell !== null);
    return last?.testCase.reason?.text ?? `${last?.testCase.group ?? 'other'} cases`;
  };
  return [...groupBy(rows, titleOf)]
    .map(([title, own]) => ({ title, rows: own }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.title < b.title ? -1 : 1));
}

function storyTitle({ statement, cases, code }: Story): string {
  return statement ? `${section(statement)} ${statement.text}` : (cases[0]?.title ?? code);
}
