import type { Description } from '../../description/types.js';
import { content, inboxNeeds } from '../groups/employee.js';
import type { CaseDraft, Need } from '../types.js';
import { action, closing, replies, WEBHOOK } from '../vocabulary.js';
import type { Move } from './moves.js';
import { isAround } from './situation.js';
import { type Scrutiny, walkSteps } from './steps.js';
import { traceOf } from './trace.js';

/** A walk as a case, named by its trace. */
export function walkDraft(description: Description, moves: readonly Move[], scrutiny?: Scrutiny): CaseDraft {
  return {
    group: 'walks',
    name: traceOf(moves),
    title: `Answers, events and inboxes are right all along ${moves.map(({ name }) => name).join(', ')}`,
    needs: needs(description, moves),
    ...(moves.some(isAround) && { phase: 'unset' }),
    steps: walkSteps(description, moves, scrutiny),
  };
}

function needs(description: Description, moves: readonly Move[]): Need[] {
  const actions = moves.flatMap((move) => {
    if (move.kind === 'close') return [closing(description).action];
    if (move.kind === 'presence') return ['set_presence'];
    if (move.kind !== 'reply') return [];
    return replies(description).flatMap((rule) => (rule.event === move.event ? [rule.action] : []));
  });
  const names = moves.flatMap((move) =>
    move.kind === 'message' ? content(description, move.operation) : [],
  );
  return [
    WEBHOOK,
    ...[...new Set(actions)].map(action),
    ...inboxNeeds([...new Set(names)]),
    ...(moves.some(isAround) ? [{ kind: 'unset-address' } as const] : []),
    ...(moves.some((move) => !isAround(move) && move.party?.key === 'second')
      ? [{ kind: 'second-key' } as const]
      : []),
  ];
}
