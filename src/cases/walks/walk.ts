import type { Description } from '../../description/types.js';
import {
  closeRule,
  contentFields,
  operationOf,
  operationsOf,
  replyCausing,
  shownFields,
} from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import { ADDRESS_OF_SECOND, acceptedOrRefused, SECOND_POINT, secondAddress } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';
import { allMoves } from './further-moves.js';
import type { JourneyPlan } from './journey-plans.js';
import type { Journey } from './journeys.js';
import type { Move } from './moves.js';
import { BEGINNING, isShared, Lasting, next, SURE_HOURS } from './situation.js';
import { USUAL, type WalkChecks, walkSteps } from './steps.js';

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

/** A journey as a case. */
export function journeyDraft(description: Description, { plan, moves }: Journey): CaseDraft {
  const scrutiny = checksOf(description, plan);
  const draft = walkDraft(description, moves, scrutiny);
  const isOrdered = plan.sees === 'order';
  const isUnheard = plan.atSecondPoint === 'unheard';
  const looksAt = isUnheard ? 'Responses' : 'Responses, events';
  return {
    ...draft,
    name: journeyName(plan),
    title: `${looksAt} and inboxes are right at every step of a journey of ${moves.length} moves: ${plan.about}`,
    needs: [...draft.needs, ...journeyNeeds(description, plan, scrutiny)].filter(
      ({ kind }) => !isUnheard || kind !== 'webhook',
    ),
    ...(isOrdered && { level: 'expected', steps: draft.steps.map(withoutOrder) }),
    ...(plan.users && { users: plan.users, steps: whileTaken(description, draft.steps) }),
    ...(plan.atSecondPoint && { steps: atSecondPoint(draft.steps, plan.atSecondPoint) }),
  };
}

/** The same at the second contact point, with an address of its own or without events. */
function atSecondPoint(steps: readonly Step[], events: 'heard' | 'unheard'): Step[] {
  const there = SECOND_POINT;
  const moved = (own: readonly Step[]): Step[] =>
    own.flatMap((step): Step[] => {
      switch (step.do) {
        case 'send': {
          const { instead, request } = step;
          const [other] = instead ? moved([instead]) : [];
          return [
            { ...step, request: { ...there, ...request }, ...(other?.do === 'send' && { instead: other }) },
          ];
        }
        case 'operate':
          return [{ ...step, ...there, ...(step.ifItFails && { ifItFails: moved(step.ifItFails) }) }];
        case 'inbox':
          return [{ ...step, ...there }];
        case 'expect-event':
          return events === 'heard' ? [{ ...step, address: ADDRESS_OF_SECOND }] : [];
        default:
          return [step];
      }
    });
  return events === 'heard' ? [secondAddress(), ...moved(steps)] : moved(steps);
}

/** Order is only recommended. Anything else that goes wrong is a breach, which counts for the case that upholds it. */
function withoutOrder(step: Step): Step {
  switch (step.do) {
    case 'send':
      return step.expect.kind === 'accepted' ? { ...step, setup: true } : step;
    case 'expect-event':
      return { ...step, setup: true };
    case 'inbox':
      return step.judge === 'present' ? { ...step, setup: true } : step;
    default:
      return step;
  }
}

export function journeyName({ name }: JourneyPlan): string {
  return `journey-${name}`;
}

function checksOf(description: Description, { sees }: JourneyPlan): WalkChecks {
  const seen = (...operations: string[]): string[] => [
    ...new Set(operations.flatMap((operation) => shownFields(description, operation))),
  ];
  return {
    ...USUAL,
    replies: true,
    reports: true,
    logins: true,
    unseen: 'alternately',
    order: sees === 'order',
    details: seen(...operationsOf(description, 'message')),
    card: seen(operationOf(description, 'select')),
    asShown: sees !== 'all',
  };
}

function journeyNeeds(
  description: Description,
  plan: JourneyPlan,
  { details, card, asShown }: WalkChecks,
): Need[] {
  const several = plan.destinations > 1;
  const shown = asShown ? [] : [...details, ...card];
  return [
    ...inboxNeeds([...shown, ...(several ? [description.employee.destination] : [])]),
    ...(several ? [{ kind: 'two-destinations' } as const] : []),
    ...(plan.atSecondPoint ? [{ kind: 'second-key' } as const] : []),
  ];
}

/** A user id of an unusual shape may be refused when it is first used, or by the driver: then nothing more is due. */
function whileTaken(description: Description, steps: readonly Step[]): Step[] {
  const known = new Set<UserLabel>();
  return steps.map((step) => {
    if (step.do === 'operate') return { ...step, mayBeImpossible: true };
    if (step.do !== 'send' || step.expect.kind === 'refused') return step;
    const { user = 'a' } = step.request;
    if (known.has(user)) return step;
    known.add(user);
    const { instead: _, ...first } = step;
    const expect = acceptedOrRefused(description, 'user ids', 'similar ones');
    return { ...first, expect, endsIf: 'refused' };
  });
}
