import type { Description } from '../../description/types.js';
import { closeRule, contentFields, replyCausing } from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import type { CaseDraft, Need } from '../types.js';
import { allMoves } from './further-moves.js';
import type { Move } from './moves.js';
import { BEGINNING, isShared, Lasting, next, SURE_HOURS } from './situation.js';
import { type WalkChecks, walkSteps } from './steps.js';

/** Separates the moves of a trace. */
export const BETWEEN = '-';

/** Names the walk that consists of these moves. */
export function traceOf(moves: readonly { name: string }[]): string {
  return moves.map(({ name }) => name).join(BETWEEN);
}

/** A trace that names no walk. */
export class TraceError extends Error {}

/**
 * The moves that a trace names.
 * @throws TraceError if a move is unknown, or not legal where it is
 */
export function readTrace(description: Description, trace: string): Move[] {
  const known = new Map(allMoves(description).map((move) => [move.name, move]));
  let situation = BEGINNING;
  return trace.split(BETWEEN).map((name, at) => {
    const move = known.get(name);
    if (!move) throw new TraceError(`"${name}" is not a move; expected ${plainMoves([...known.keys()])}`);
    const reached = next(description, situation, move);
    if (!reached) throw new TraceError(`move ${at + 1}, "${name}", is not possible there`);
    situation = reached;
    return move;
  });
}

/** Of hundreds of moves the plain ones: all others are these with something before or behind. */
function plainMoves(known: readonly string[]): string {
  const plain = known.filter((name) => /^[a-z]+$/i.test(name));
  return `one of ${plain.join(', ')}, or one of these with a prefix or suffix, as in the reports`;
}

/** A walk as a case, named by its trace. */
export function walkDraft(
  description: Description,
  moves: readonly Move[],
  scrutiny?: WalkChecks,
): CaseDraft {
  return {
    group: 'walks',
    name: traceOf(moves),
    title: `Responses, events and inboxes are right at every step of: ${moves.map(({ name }) => name).join(', ')}`,
    needs: needs(description, moves),
    ...(moves.some(isShared) && { phase: 'unset' }),
    ...(moves.some(({ kind }) => kind === 'clock') && { phase: 'clock' }),
    ...(lasts(moves) > SURE_HOURS && { level: 'expected' }),
    steps: walkSteps(description, moves, scrutiny),
  };
}

/** The longest that anything has to last, in hours. */
function lasts(moves: readonly Move[]): number {
  const lasting = new Lasting();
  for (const move of moves) lasting.note(move);
  return lasting.longest;
}

function needs(description: Description, moves: readonly Move[]): Need[] {
  return [
    ...needsOfMoves(description, moves),
    ...(moves.some(isShared) ? [{ kind: 'unset-address' } as const] : []),
    ...(moves.some((move) => 'participant' in move && move.participant?.key === 'second')
      ? [{ kind: 'second-key' } as const]
      : []),
  ];
}

/** What moves need, wherever they are made: events, employees who act, and an inbox that shows the messages. */
export function needsOfMoves(description: Description, moves: readonly Move[]): Need[] {
  const actions = moves.flatMap((move) => {
    if (move.kind === 'close') return [closeRule(description).action];
    if (move.kind === 'presence') return ['set_presence'];
    if (move.kind === 'clock') return ['advance_clock'];
    return move.kind === 'reply' ? [replyCausing(description, move.event).action] : [];
  });
  const names = moves.flatMap((move) =>
    move.kind === 'message' ? contentFields(description, move.operation) : [],
  );
  return [WEBHOOK, ...[...new Set(actions)].map(action), ...inboxNeeds([...new Set(names)])];
}
