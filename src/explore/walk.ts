import { type OrderedMove, orderedMoves, overlapCase } from '../cases/concurrency/overlaps.js';
import { furtherCases } from '../cases/derive.js';
import {
  closeRule,
  operationOf,
  operationsOf,
  replyCausing,
  routingEvent,
  rowsOf,
} from '../cases/description-lookups.js';
import { operate, prepare, send } from '../cases/steps.js';
import type { Case, CaseDraft, MoveRef, OperatorStep, SendStep, Step } from '../cases/types.js';
import { JOURNEYS, type JourneyPlan } from '../cases/walks/journey-plans.js';
import { journeysOf } from '../cases/walks/journeys.js';
import type { Move } from '../cases/walks/moves.js';
import {
  changesNothing,
  isOfOtherVersion,
  isOutsideConversation,
  legalPart,
} from '../cases/walks/situation.js';
import type { WalkChecks } from '../cases/walks/steps.js';
import {
  BETWEEN,
  journeyDraft,
  journeyName,
  readTrace,
  TraceError,
  traceOf,
  walkDraft,
} from '../cases/walks/walk.js';

import type { Description } from '../description/types.js';

/** Consecutive moves under one version, from the beginning of a conversation. */
export interface Walk {
  version: string;
  moves: readonly Move[];
  /** Where two simultaneous moves begin; absent: each waits for the one before. */
  pairAt?: number;
  /** The journey that it is: a walk of the default run, with a name of its own. */
  journey?: JourneyPlan;
}

/** What a deployment shows of a walk. */
export interface WalkVisibility extends WalkChecks {
  inbox: boolean;
  events: boolean;
}

/** Id of the case that a walk is. */
export function idOf(walk: Walk): string {
  const { version, moves, pairAt, journey } = walk;
  if (journey) return `${version}/walks/${journeyName(journey)}`;
  if (pairAt === undefined) return `${version}/walks/${traceOf(moves)}`;
  return `${version}/concurrency/${pairTrace(moves, pairAt)}`;
}

function pairTrace(moves: readonly Move[], pairAt: number): string {
  const pair = {
    name: moves
      .slice(pairAt, pairAt + 2)
      .map(({ name }) => name)
      .join(AT_ONCE),
  };
  return traceOf([...moves.slice(0, pairAt), pair, ...moves.slice(pairAt + 2)]);
}

/**
 * The walk that an id names.
 * @throws TraceError if a move is unknown, or not legal where it is
 */
export function readWalk(description: Description, group: string, trace: string): Walk {
  const { version } = description;
  const plan = JOURNEYS.find((journey) => journeyName(journey) === trace);
  if (group === 'walks' && plan) return { version, moves: movesOfJourney(description, plan), journey: plan };
  if (group === 'walks') return { version, moves: readTrace(description, trace) };
  const names = trace.split(BETWEEN);
  const pairAt = names.findIndex((name) => name.includes(AT_ONCE));
  const moves = names
    .flatMap((name) => name.split(AT_ONCE))
    .map((name) => {
      const move = orderedMoves(description).find((orderedMove) => orderedMove.name === name);
      if (!move) throw new TraceError(`"${name}" is not a move that can be made at once with another`);
      return move;
    });
  if (pairAt < 0 || !isPairLegal(description, moves, pairAt))
    throw new TraceError(`two moves at once are joined by "${AT_ONCE}", and each must be possible there`);
  return { version, moves, pairAt };
}

function movesOfJourney(description: Description, wanted: JourneyPlan): readonly Move[] {
  return journeysOf(description).find(({ plan }) => plan === wanted)?.moves ?? [];
}

/** Whether the moves before the pair are legal, and each of the pair is where it begins. */
export function isPairLegal(description: Description, moves: readonly Move[], pairAt: number): boolean {
  const before = moves.slice(0, pairAt);
  const pair = moves.slice(pairAt, pairAt + 2);
  return (
    pair.length === 2 && pair.every((move) => legalPart(description, [...before, move]).length === pairAt + 1)
  );
}

/**
 * Makes cases from walks of the version, without what the deployment does not show.
 * @param other a version whose moves walks may have as well
 */
