import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { coveringWalks } from '../walks/cover.js';
import { journeysOf } from '../walks/journeys.js';
import { type Move, movesOf } from '../walks/moves.js';
import { journeyDraft, walkDraft } from '../walks/walk.js';

/** Walks through the moves of gateway and employees (sections 1 to 3 and 6). */
export function walks(description: Description): CaseDraft[] {
  return [...coverSequences(description), ...journeys(description)];
}

/** The most moves of a walk: the longest chain of requests in a run is hardly longer. */
const LONGEST = 16;

/**
 * Walks through the routing of one user (sections 1, 3 and 6) that together cover every legal sequence of three moves.
 * Those without an employee's part come first, so that as much as possible is covered whatever the driver lacks.
 */
function coverSequences(description: Description): CaseDraft[] {
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
 * Sets of moves, each with one more of the employee's: closing first, because it begins further conversations. Selections
 * before the first message come last, because what that message causes is left open and would hide what is wrong later.
 */
function tiers(moves: readonly Move[]): Move[][] {
  const usual = moves.map((move): Move => (move.kind === 'select' ? { ...move, early: false } : move));
  const own = usual.filter(({ kind }) => kind === 'message' || kind === 'select');
  const employees = usual.filter((move) => !own.includes(move));
  return [own, ...employees.map((_, at) => [...own, ...employees.slice(0, at + 1)]), [...moves]];
}

/** Long walks of several users, with values of the pools (sections 1 to 3 and 6). */
function journeys(description: Description): CaseDraft[] {
  return journeysOf(description).map((journey) => journeyDraft(description, journey));
}
