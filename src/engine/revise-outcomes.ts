import { routingEvent } from '../cases/description-lookups.js';
import type { Step } from '../cases/types.js';
import { duration } from '../duration.js';
import { conjunction } from '../phrases.js';
import { MAIN_ADDRESS } from './address-log.js';
import type { EventBook } from './event-book.js';
import type { CaseOutcome, Exchange } from './evidence.js';
import type { RunState, ShortenedWait } from './run-state.js';
import { usesUnsetKey } from './schedule.js';

/**
 * The outcome, together with what came for its users after it had been decided; if an event was missed, with what turns
 * out to be that event. It does not take back a verdict: an event that was due in time did not come in time. But it is
 * evidence, and the reason mentions it.
 */
export function withLateEvents(
  outcome: CaseOutcome,
  users: readonly string[],
  book: Pick<EventBook, 'of' | 'isCalled'>,
): CaseOutcome {
  const known = new Set(outcome.events);
  const { reason, judged } = outcome;
  const missed = reason?.code === 'no-event' ? judged?.place.about : undefined;
  const late = users
    .flatMap((user) => book.of(user))
    .filter(
      (event) => !known.has(event.delivery.id) && (missed === undefined || book.isCalled(event, missed)),
    );
  if (late.length === 0) return outcome;
  const ended = outcome.startedAt + outcome.durationMs;
  const after = Math.round(Math.min(...late.map(({ delivery }) => delivery.at)) - ended);
  // What a first attempt missed may have come while the case was tried again.
  const when = after > 0 ? `, ${duration(after)} after the case` : '';
  const names = [...new Set(late.map(({ name }) => name ?? 'an event without a name'))];
  return {
    ...outcome,
    events: [...outcome.events, ...new Set(late.map(({ delivery }) => delivery.id))],
    reason:
      reason?.code === 'no-event'
        ? { ...reason, text: `${reason.text} ${conjunction(names)} arrived later in the run${when}.` }
        : reason,
  };
}

/**
 * The outcome of a case that gave up an event early. If the event then came in time after all, nobody is accused: the
 * case did not wait for it as long as it may take.
 */
export function withShortenedWait(
  outcome: CaseOutcome,
  wait: ShortenedWait | undefined,
  book: Pick<EventBook, 'of'>,
): CaseOutcome {
  const accused = outcome.verdict === 'fail' ? outcome.reason : outcome.breach;
  if (wait === undefined || accused?.code !== 'no-event') return outcome;
  const { user, subject, gaveUpAt, dueUntil } = wait;
  const came = book
    .of(user)
    .find((event) => event.delivery.at > gaveUpAt && event.delivery.at <= dueUntil && wait.isMeant(event));
  if (!came) return outcome;
  const { breach: _, judged: __, ...rest } = outcome;
  const text = `${subject} arrived ${duration(came.delivery.at - gaveUpAt)} after the case had stopped waiting: the wait was shortened because earlier events had missed the event timeout.`;
  return { ...rest, verdict: 'inconclusive', reason: { code: 'wait-shortened', text } };
}

/**
 * What came after a response had ended is known only later in the run. The case that made the request fails for it; if
 * nobody can tell whose request it was, whatever passed by such responses is not proven, unless a failure of the run
 * says what they are.
 */
export function withSurplus(outcomes: readonly CaseOutcome[], exchanges: readonly Exchange[]): CaseOutcome[] {
  const judged = outcomes.map((outcome) => failedBySurplus(outcome, exchanges) ?? outcome);
  const isKnown = judged.some(({ verdict, reason }) => verdict === 'fail' && reason?.code === SURPLUS_CODE);
  return isKnown
    ? judged
    : judged.map((outcome) => (isAmbiguous(outcome, exchanges) ? doubtedForSurplus(outcome) : outcome));
}

const SURPLUS_CODE = 'surplus-bytes';
const ONE_RESPONSE_EACH = 'one response to each request';

function failedBySurplus(outcome: CaseOutcome, exchanges: readonly Exchange[]): CaseOutcome | null {
  const { verdict, case: testCase } = outcome;
  if (verdict !== 'pass' || testCase.level === 'observed') return null;
  const guilty = outcome.exchanges
    .flatMap((id) => exchanges[id] ?? [])
    .find(({ caseId, outcome: { connection } }) => caseId === testCase.id && connection?.surplus === 'own');
  if (!guilty) return null;
  const { id, operation } = guilty;
  const text =
    'Some time after the response, more bytes than it had announced arrived on its keep-alive connection.';
  return {
    ...outcome,
    verdict: 'fail',
    reason: { code: SURPLUS_CODE, text },
    expected: ONE_RESPONSE_EACH,
    received: 'more bytes after the response',
    judged: {
      place: { part: 'answer', exchange: id, ...(operation !== null && { about: operation }) },
      step: 0,
      at: outcome.startedAt + outcome.durationMs,
    },
  };
}

function isAmbiguous({ verdict, ...outcome }: CaseOutcome, exchanges: readonly Exchange[]): boolean {
  return (
    verdict === 'pass' &&
    outcome.exchanges.some((id) => exchanges[id]?.outcome.connection?.surplus === 'ambiguous')
  );
}

