import type { Case } from '../cases/types.js';
import { CaseContext } from './case-context.js';
import {
  asStep,
  dutyOf,
  type Excuse,
  excused,
  guarded,
  inStep,
  internalError,
  judgeRetry,
  outcomeOf,
} from './case-outcome.js';
import type { BookedEvent } from './event-book.js';
import type { CaseOutcome } from './evidence.js';
import { type Doubt, type Finding, gravest } from './finding.js';
import { SERIALS } from './ids.js';
import type { RunState } from './run-state.js';
import { atInterruption, runSteps } from './run-steps.js';
import { eventsCausedBy, usesUnsetKey } from './schedule.js';
import { unfinished } from './standstill.js';

/** Where a case stands in its run. */
export interface Placement {
  /** Number of the case: makes its users its own. */
  serial: number;
  /** An event that it misses has already been awaited in full. */
  hurried?: boolean;
  /** Resolves once nothing more is sent and the quiet window after `since` (wall clock, ms) has passed. */
  settled: (since: number) => Promise<void>;
  /** Called once the case sends nothing any more, or waits for the others, and its last event has come, or takes too long. */
  quiet?: () => void;
}

/**
 * Runs one case, and once more with other users if one attempt cannot decide it. Never throws: a fault of the checker is
 * an outcome of its own, never charged to the target.
 */
export async function runCase(
  testCase: Case,
  runState: RunState,
  placement: Placement,
): Promise<CaseOutcome> {
  try {
    return await attempts(testCase, runState, placement);
  } catch (error) {
    placement.quiet?.();
    return unfinished(testCase, runState, internalError(error));
  } finally {
    runState.proceeds(testCase, null);
  }
}

async function attempts(testCase: Case, runState: RunState, placement: Placement): Promise<CaseOutcome> {
  const first = await attempt(testCase, runState, placement);
  if (first.unsure === null) return first.outcome;
  const second = await attempt(testCase, runState, {
    ...placement,
    serial: SERIALS.secondAttempts + placement.serial,
    hurried: first.unsure.passing === 'interference',
  });
  return judgeRetry(first.outcome, second.outcome, first.unsure);
}

interface Attempt {
  outcome: CaseOutcome;
  /** Why it is uncertain that the target is to blame; null: it accuses nobody, or is certain. */
  unsure: Doubt | null;
}

/** What a finding says about events that came, or did not, while nobody answered them. */
const EVENTS = ['unexpected-event', 'no-event'];
const HELD_UP: Doubt = {
  why: 'Meanwhile the checker itself was held up for a while, so the service may have repeated an event, or given up on it.',
  passing: 'held-up',
};
const MIXED_UP: Excuse = {
  why: 'Its keep-alive connection returned more responses than requests, so the response may belong to another request.',
  passing: 'surplus-bytes',
};

/** The steps in order until one finds something, then whatever only the end of the run can decide. */
async function attempt(
  testCase: Case,
  runState: RunState,
  { serial, settled, quiet, hurried }: Placement,
): Promise<Attempt> {
  const context = new CaseContext(runState, testCase, serial, hurried);
  if (quiet) context.pauses = quiet;
  for (const user of context.users()) runState.lines.begins(user, context.startedAt);
  const suspendedMs = runState.ports.clock.suspendedMs();
  const early = await guarded(() => inCompany(context, () => runSteps(context, testCase.steps)));
  context.releaseResponses();
  runState.proceeds(testCase, 'others');
  await guarded(() => context.finish());
  context.releaseResponses();
  if (quiet) void lastEvents(context, early === null).then(quiet);
  runState.proceeds(testCase, 'end');
  const finding = await final(context, early, settled);
  const outcome = outcomeOf(context, finding);
  const accusing = outcome.verdict === 'fail' ? finding : outcome.breach;
  if (!accusing) return { outcome, unsure: null };
  // The others need the address or the time that they had.
  const mayRetry = testCase.phase === 'open' || testCase.phase === 'spanning';
  if (await isMixedUp(context))
    return mayRetry ? { outcome, unsure: MIXED_UP } : { outcome: excused(outcome, MIXED_UP), unsure: null };
  const heldUp =
    mayRetry && runState.ports.clock.suspendedMs() > suspendedMs && EVENTS.includes(accusing.code);
  const doubt = outcome.verdict === 'fail' ? (accusing.unsure ?? null) : null;
  return { outcome, unsure: doubt ?? (heldUp ? HELD_UP : null) };
}

