import { lackingAction } from '../../cases/select.js';
import type { ExpectEventStep } from '../../cases/types.js';
import { eventAsSubject, eventWithoutArticle, eventWords } from '../../cases/words/expectations.js';
import { howOften, ordinal } from '../../phrases.js';
import type { ReasonCode } from '../../reasons.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Act } from '../evidence.js';
import type { Finding } from '../finding.js';
import type { RouteState } from '../run-state.js';
import { accepts, EVENTS_UNREADABLE, eventsMeant } from './event-content.js';
import { astray, comesTooOften, eventPlace } from './event-evidence.js';
import { lostEvidence, routeProblem } from './missing-event.js';

/** Judged when the run ends: no more and no fewer than the steps cause, apart from copies. */
export function judgeCount(context: CaseContext, step: ExpectEventStep, route: RouteState): Finding | null {
  const { runState, testCase } = context;
  const events = eventsMeant(context, step);
  const came = events.length;
  const copies = runState.copies.of(testCase.version, step.event);
  const [least, most] = limitsOf(context, step);
  const [event, subject] = [
    eventWords(step.event, context.description),
    eventAsSubject(step.event, context.description),
  ];
  const finding = (verdict: Finding['verdict'], code: ReasonCode, text: string): Finding => ({
    verdict,
    code,
    text,
    expected: least === most ? `${event} ${howOften(least)}` : `${event} ${least} to ${most} times`,
    received: `${event} ${howOften(came)}`,
    place: eventPlace(code === 'no-event' ? undefined : events.at(-1), step.event),
  });
  // Anything may then be an event whose name is not shown.
  if (came > most && !runState.runContext.reader.readsEvents) return EVENTS_UNREADABLE;
  const tooOften = comesTooOften(runState, {
    version: testCase.version,
    event: step.event,
    came: events,
    most,
  });
  if (tooOften && !mayTellOtherThings(context, step, events)) {
    const [first] = events;
    const address = context.address(step.address);
    // What came elsewhere came without the cause that the step has in mind; but a case that follows at the same contact
    // point may have set another address just before.
    const wentAway = ({ delivery: { address: to, at } }: BookedEvent): boolean =>
      to !== address && !runState.addressLog.wasCurrent(to, context.user(step.user), at, at);
    if (first && address !== undefined && events.every(wentAway)) return astray(runState, first, step.event);
    const text =
      most === 0
        ? `Unexpected ${eventWithoutArticle(step.event, context.description)}: nothing had caused it.`
        : `${subject} arrived ${howOften(came)}, not ${howOften(most)}${afterRefusal(context, step, events)}.`;
    const { surplus } = step;
    if (surplus === undefined) return finding('fail', 'unexpected-event', text);
    const place = { ...eventPlace(events.at(-1), step.event), headline: surplus };
    return { ...finding('fail', 'unexpected-event', surplus), place };
  }
  const unproven = unprovenBy(context, step, route);
  if (unproven) return finding(unproven.verdict, unproven.code, unproven.text);
  // The last copies may have had no address to go to: the case takes it away, or the next one at its contact point does.
  const losesAddress = testCase.steps.some(
    (other) => other.do === 'address' && (!other.setup || other.key === 'unset'),
  );
  if (came < least || (!losesAddress && lacksOne(context, step.event, events, least))) {
    const text = `${subject} arrived less often than it was caused; this deployment sends each one ${howOften(copies?.least ?? 1)}.`;
    const missed = finding('fail', 'no-event', text);
    // Tried again at the end of the run, when nobody takes an address away; and only if users can be told apart.
    return testCase.phase === 'open' && runState.route !== null
      ? { ...missed, unsure: { why: STRAY_COPY } }
      : missed;
  }
  if (typeof step.times === 'object')
    context.observations.push({
      gap: step.times.gap,
      value: readingOf(step.event, { came, least, most, copies }),
    });
  if (came > most)
    context.observations.push({
      gap: 'duplicate-events',
      value: `${step.event} arrives up to ${runState.copies.mostOf(testCase.version, step.event)} times`,
    });
  return absenceProblem(context, step, copies !== null, finding);
}

/** Which of the events arrived right after a request that the target had refused, as a clause; empty: none did, as far as can be told. */
function afterRefusal(context: CaseContext, step: ExpectEventStep, events: readonly BookedEvent[]): string {
  const { runState, testCase, description, exchanges } = context;
  // Which copy of an event is the surplus, nobody knows.
  if (runState.copies.mostOf(testCase.version, step.event) > 1) return '';
  const id = context.user(step.user);
  const own = exchanges.filter((exchange) => exchange.user === id);
  for (const [index, { delivery }] of events.entries()) {
    const last = own.findLast(({ outcome }) => outcome.startedAt < delivery.at);
    if (last?.outcome.kind !== 'response' || last.outcome.status === description.http.successStatus) continue;
    const what = last.operation ?? 'request';
    return `: the ${ordinal(index + 1)} arrived after a ${what} that had been refused with status ${last.outcome.status}`;
  }
  return '';
}