function doubtedForSurplus(outcome: CaseOutcome): CaseOutcome {
  const text =
    'A keep-alive connection returned more responses than requests, so its responses may belong to other requests; which request this one answers is unknown.';
  return {
    ...outcome,
    verdict: 'inconclusive',
    reason: { code: SURPLUS_CODE, text },
    expected: ONE_RESPONSE_EACH,
    received: 'more responses than requests',
  };
}

/** An earlier run leaves a few behind: what it refused is repeated, and goes to whoever has set the address since. */
const LEFT_BEHIND = 4;

/** Whether so many users of another run got events here that it may use the same contact point at the same time. */
export function sawOtherRun(runState: Pick<RunState, 'runContext' | 'book'>): boolean {
  return versionsOf(runState).some((version) => runState.book(version).otherRunUserCount() > LEFT_BEHIND);
}

function versionsOf({ runContext }: Pick<RunState, 'runContext'>): string[] {
  return Object.keys(runContext.descriptions);
}

const INTERFERENCE = {
  code: 'interference',
  text: 'Events of another conform run arrived here: that run uses the same contact point, or ended shortly before. Events go to the run that last set the webhook address.',
};

/**
 * The outcomes of a run that saw events of another. That run may still be going on, and take the address away, or it has
 * ended and its events still come to whoever has set the address since. Whatever happened while the address provably
 * remained ours is not doubted.
 */
export function weighedByOtherRuns(
  outcomes: readonly CaseOutcome[],
  runState: RunState,
): Promise<CaseOutcome[]> {
  const end = runState.ports.clock.now();
  const doubtful = new Map(
    versionsOf(runState).map((version) => [version, doubtfulSettings(runState, version)]),
  );
  return Promise.all(
    outcomes.map(async (outcome) => {
      const doubted = doubtedByOtherRun(outcome);
      if (doubted === outcome || outcome.recovered) return doubted;
      // An event may be lost in a moment; that one came unseen in just that moment is far less likely.
      const isMissed = outcome.verdict !== 'pass' || outcome.breach !== undefined;
      const settings = isMissed ? runState.mainAddressSetAt : (doubtful.get(outcome.case.version) ?? []);
      return (await stayedOurs(outcome, runState, { settings, end })) ? outcome : doubted;
    }),
  );
}

/**
 * Whether the address was ours all the time that mattered to the outcome: up to a moment at which it provably was ours,
 * and which the case did not outlast. If this run set it again in between, at one of these moments, the other run may have
 * had it unseen before. Once the other run has not been seen for as long as an event may take, it does no harm: if it
 * took the address while this run sets it again and again, its own events would soon come here.
 */
async function stayedOurs(
  outcome: CaseOutcome,
  runState: RunState,
  { settings, end }: { settings: readonly number[]; end: number },
): Promise<boolean> {
  const {
    case: { id, version },
    startedAt: from,
  } = outcome;
  const { route, signal, runContext } = runState;
  if (route === null || signal.aborted) return false;
  // Nothing shows whose address a contact point had that the case had for itself: two runs may have the same ones.
  if (outcome.case.steps.some(usesUnsetKey)) return false;
  const done = runState.idleSince.get(id) ?? from + outcome.durationMs;
  const inDoubt = Math.min(...settings.filter((at) => at >= from));
  const held = [route.heldUntil(version) ?? Number.NEGATIVE_INFINITY, end].find(
    (at) => at >= done && at < inDoubt,
  );
  const until = held ?? (lastSign(runState) + runContext.eventTimeoutMs < from ? end : null);
  if (until === null) return false;
  const state = await route.state(version, { from, to: until, after: until });
  // If no such event ever came, the route check says nothing.
  return state === 'good' && runState.book(version).knows(routingEvent(runState.description(version)));
}

/** So shortly before the address was set again nobody else took it and lost it again. */
const SHORTLY_MS = 1_000;

/** When this run set the address again, and no event for a user who wrote under the version had come shortly before. */
function doubtfulSettings(runState: RunState, version: string): number[] {
  const comings = runState
    .book(version)
    .all()
    .filter(
      ({ user, delivery: { address } }) => address === MAIN_ADDRESS && runState.writers.get(user) === version,
    )
    .map(({ delivery: { at } }) => at);
  return runState.mainAddressSetAt.filter(
    (setAt) => !comings.some((at) => at <= setAt && at >= setAt - SHORTLY_MS),
  );
}

/** When another run last showed that it was going on, wall clock, milliseconds. */
function lastSign(runState: Pick<RunState, 'runContext' | 'book'>): number {
  const signs = versionsOf(runState).map((version) => runState.book(version).newOtherRunUserAt());
  return Math.max(...signs.map((at) => at ?? Number.NEGATIVE_INFINITY));
}

/**
 * What an outcome is worth once another run turns out to have been there: an event that did not come may have gone to
 * that run, and so may one whose absence was watched. It may also have set an address where this run relied on there
 * being none, or affected what passed when it was tried again.
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
  const text = reason ? `${reason.text} ${INTERFERENCE.text}` : INTERFERENCE.text;
  const { breach: _, ...rest } = outcome;
  return { ...rest, verdict: 'inconclusive', reason: { code: INTERFERENCE.code, text } };
}

function reliesOnNoAddress(step: Step): boolean {
  return step.do === 'address' && step.label === null;
}
