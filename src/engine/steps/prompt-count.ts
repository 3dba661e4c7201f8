import { closeRule } from '../../cases/description-lookups.js';
import type { PromptCountStep } from '../../cases/types.js';
import { type RoutingStep, runRouting } from '../../description/routing.js';
import type { Description, Trigger } from '../../description/types.js';
import { groupBy } from '../../group-by.js';
import { howOften, ordinal } from '../../phrases.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Act, Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { isFailure } from '../judge/response.js';
import type { Outcome } from '../ports.js';
import type { RunState } from '../run-state.js';
import { NO_USER } from './event-content.js';
import { comesTooOften, eventPlace, NOTHING_CAME, shownUser } from './event-evidence.js';

/**
 * A law for the event that asks for a destination (section 3): it comes no more often for any user of the run than that
 * user's requests and closes allow. Users about whom something is uncertain are left out. Judged when the run ends.
 */
export function promptCount(context: CaseContext, step: PromptCountStep): Finding | null {
  if (!context.runState.runContext.reader.namesUsers) return NO_USER;
  context.watch(step, () => judge(context, step));
  return null;
}

function judge(context: CaseContext, { event }: PromptCountStep): Finding | null {
  const { runState, testCase } = context;
  const book = runState.book(testCase.version);
  const users = byUser(runState, testCase.version);
  if (users.length === 0) return NOTHING_CAME;
  const closes = closesByUser(context);
  for (const [user, exchanges] of users) {
    const steps = walked(context, exchanges, closes.get(user) ?? []);
    if (steps === null) continue;
    const most = steps.filter(asksBy(event)).length;
    // One that was refused may come again.
    const came = book.of(user).filter(({ name, delivery }) => name === event && !delivery.refused);
    if (!comesTooOften(runState, { version: testCase.version, event, came, most })) continue;
    context.deliveries.push(...came.map(({ delivery }) => delivery.id));
    return {
      verdict: 'fail',
      code: 'unexpected-event',
      text: `${event} arrived more often than the user's messages allow${excess(context, { event, came, steps })}.`,
      expected: `${event} for user ${shownUser(user)} ${most === 0 ? 'never' : `at most ${howOften(most)}`}`,
      received: `${event} ${howOften(came.length)}`,
      place: eventPlace(came.at(-1), event),
    };
  }
  return null;
}

/** What the routing does, and when it was made to; wall clock. */
type TimedStep = RoutingStep & { at: number };

const NOUNS: Record<Trigger, string> = { message: 'message', select: 'selection', close: 'close' };

function asksBy(event: string): (step: RoutingStep) => boolean {
  return ({ sends, open }) => sends === event || open?.event === event;
}

/** Which of the events is one too many, and what had happened by then: a clause. */
function excess(
  { runState, testCase, description }: CaseContext,
  { event, came, steps }: { event: string; came: readonly BookedEvent[]; steps: readonly TimedStep[] },
): string {
  // Which copy of an event is the surplus, nobody knows.
  if (runState.copies.mostOf(testCase.version, event) > 1) return '';
  const before = (moment: number): TimedStep[] => steps.filter(({ at }) => at <= moment);
  const early = came.findIndex(
    ({ delivery }, index) => before(delivery.at).filter(asksBy(event)).length <= index,
  );
  const index = early === -1 ? came.length - 1 : early;
  const last = before(came[index]?.delivery.at ?? 0).at(-1);
  if (!last) return '';
  const state = description.routing.states[last.from]?.title ?? last.from;
  return `: the ${ordinal(index + 1)} arrived after a ${NOUNS[last.trigger]} in the state "${state}"`;
}

/**
 * Exchanges of the users who wrote under this version only, to one contact point only, and not after the service's clock was
 * moved: a selection need not outlast a day.
 */
function byUser(runState: RunState, version: string): [user: string, exchanges: Exchange[]][] {
  return [...groupBy(runState.exchanges, ({ user }) => user)].flatMap(([user, exchanges]) => {
    if (user === null || runState.addressLog.pointsOf(user) !== 1) return [];
    const isKnown = exchanges.every(
      (exchange) =>
        exchange.version === version && exchange.outcome.startedAt < runState.serviceClock.movedAt,
    );
    return isKnown ? [[user, exchanges]] : [];
  });
}

/** When employees closed each user's conversations. */
export function closesByUser({ runState, description }: CaseContext): ReadonlyMap<string, Act[]> {
  const { action: close } = closeRule(description);
  const closes = runState.acts.filter(({ action }) => action === close);
  return groupBy(closes, ({ user }) => user);
}

/** What the state machine does in response to a user and its employees; null: not all of it is known. */
function walked(
  { description }: CaseContext,
  exchanges: readonly Exchange[],
  closes: readonly Act[],
): TimedStep[] | null {
  const triggers: { at: number; place: number; trigger: Trigger }[] = [];
  // The effect of overlapping requests depends on which of them the service handles first.
  if (
    exchanges.some(({ outcome }, at) =>
      exchanges.slice(at + 1).some((other) => overlap(outcome, other.outcome)),
    )
  )
    return null;
  if (closes.some((act) => exchanges.some(({ outcome }) => overlap(outcome, spanOf(act))))) return null;
  for (const { id, operation, outcome, unjudged } of exchanges) {
    const kind = operation === null ? undefined : description.operations[operation]?.kind;
    const taken = outcome.kind === 'response' && outcome.status === description.http.successStatus;
    // A service may accept another spelling of a path as the operation.
    if (operation === null && taken) return null;
    if (kind !== 'message' && kind !== 'select') continue;
    if (outcome.kind === 'no-response' || unjudged) return null;
    // Whether a request had an effect is unknown if the response neither accepts nor refuses it.
    if (!taken && !isRefused(description, outcome.status)) return null;
    if (taken) triggers.push({ at: outcome.startedAt, place: id, trigger: kind });
  }
  for (const act of closes) triggers.push({ at: act.at, place: act.answered - 0.5, trigger: 'close' });
  const inOrder = triggers.toSorted((a, b) => a.at - b.at || a.place - b.place);
  try {
    const steps = runRouting(
      description.routing,
      inOrder.map(({ trigger }) => trigger),
    );
    // What a second selection does is not shown.
    const again = steps.some(({ trigger, from, to }) => trigger === 'select' && from === to);
    return again ? null : steps.map((step, index) => ({ ...step, at: inOrder[index]?.at ?? 0 }));
  } catch {
    return null;
  }
}

/** Whether a status says that the request was refused; one that also reports a failure of the service may not. */
function isRefused(description: Description, status: number): boolean {
  const isListed = Object.values(description.errors).some((row) => row.status === status);
  return isListed && !isFailure(description, status);
}

/** Moments are measured to the millisecond. */
const EXACT_MS = 1;

type Span = Pick<Outcome, 'startedAt' | 'durationMs'>;

function spanOf({ at, ended = at }: Act): Span {
  return { startedAt: at, durationMs: ended - at };
}

function overlap(a: Span, b: Span): boolean {
  const [first, second] = a.startedAt <= b.startedAt ? [a, b] : [b, a];
  return second.startedAt + EXACT_MS < first.startedAt + first.durationMs;
}