/** How often the event must come, and how often it may: what is left open for one user may be known by another. */
function limitsOf(context: CaseContext, step: ExpectEventStep): [number, number] {
  const { times, noMoreThan } = step;
  if (typeof times === 'number') return [times, times];
  const { atLeast, atMost } = times;
  const like = noMoreThan && eventsMeant(context, { ...step, user: noMoreThan }).length;
  return [atLeast, like === undefined ? atMost : Math.max(atLeast, Math.min(atMost, like))];
}

/**
 * Whether, of several events that are always repeated, so many are lacking as one of them makes. Fewer may be copies that a
 * service did not send: how often it repeats an event is not shown, nor how long after. It may give up those of an event
 * that has become old.
 */
function lacksOne(
  { runState, testCase: { version }, lastStimulus, startedAt }: CaseContext,
  event: string,
  events: readonly BookedEvent[],
  least: number,
): boolean {
  const copies = runState.copies.of(version, event)?.least ?? 1;
  if (least < 2 || copies < 2 || events.length > (least - 1) * copies) return false;
  if (runState.copies.of(version, event, 'distinct')?.most === 1)
    return runState.book(version).withoutRepeats(events).length < least;
  if (runState.serviceClock.movedUntil >= startedAt) return false;
  return !runState.copies.areAwaited(lastStimulus);
}

/**
 * Whether what came may be another notification than the one meant, whose name is not shown: the run has events of
 * another name, and none of that came.
 */
function mayTellOtherThings(
  context: CaseContext,
  step: ExpectEventStep,
  came: readonly BookedEvent[],
): boolean {
  const { runState, testCase, description } = context;
  if (!description.events[step.event]?.unnamed) return false;
  const names = new Set(came.map(({ name }) => name));
  const accept = accepts(context, step);
  return runState
    .book(testCase.version)
    .all()
    .some((event) => accept(event) && !names.has(event.name));
}

/** What the number of events says about the occasions on which it may or may not come: always, never, or now and then. */
function readingOf(
  event: string,
  {
    came,
    least,
    most,
    copies,
  }: { came: number; least: number; most: number; copies: { least: number; most: number } | null },
): string {
  if (came <= least * (copies?.least ?? 1)) return `${event} is not sent`;
  const isMixed = copies?.most === 1 && came < most;
  return isMixed ? `${event} is sent ${came - least} of ${most - least} times` : `${event} is sent`;
}

const STRAY_COPY =
  'Some of the copies may have gone to somebody else, such as another run that had set its own webhook address.';

/** Why a number of events that is too low proves nothing, as far as the way to the catcher tells; null: no reason. */
function unprovenBy(
  context: CaseContext,
  { event }: ExpectEventStep,
  route: RouteState,
): ReturnType<typeof routeProblem> {
  const { runState, testCase } = context;
  const lostBy = runState.route?.lostBy?.(testCase.version) ?? null;
  return routeProblem(route, lostBy) ?? lostEvidence(context, event);
}

/** Of an event that has not come by then: what keeps that from proving anything; null: nothing does. */
export function judgeAbsence(context: CaseContext, step: ExpectEventStep, route: RouteState): Finding | null {
  const { runState, testCase } = context;
  const finding = (verdict: Finding['verdict'], code: ReasonCode, text: string): Finding => ({
    verdict,
    code,
    text,
    expected: `${eventWords(step.event, context.description)} ${howOften(0)}`,
    received: howOften(0),
    place: eventPlace(undefined, step.event),
  });
  const unproven = unprovenBy(context, step, route);
  if (unproven) return finding(unproven.verdict, unproven.code, unproven.text);
  return absenceProblem(context, step, runState.copies.of(testCase.version, step.event) !== null, finding);
}

/** Whether the action was tried, but never done. */
function hasFailedAlways(acts: readonly Act[], action: string): boolean {
  const tried = acts.filter((act) => act.action === action && act.ended !== undefined);
  return tried.length > 0 && tried.every(({ succeeded }) => !succeeded);
}

/** An absence proves something only if the event can come at all and nothing unreadable came meanwhile. */
function absenceProblem(
  context: CaseContext,
  step: ExpectEventStep,
  control: boolean,
  finding: (verdict: Finding['verdict'], code: ReasonCode, text: string) => Finding,
): Finding | null {
  const { runState, testCase } = context;
  const book = runState.book(testCase.version);
  if (!control && !book.knows(step.event)) {
    const { cause } = context.description.events[step.event] ?? {};
    // As the run turned out, nobody could cause the event that had to show that it can come.
    if (cause?.kind === 'operator' && !runState.ports.operator.supports(cause.action))
      return { verdict: 'skipped', ...lackingAction(cause.action) };
    if (cause?.kind === 'operator' && hasFailedAlways(runState.acts, cause.action)) {
      const text = `The employee's side could not do "${cause.action}" for any user of this run, so nothing shows that ${step.event} can arrive.`;
      return { verdict: 'skipped', code: 'operator-refused', text };
    }
    return finding(
      'inconclusive',
      'no-control',
      `${eventAsSubject(step.event, context.description)} never arrived for a user of this run, so its absence proves nothing.`,
    );
  }
  if (book.isTainted(context.startedAt, step.event)) {
    return finding(
      'inconclusive',
      'tainted',
      'Meanwhile a delivery arrived that names no user; it may have been the event.',
    );
  }
  return null;
}
