import type { EventArrivalStep } from '../../cases/types.js';
import { eventAsSubject, eventWords } from '../../cases/words/expectations.js';
import { groupBy } from '../../group-by.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Act, Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { isHeld, isNamed } from '../judge/payload.js';
import type { RunState } from '../run-state.js';
import { usualKind } from '../wait-budget.js';
import { NO_USER } from './event-content.js';
import { eventPlace, NOTHING_CAME, shownUser } from './event-evidence.js';
import { CATCHER_UNPROVEN, lostEvidence, routeFailure } from './missing-event.js';
import { closesByUser } from './prompt-count.js';

/**
 * A law for all events of this name (section 6): each that was caused anywhere in the run arrives, though no step waits for
 * it. That of a message that employees have seen names it; where events name no messages, there are as many. Judged when the
 * run ends.
 */
export function eventArrival(context: CaseContext, step: EventArrivalStep): Finding | null {
  if (!context.runState.runContext.reader.namesUsers) return NO_USER;
  context.watch(step, () => judge(context, step));
  return null;
}

/** Something for which an event is due. */
interface Cause {
  user: string;
  /** When it had happened; wall clock, milliseconds. */
  at: number;
  /** What the event is about, in words. */
  what: string;
  /** The request, if it is one. */
  exchange?: number;
  /** Whether this event of the user is the one that is due. */
  isDue(event: BookedEvent): boolean;
}

async function judge(context: CaseContext, step: EventArrivalStep): Promise<Finding | null> {
  const { description } = context;
  const causes = step.action === null ? messagesSeen(context) : replies(context, step);
  const missingSoFar = missingOf(context, step, causes);
  // If hardly any is reported, other cases say so.
  if (causes.length === 0 || 2 * missingSoFar.length > causes.length) return NOTHING_CAME;
  await comingLate(context, step, missingSoFar);
  const missing = missingOf(context, step, causes);
  const [first] = missing;
  if (!first) return null;
  const subject = eventAsSubject(step.event, description);
  const all = step.action === null ? 'messages that employees saw' : 'employee replies';
  return {
    verdict: 'fail',
    code: 'no-event',
    text: `${subject} did not arrive for ${missing.length} of ${causes.length} ${all}, first in ${caseOf(context, first)}.`,
    ...(await whyMissing(context, step, first)),
    expected: `${eventWords(step.event, description)} for user ${shownUser(first.user)}, ${first.what}`,
    received: 'none by the end of the run',
    place: {
      ...eventPlace(undefined, step.event),
      ...(first.exchange !== undefined && { exchange: first.exchange }),
      headline: `${subject} does not always arrive`,
    },
  };
}

/** Those for which no event has come by now. */
function missingOf(
  { runState, testCase }: CaseContext,
  step: EventArrivalStep,
  causes: readonly Cause[],
): Cause[] {
  const book = runState.book(testCase.version);
  const eventsOf = (user: string): BookedEvent[] =>
    book.of(user).filter((event) => book.isCalled(event, step.event));
  const missing = causes.filter(({ user, isDue }) => !eventsOf(user).some(isDue));
  if (step.action !== null || 2 * missing.length <= causes.length) return missing;
  // Events that name no messages are as many as these.
  return [...groupBy(causes, ({ user }) => user)].flatMap(([user, own]) => own.slice(eventsOf(user).length));
}

/** The case in which something was done for the user first. */
function caseOf({ runState: { exchanges } }: CaseContext, { user }: Cause): string {
  return exchanges.find((exchange) => exchange.user === user)?.caseId ?? 'the preflight';
}

/** What may still be on its way is given the time that an event has. */
async function comingLate(
  { runState, testCase }: CaseContext,
  { event: name }: EventArrivalStep,
  missing: readonly Cause[],
): Promise<void> {
  const { ports, signal, waitBudget } = runState;
  const book = runState.book(testCase.version);
  const kind = usualKind(testCase.version, name);
  const limitMs = waitBudget.of(kind, kind);
  await Promise.all(
    missing.slice(0, MOST_AWAITED).map(({ user, at, isDue }) =>
      book.wait(
        user,
        (event) => book.isCalled(event, name) && isDue(event),
        (found) => found.length > 0,
        Math.max(0, at + limitMs - ports.clock.now()),
        signal,
      ),
    ),
  );
}

