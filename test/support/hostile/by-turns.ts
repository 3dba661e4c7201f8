import { expect } from 'vitest';
import type { HostileRun } from './run.js';

/** Rows of a table, given out in mid-run. */
export interface Turns<Row> {
  /** Which user met which row. */
  met: Map<string, Row>;
  /** The row for the user of a case that a text names; null: none is due, or it names none. */
  rowFor(text: string): Row | null;
}

/** Gives each user after the first `good` ones a row, by turns: the same one each time, and known afterwards. */
export function byTurns<Row>(rows: readonly Row[], good: number): Turns<Row> {
  const users = new Map<string, number>();
  const met = new Map<string, Row>();
  return {
    met,
    rowFor(text) {
      const user = userIn(text);
      if (user === undefined) return null;
      const at = users.get(user) ?? users.size;
      users.set(user, at);
      const row = at < good ? undefined : rows[(at - good) % rows.length];
      if (row !== undefined) met.set(user, row);
      return row ?? null;
    },
  };
}

/** The user of a case; that of a second attempt, which is numbered from 50,000 on, counts as the one of the first. */
function userIn(text: string): string | undefined {
  return /u-[0-9a-f]{10}-[05]\d{4}a/.exec(text)?.[0].replace(/-5(?=\d{4}a$)/, '-0');
}

/** Each case has a verdict that is due for its row; those whose users met none pass. Every row was met. */
export function expectRows<Row>(
  { record, verdicts }: HostileRun,
  met: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  due: (row: Row) => string,
): void {
  expect(new Set(met.values())).toEqual(new Set(rows));
  const users = new Map((record?.exchanges ?? []).map(({ caseId, user }) => [caseId, userIn(user ?? '')]));
  for (const [id, verdict] of Object.entries(verdicts)) {
    const row = met.get(users.get(id) ?? '');
    const told = { id, row, verdict };
    expect(told).toEqual({
      ...told,
      verdict: row === undefined ? 'pass' : due(row),
    });
  }
  expect(Object.keys(verdicts).length).toBeGreaterThan(met.size);
}
