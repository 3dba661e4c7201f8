import type { HostileRow } from './row.js';

export type Played = 'ok' | 'BAD' | 'skipped';

/** The state of one half of a row; `missing`: its file was played, and has no such test. */
type RowState = Played | 'missing' | 'not run' | 'none';

/**
 * For tests: each row of the list with its verdict, and how the tests that play it ended, by `file: group > name`. A row
 * whose play is missing is as bad as one that fails.
 */
export function tellRows(
  rows: readonly HostileRow[],
  played: ReadonlyMap<string, Played>,
): { lines: string[]; bad: number } {
  const files = new Set([...played.keys()].map(fileOf));
  const half = (plays: HostileRow['midRun']): { state: RowState; text: string } => {
    if (!Array.isArray(plays)) return { state: 'none', text: `none: ${(plays as { none: string }).none}` };
    if (plays.length === 0) return { state: 'none', text: 'is one of mid-run' };
    const each = plays.map(
      (play): RowState => played.get(play) ?? (files.has(fileOf(play)) ? 'missing' : 'not run'),
    );
    const state = ORDER.find((state) => each.includes(state)) ?? 'ok';
    const lost = plays.filter((_, at) => each[at] === 'missing').map((play) => ` "${play}"`);
    return { state, text: `${state} (${plays.length})${lost.join(',')}` };
  };
  let bad = 0;
  const lines = rows.flatMap(({ row, due, start, midRun }) => {
    const [first, second] = [half(start), half(midRun)];
    const isBad = [first, second].some(({ state }) => state === 'BAD' || state === 'missing');
    if (isBad) bad += 1;
    return [
      `${isBad ? 'BAD' : 'ok  '} ${row}`,
      `due: ${due}`,
      `from the start: ${first.text} · in mid-run: ${second.text}`,
    ];
  });
  return { lines, bad };
}

/** From the worst on. */
const ORDER: readonly RowState[] = ['BAD', 'missing', 'skipped', 'not run'];

function fileOf(name: string): string {
  return name.split(/[: ]/)[0] ?? '';
}
