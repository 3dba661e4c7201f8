import type { Description } from '../../description/types.js';
import { content, inboxNeeds } from '../groups/employee.js';
import type { Need } from '../types.js';
import { action, closing, replyCausing, WEBHOOK } from '../vocabulary.js';
import type { Move } from './moves.js';

/** What moves need, wherever they are made: events, employees who act, and an inbox that shows the messages. */
export function needsOfMoves(description: Description, moves: readonly Move[]): Need[] {
  const actions = moves.flatMap((move) => {
    if (move.kind === 'close') return [closing(description).action];
    if (move.kind === 'presence') return ['set_presence'];
    if (move.kind === 'clock') return ['advance_clock'];
    return move.kind === 'reply' ? [replyCausing(description, move.event).action] : [];
  });
  const names = moves.flatMap((move) =>
    move.kind === 'message' ? content(description, move.operation) : [],
  );
  return [WEBHOOK, ...[...new Set(actions)].map(action), ...inboxNeeds([...new Set(names)])];
}
