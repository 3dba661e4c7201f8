import type { CaseContext } from './case-context.js';
import type { BookedEvent } from './event-book.js';
import { eventsCausedBy } from './schedule.js';

/**
 * Waits for an event of the case's last stimulus, to learn how long the deployment takes at present, and then for all else
 * that the case may have caused, as long as it keeps coming: what nobody awaits stands in line as well. A case that went
 * wrong may have missed what comes now, and so does not wait for all of it.
 */
export async function lastEvents(context: CaseContext, wentWell: boolean): Promise<void> {
  const { runState, testCase, startedAt, lastStimulus, lastLeft } = context;
  const { admission, signal } = runState;
  if (lastStimulus === startedAt || admission.stayMs === 0 || signal.aborted) return;
  const book = runState.book(testCase.version);
  const users = context.users();
  const isLast = ({ delivery }: BookedEvent): boolean => delivery.at >= lastLeft;
  const [first] = await book.waitForMore(users, 0, admission.stayMs, signal, isLast);
  if (!first) return;
  runState.eventCame(first, { at: lastLeft, isSole: false, caseBeganAt: startedAt });
  const most = wentWell ? EVENTS_OF_AN_ACT * eventsCausedBy(testCase) - FEW_EVENTS : 0;
  for (let count = book.count(users); count < most; ) {
    const came = await book.waitForMore(users, count, admission.stayMs, signal);
    if (came.length <= count) return;
    count = came.length;
    const ms = Math.max(...came.map(({ delivery }) => delivery.at)) - lastLeft;
    admission.stillCame(ms);
  }
}

/** A message may ask for a destination, and be reported once it is delivered. */
const EVENTS_OF_AN_ACT = 2;
/** So few events that nobody else has to wait for them. */
const FEW_EVENTS = 16;
