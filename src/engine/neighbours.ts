import type { KeyChoice, Step } from '../cases/types.js';
import { routingEvent } from '../cases/vocabulary.js';
import type { EventBook } from './event-book.js';
import type { Scope } from './scope.js';
import type { CaseOutcome } from './world.js';

/** An earlier run leaves a few behind: what it refused is repeated, and comes to whoever set the address since. */
const LEFT_BEHIND = 4;

/**
 * Events for users of another run came here, and for more of them than an earlier run leaves behind: both runs use one
 * contact point, and take its address from each other.
 */
export function sawAnotherRun(book: Pick<EventBook, 'neighbourCount'>): boolean {
  return book.neighbourCount() > LEFT_BEHIND;
}

const REASON = {
  code: 'interference',
  text: 'Another run of conform uses the same contact point at the same time: events come to the one that set the webhook address last.',
};

/**
 * What the outcomes are worth, seen from the run's end: where another run was there, some of them may be its doing.
 */
export async function besideOthers(outcomes: readonly CaseOutcome[], scope: Scope): Promise<CaseOutcome[]> {
  const sharing = Object.keys(scope.world.descriptions).some((version) => sawAnotherRun(scope.book(version)));
  const believed = sharing ? await besideAnotherRun(outcomes, scope) : [...outcomes];
  return sharing || scope.route?.wasTaken() ? believed.map(withSharedState) : believed;
}

/**
 * The outcomes of a run that saw events of another one. They may be of a run that goes on, and takes the address away, or
 * of one that ended before and whose events are repeated to whoever set the address since. What the address provably
 * stayed ours for is not doubted: nobody of this run set it since the case began, and events still come at the end.
 */
export function besideAnotherRun(outcomes: readonly CaseOutcome[], scope: Scope): Promise<CaseOutcome[]> {
  const end = scope.ports.clock.now();
  return Promise.all(
    outcomes.map(async (outcome) => {
      const doubted = amongNeighbours(outcome);
      return doubted !== outcome && (await stayedOurs(outcome, scope, end)) ? outcome : doubted;
    }),
  );
}

async function stayedOurs(
  { case: { version }, startedAt: from }: CaseOutcome,
  scope: Scope,
  end: number,
): Promise<boolean> {
  const setSince = [...scope.addressings.values()].some((at) => at >= from);
  if (scope.route === null || setSince || scope.signal.aborted) return false;
  const state = await scope.route.state(version, { from, to: end, after: end });
  // Where no such event ever came the control tells nothing.
  return state === 'good' && scope.book(version).knows(routingEvent(scope.description(version)));
}

/**
 * What an outcome is worth when another run turned out to be there: an event that did not come may have gone to it, and
 * so may one whose absence was watched.
 */
export function amongNeighbours(outcome: CaseOutcome): CaseOutcome {
  const missed = outcome.verdict === 'fail' && outcome.reason?.code === 'no-event';
  const watched =
    outcome.verdict === 'pass' && outcome.case.steps.some((step) => step.do === 'notified' && step.settles);
  if (!missed && !watched) return outcome;
  return { ...outcome, verdict: 'inconclusive', reason: REASON };
}

/**
 * What a failure is worth when another run was there, where the case relies on what that changes as well: an address that
 * it sets itself, a contact point without one, the clock, who is logged in.
 */
export function withSharedState(outcome: CaseOutcome): CaseOutcome {
  if (outcome.verdict !== 'fail' || !outcome.case.steps.some(reliesOnShared)) return outcome;
  return { ...outcome, verdict: 'inconclusive', reason: REASON };
}

const SHARED: readonly Step['do'][] = ['address', 'clock', 'presence'];

function reliesOnShared(step: Step): boolean {
  return SHARED.includes(step.do) || keyOf(step) === 'unset';
}

function keyOf(step: Step): KeyChoice | undefined {
  if (step.do === 'send') return step.request.key;
  return 'key' in step ? step.key : undefined;
}
