import type { Step } from '../cases/types.js';
import { routingEvent } from '../cases/vocabulary.js';
import type { EventBook } from './event-book.js';
import type { CaseOutcome } from './run-context.js';
import type { RunState } from './run-state.js';

/** An earlier run leaves a few behind: what it refused is repeated, and comes to whoever set the address since. */
const LEFT_BEHIND = 4;

/**
 * Events for users of another run came here, and for more of them than an earlier run leaves behind: both runs use one
 * contact point, and take its address from each other.
 */
export function sawAnotherRun(book: Pick<EventBook, 'otherRunUserCount'>): boolean {
  return book.otherRunUserCount() > LEFT_BEHIND;
}

const REASON = {
  code: 'interference',
  text: 'Another run of conform uses the same contact point at the same time: events come to the one that set the webhook address last.',
};

/**
 * The outcomes of a run that saw events of another one. They may be of a run that goes on, and takes the address away, or
 * of one that ended before and whose events are repeated to whoever set the address since. What the address provably
 * stayed ours for is not doubted: nobody of this run set it since the case began, and events still come at the end.
 */
export function weighedByOtherRuns(
  outcomes: readonly CaseOutcome[],
  runState: RunState,
): Promise<CaseOutcome[]> {
  const end = runState.ports.clock.now();
  return Promise.all(
    outcomes.map(async (outcome) => {
      const doubted = doubtedByOtherRun(outcome);
      const ours = doubted !== outcome && !outcome.recovered && (await stayedOurs(outcome, runState, end));
      return ours ? outcome : doubted;
    }),
  );
}

async function stayedOurs(
  { case: { version }, startedAt: from }: CaseOutcome,
  runState: RunState,
  end: number,
): Promise<boolean> {
  const setSince = [...runState.addressings.values()].some((at) => at >= from);
  if (runState.route === null || setSince || runState.signal.aborted) return false;
  const state = await runState.route.state(version, { from, to: end, after: end });
  // Where no such event ever came the control tells nothing.
  return state === 'good' && runState.book(version).knows(routingEvent(runState.description(version)));
}

/**
 * What an outcome is worth when another run turned out to be there: an event that did not come may have gone to it, and so
 * may one whose absence was watched. It may also have set an address where this run relied on there being none, or have
 * had a hand in what passed when it was tried again.
 */
export function doubtedByOtherRun(outcome: CaseOutcome): CaseOutcome {
  const { verdict, reason, case: testCase } = outcome;
  const accused = verdict === 'fail' ? reason : outcome.breach;
  const missed = accused?.code === 'no-event' || outcome.recovered === true;
  const early =
    verdict === 'fail' && reason?.code === 'unexpected-event' && testCase.steps.some(reliesOnNoAddress);
  const watched =
    verdict === 'pass' &&
    testCase.steps.some((step) => 'settles' in step && step.settles && step.do !== 'inbox');
  if (!missed && !early && !watched) return outcome;
  const text = reason ? `${reason.text} ${REASON.text}` : REASON.text;
  const { breach: _, ...rest } = outcome;
  return { ...rest, verdict: 'inconclusive', reason: { code: REASON.code, text } };
}

function reliesOnNoAddress(step: Step): boolean {
  return step.do === 'address' && step.label === null;
}
