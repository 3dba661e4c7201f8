import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { walkDraft } from '../walks/case.js';
import { coveringWalks } from '../walks/cover.js';
import { type Move, movesOf } from '../walks/moves.js';

/** Moves of a walk at most: the longest row of requests of a run is hardly longer. */
const LONGEST = 16;

/**
 * Walks through the routing of one user (sections 1, 3 and 6) that together go through every legal row of three moves.
 * Those without an employee's part come first, so that as much as possible is walked whatever the driver lacks.
 */
export function walks(description: Description): CaseDraft[] {
  const covered = new Set<string>();
  return tiers(movesOf(description)).flatMap((moves) =>
    coveringWalks(description, moves, LONGEST, covered).map((turns) =>
      walkDraft(
        description,
        turns.map(({ move }) => move),
      ),
    ),
  );
}

/**
 * Sets of moves, each with one more of the employee's: closing first, for it begins further conversations. Selections
 * before the first message come last, for what that message causes is left open and would hide what is wrong later.
 */
function tiers(moves: readonly Move[]): Move[][] {
  const usual = moves.map((move): Move => (move.kind === 'select' ? { ...move, early: false } : move));
  const own = usual.filter(({ kind }) => kind === 'message' || kind === 'select');
  const employees = usual.filter((move) => !own.includes(move));
  return [own, ...employees.map((_, at) => [...own, ...employees.slice(0, at + 1)]), [...moves]];
}