/** Where more are missing, these are enough to tell of them. */
const MOST_AWAITED = 20;

/** What makes the absence prove nothing, or less; null: nothing does. */
async function whyMissing(
  context: CaseContext,
  { event }: EventArrivalStep,
  { at }: Cause,
): Promise<Pick<Finding, 'verdict' | 'code' | 'text'> | null> {
  const { runState, testCase } = context;
  const lost = lostEvidence(context, event);
  if (lost) return lost;
  if (!runState.isCatcherProven) return CATCHER_UNPROVEN;
  const period = { from: at, to: runState.ports.clock.now(), after: at };
  const state = (await runState.route?.state(testCase.version, period)) ?? 'good';
  return routeFailure(
    state,
    { verdict: 'fail', code: 'no-event' },
    runState.route?.lostBy?.(testCase.version) ?? null,
  );
}

/** Messages that employees have seen while they were logged in, by the ids that events may name. */
function messagesSeen({ runState, testCase }: CaseContext): Cause[] {
  const book = runState.book(testCase.version);
  return [...runState.messagesSeen.values()]
    .filter(({ user, version }) => version === testCase.version && isAtMain(runState, user))
    .map(({ id, user, at, exchange }) => ({
      user,
      at,
      what: `message ${id}`,
      exchange,
      isDue: (event) => {
        const read = book.read(event);
        return isHeld(read, id, true) || isNamed(read, id);
      },
    }));
}

/** Replies to users who had a destination selected all the while. */
function replies(context: CaseContext, { action, event: name, carries }: EventArrivalStep): Cause[] {
  const { runState, testCase } = context;
  const book = runState.book(testCase.version);
  const exchanges = groupBy(runState.exchanges, ({ user }) => user);
  const closes = closesByUser(context);
  return runState.acts
    .filter(
      (act) =>
        act.action === action &&
        act.succeeded === true &&
        act.addressed === true &&
        (act.ended ?? Number.POSITIVE_INFINITY) < runState.serviceClock.movedAt &&
        isAtMain(runState, act.user) &&
        isInConversation(context, act, {
          own: exchanges.get(act.user) ?? [],
          closes: closes.get(act.user) ?? [],
        }),
    )
    .map(({ user, parameters, ended = 0 }) => ({
      user,
      at: ended,
      what: `carrying ${short(Object.fromEntries(carries.map((parameter) => [parameter, parameters[parameter]])), 200)}`,
      isDue: (event) =>
        event.name === name && carries.every((parameter) => isHeld(book.read(event), parameters[parameter])),
    }));
}

/** Nothing else of the user moved its address: the run's own is set all the while. */
function isAtMain({ addressLog, runContext }: RunState, user: string): boolean {
  return addressLog.pointsOf(user) === 1 && addressLog.wroteTo(user, runContext.keys.main);
}

/**
 * Whether the user had a destination selected when the employee acted, and until that had ended.
 * @param own requests of the user
 * @param closes of the user's conversations
 */
function isInConversation(
  { testCase, description }: CaseContext,
  act: Act,
  { own, closes }: { own: readonly Exchange[]; closes: readonly Act[] },
): boolean {
  if (own.some(({ version }) => version !== testCase.version)) return false;
  const selection = own.findLast(
    ({ operation, outcome }) =>
      description.operations[operation ?? '']?.kind === 'select' &&
      outcome.kind === 'response' &&
      outcome.status === description.http.successStatus &&
      outcome.startedAt + outcome.durationMs <= act.at,
  );
  if (!selection) return false;
  return !closes.some(
    ({ at, ended = Number.POSITIVE_INFINITY }) =>
      ended >= selection.outcome.startedAt && at <= (act.ended ?? act.at),
  );
}
