import type { EventBook } from './event-book.js';
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
