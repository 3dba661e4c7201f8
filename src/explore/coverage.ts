import { after, FIRST, type Move, movesOf, start, type Turn } from '../cases/walks/moves.js';
import { isAround, partyOf } from '../cases/walks/situation.js';
import { windowKey, windowsIn, windowsOf } from '../cases/walks/windows.js';
import type { Description } from '../description/types.js';
import type { Walk } from './walk.js';

const LENGTH = 3;

/** Which of the legal rows of three usual moves the walks went through. */
export class Coverage {
  readonly legal: number;
  private readonly walked = new Set<string>();

  constructor(private readonly descriptions: readonly Description[]) {
    this.legal = new Set(
      descriptions.flatMap((description) =>
        windowsOf(description, movesOf(description), LENGTH).map(
          (window) => `${description.version} ${windowKey(window)}`,
        ),
      ),
    ).size;
  }

  get covered(): number {
    return this.walked.size;
  }

  note({ version, moves, pairAt = moves.length }: Walk): void {
    const description = this.descriptions.find((description) => description.version === version);
    if (!description) return;
    for (const row of usualRows(description, moves.slice(0, pairAt)))
      for (const window of windowsIn(row, LENGTH)) this.walked.add(`${version} ${windowKey(window)}`);
  }
}

/** Usual moves in a row: any other one between two of them parts them. */
function usualRows(description: Description, moves: readonly Move[]): Turn[][] {
  const rows: Turn[][] = [[]];
  const usual = movesOf(description);
  let position = start(description);
  for (const move of moves) {
    const reached = isAround(move) || partyOf(move) !== FIRST ? position : after(description, position, move);
    const known = usual.find(({ name }) => name === move.name);
    if (known && after(description, position, known)) rows.at(-1)?.push({ ...position, move: known });
    else rows.push([]);
    position = reached ?? position;
  }
  return rows;
}