/** Whether a response of the case may belong to another request. */
async function isMixedUp({ exchanges }: CaseContext): Promise<boolean> {
  const connections = exchanges.flatMap(({ outcome }) => outcome.connection ?? []);
  await Promise.all(connections.map((connection) => connection.settle()));
  return connections.some(({ surplus }) => surplus === 'ambiguous');
}

/**
 * Does the work among the cases that others of its phase wait for. A case that needs a contact point gets it before
 * anybody waits for it, and however the work ends, nobody waits for it any longer.
 */
async function inCompany<T>(context: CaseContext, work: () => Promise<T>): Promise<T> {
  const { runState, testCase } = context;
  runState.proceeds(testCase, 'others');
  if (testCase.steps.some(usesUnsetKey)) await context.keys.of('unset');
  const {
    serviceClock: { conductor },
    barrier,
  } = runState;
  if (testCase.phase === 'clock') conductor.join(context);
  if (testCase.phase === 'address') barrier.join();
  try {
    return await work();
  } finally {
    runState.proceeds(testCase, 'others');
    if (testCase.phase === 'clock') conductor.leave(context);
    if (testCase.phase === 'address') await barrier.leave();
  }
}

/** A case that could not go on may have found a violation all the same. */
async function final(
  context: CaseContext,
  early: Finding | null,
  settled: Placement['settled'],
): Promise<Finding | null> {
  if (early !== null && early.verdict !== 'inconclusive') return early;
  const late = await guarded(() => judgeWatches(context, settled));
  return early === null || late?.verdict === 'fail' ? late : early;
}

async function judgeWatches(context: CaseContext, settled: Placement['settled']): Promise<Finding | null> {
  const { watches, runState } = context;
  if (watches.length === 0) return null;
  await settled(Math.max(...watches.map(({ since }) => since)));
  if (runState.signal.aborted) return gravest(watches.map(({ step }) => atInterruption(context, step)));
  const findings = await Promise.all(
    watches.map(async ({ judge, step }) => {
      const finding = await judge();
      if (!finding) return null;
      const found = inStep(context, step, finding);
      // Surplus events spoil nothing, and have laws of their own.
      return finding.code === 'unexpected-event'
        ? found
        : asStep(step, { ...found, duty: dutyOf(context, step, found) });
    }),
  );
  return gravest(findings);
}

/**
 * Waits for an event of the case's last stimulus, to learn how long the deployment takes at present, and then for all else
 * that the case may have caused, as long as it keeps coming: what nobody awaits stands in line as well. A case that went
 * wrong may have missed what comes now, and so does not wait for all of it. One that causes no event waits for none.
 */
export async function lastEvents(context: CaseContext, wentWell: boolean): Promise<void> {
  const { runState, testCase, startedAt, lastStimulus, lastLeft } = context;
  const { admission, signal } = runState;
  const causes = eventsCausedBy(testCase);
  if (causes === 0 || lastStimulus === startedAt || admission.stayMs === 0 || signal.aborted) return;
  const book = runState.book(testCase.version);
  const users = context.users();
  const isLast = ({ delivery }: BookedEvent): boolean => delivery.at >= lastLeft;
  const { stayMs } = admission;
  const [first] = await book.waitForMore(users, 0, stayMs, signal, isLast);
  if (!first) return admission.stayedInVain(stayMs);
  runState.eventCame(first, { at: lastLeft, isSole: false, caseBeganAt: startedAt });
  const most = wentWell ? EVENTS_OF_AN_ACT * causes - FEW_EVENTS : 0;
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
