import { pairCase } from '../cases/concurrency/pair-case.js';
import { type OrderedMove, orderedMoves } from '../cases/concurrency/steps.js';
import { furtherCases } from '../cases/derive.js';
import { journeyDraft, journeyName } from '../cases/groups/walks.js';
import type { Case, CaseDraft } from '../cases/types.js';
import { acrossVersionsDraft } from '../cases/walks/across-versions.js';
import { walkDraft } from '../cases/walks/case.js';
import { JOURNEYS, type JourneyPlan } from '../cases/walks/journey-plans.js';
import { journeysOf } from '../cases/walks/journeys.js';
import type { Move } from '../cases/walks/moves.js';
import { isOfOtherVersion, legalPart } from '../cases/walks/situation.js';
import type { Scrutiny } from '../cases/walks/steps.js';
import { BETWEEN, readTrace, TraceError, traceOf } from '../cases/walks/trace.js';
import type { Description } from '../description/types.js';

/** Consecutive moves under one version, from the beginning of a conversation. */
export interface Walk {
  version: string;
  moves: readonly Move[];
  /** Where two moves begin that are made at once; absent: each waits for the one before. */
  pairAt?: number;
  /** The journey that it is: a walk of the default run with a name of its own. */
  journey?: JourneyPlan;
}

/** What a deployment shows of a walk. */
export interface Sight extends Scrutiny {
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
 * @throws TraceError where a move is unknown, or not legal where it stands
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
 * Makes cases of walks of the version, without what the deployment does not show.
 * @param other a version whose moves walks may have as well
 */
export function walkCases(description: Description, sight: Sight, other?: Description): (walk: Walk) => Case {
  const complete = furtherCases(description);
  const unseen = [...(sight.inbox ? [] : ['inbox']), ...(sight.events ? [] : ['notified'])];
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

/** Joins the names of two moves that are made at once. */
const AT_ONCE = '+';

/** Times that a pair is tried: a race is not lost every time. */
const REPEATS = 4;

function pairDraft(description: Description, moves: readonly Move[], pairAt: number): CaseDraft {
  const all = moves as readonly OrderedMove[];
  const [first, second] = all.slice(pairAt, pairAt + 2) as [OrderedMove, OrderedMove];
  const plan = {
    prefix: all.slice(0, pairAt),
    pair: [first, second],
    suffix: all.slice(pairAt + 2),
  } as const;
  const draft = pairCase(description, plan, {
    name: pairTrace(moves, pairAt),
    repeats: REPEATS,
    seed: pairAt,
  });
  return { ...draft, needs: [] };
}