export function walkCases(
  description: Description,
  sight: WalkVisibility,
  other?: Description,
): (walk: Walk) => Case {
  const complete = furtherCases(description);
  const unseen = [...(sight.inbox ? [] : ['inbox']), ...(sight.events ? [] : ['expect-event'])];
  return ({ moves, pairAt, journey }) => {
    if (pairAt !== undefined) return complete(pairDraft(description, moves, pairAt));
    if (moves.some(isOfOtherVersion)) {
      if (!other) throw new Error('No other version is checked.');
      return complete({ ...acrossVersionsDraft(description, other, moves), needs: [] });
    }
    const draft = journey
      ? journeyDraft(description, { plan: journey, moves })
      : walkDraft(description, moves, sight);
    return complete({ ...draft, steps: draft.steps.filter((step) => !unseen.includes(step.do)) });
  };
}

/** Joins the names of two simultaneous moves. */
const AT_ONCE = '+';

/** How often a pair is tried: a race does not go wrong every time. */
const REPEATS = 4;

function pairDraft(description: Description, moves: readonly Move[], pairAt: number): CaseDraft {
  const all = moves as readonly OrderedMove[];
  const [first, second] = all.slice(pairAt, pairAt + 2) as [OrderedMove, OrderedMove];
  const plan = {
    prefix: all.slice(0, pairAt),
    atOnce: [first, second],
    suffix: all.slice(pairAt + 2),
  } as const;
  const draft = overlapCase(description, plan, {
    name: pairTrace(moves, pairAt),
    repeats: REPEATS,
    seed: pairAt,
  });
  return { ...draft, needs: [] };
}

/**
 * A walk of one user under two versions, as a case. Whether versions share a user's state is not shown (section 9), so
 * the results must fit one reading as a whole. Expected level only: what else versions may share about a user is not
 * shown either.
 */
function acrossVersionsDraft(
  description: Description,
  other: Description,
  moves: readonly Move[],
): CaseDraft {
  const [message = ''] = operationsOf(description, 'message');
  const event = routingEvent(description);
  const control = { setup: true } as const;
  const done: MoveRef[] = [];
  const steps: Step[] = [{ ...prepare(description, message, { user: 'b' }), ...control, beside: true }];
  for (const [turn, move] of moves.entries()) {
    const ref = doneBy(move, { done, turn, other });
    steps.push(stepOf(description, other, { move, ref, done }));
    done.push(ref);
    if (ref.kind === 'select' || ref.kind === 'close')
      steps.push({ do: 'expect-some-order', user: 'a', done: [...done] });
  }
  return {
    group: 'walks',
    name: traceOf(moves),
    title: `Responses, events and inboxes of a user of ${description.version} and ${other.version} fit one reading of whether these share a state: ${moves.map(({ name }) => name).join(', ')}`,
    needs: [{ kind: 'version', version: other.version }],
    level: 'expected',
    steps: [
      ...steps,
      { do: 'expect-event', event, user: 'b', times: 1, calibrates: true, ...control },
      { do: 'expect-some-order', user: 'a', done, settles: true },
    ],
  };
}

function doneBy(
  move: Move,
  { done, turn, other }: { done: readonly MoveRef[]; turn: number; other: Description },
): MoveRef {
  if (isOutsideConversation(move) || changesNothing(move))
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
  { move, ref: { of: as, version }, done }: { move: Move; ref: MoveRef; done: readonly MoveRef[] },
): SendStep | OperatorStep {
  const [rules, plan] = version === undefined ? [description, {}] : [other, { version }];
  switch (move.kind) {
    case 'message':
      return send(rules, move.operation, { kind: 'accepted' }, plan, { as });
    case 'select': {
      // What a second selection does is not shown.
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
      return { ...operate(closeRule(description).action, {}, { as }), leftOpen: true };
    case 'reply': {
      const rule = replyCausing(description, move.event);
      return { ...operate(rule.action, rule.parameters, { as }), leftOpen: true };
    }
    default:
      throw new Error(`The move ${move.name} does not go with another version.`);
  }
}
