import type { Description } from '../../description/types.js';
import type { CaseDraft, Done, OperatorStep, SendStep, Step } from '../types.js';
import {
  closing,
  operate,
  operationOf,
  operationsOf,
  prepare,
  replies,
  routingEvent,
  rowsOf,
  send,
} from '../vocabulary.js';
import type { Move } from './moves.js';
import { isAround, isOfOtherVersion } from './situation.js';
import { traceOf } from './trace.js';

/**
 * A walk of one user under two versions as a case. Whether these share a user's state is not shown (section 9): what comes
 * must fit one reading of it as a whole. Expected only, for what else versions may share of a user is not shown either.
 */
export function acrossVersionsDraft(
  description: Description,
  other: Description,
  moves: readonly Move[],
): CaseDraft {
  const [message = ''] = operationsOf(description, 'message');
  const event = routingEvent(description);
  const control = { setup: true } as const;
  const done: Done[] = [];
  const steps: Step[] = [{ ...prepare(description, message, { user: 'b' }), ...control, beside: true }];
  for (const [turn, move] of moves.entries()) {
    const deed = doneBy(move, { done, turn, other });
    steps.push(stepOf(description, other, { move, deed, done }));
    done.push(deed);
    if (deed.kind === 'select' || deed.kind === 'close')
      steps.push({ do: 'explained', user: 'a', done: [...done] });
  }
  return {
    group: 'walks',
    name: traceOf(moves),
    title: `Answers, events and inboxes of a user of ${description.version} and ${other.version} fit one reading of whether these share a state: ${moves.map(({ name }) => name).join(', ')}`,
    needs: [{ kind: 'version', version: other.version }],
    level: 'expected',
    steps: [
      ...steps,
      { do: 'notified', event, user: 'b', times: 1, calibrates: true, ...control },
      { do: 'explained', user: 'a', done, settles: true },
    ],
  };
}

function doneBy(
  move: Move,
  { done, turn, other }: { done: readonly Done[]; turn: number; other: Description },
): Done {
  if (isAround(move) || move.kind === 'refused')
    throw new Error(`The move ${move.name} does not go with another version.`);
  const number = done.filter(({ of }) => of.startsWith(`${move.name} `)).length + 1;
  return {
    of: `${move.name} ${number}`,
    kind: move.kind,
    turn,
    ...(move.kind === 'reply' && { event: move.event }),
    ...(isOfOtherVersion(move) && { version: other.version }),
  };
}

function stepOf(
  description: Description,
  other: Description,
  { move, deed: { of: as, version }, done }: { move: Move; deed: Done; done: readonly Done[] },
): SendStep | OperatorStep {
  const [rules, plan] = version === undefined ? [description, {}] : [other, { version }];
  switch (move.kind) {
    case 'message':
      return send(rules, move.operation, { kind: 'accepted' }, plan, { as });
    case 'select': {
      // What a selection while selected does is not shown.
      const again = done.some(({ kind }) => kind === 'select');
      return send(
        rules,
        operationOf(rules, 'select'),
        again ? { kind: 'documented', refusal: rowsOf(rules, 'wrong-type') } : { kind: 'accepted' },
        plan,
        { as },
      );
    }
    case 'close':
      return { ...operate(closing(description).action, {}, { as }), leftOpen: true };
    case 'reply': {
      const rule = replies(description).find(({ event }) => event === move.event);
      if (!rule) throw new Error(`No employee causes ${move.event}.`);
      return { ...operate(rule.action, rule.parameters, { as }), leftOpen: true };
    }
    default:
      throw new Error(`The move ${move.name} does not go with another version.`);
  }
}
