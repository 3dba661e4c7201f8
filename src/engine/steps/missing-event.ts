import { operationOf } from '../../cases/description-lookups.js';
import { leastTimes } from '../../cases/step-place.js';
import type { ExpectEventStep } from '../../cases/types.js';
import { eventAsSubject, eventWords } from '../../cases/words/expectations.js';
import { duration } from '../../duration.js';
import { conjunction, firstFew, howOften, ordinal } from '../../phrases.js';
import type { PlainReasonCode } from '../../reasons.js';
import type { Place } from '../../record/types.js';
import { MAIN_ADDRESS } from '../address-log.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Doubt, Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { holdsText } from '../judge/payload.js';
import { knownChanges } from '../judge/text-changes.js';
import type { Delivery } from '../ports.js';
import type { RouteState } from '../run-state.js';
import { cameAsAnother, cameForWrongUser, lackingContent } from './event-content.js';
import { eventPlace, goalOf, shownAddress, shownUser } from './event-evidence.js';

type Reason = Pick<Finding, 'verdict' | 'code' | 'text' | 'place'>;

interface Missed {
  /** All events of its name, at whatever address and with whatever content. */
  named: readonly BookedEvent[];
  /** Those that are the one meant by their content, at whatever address. */
  came: readonly BookedEvent[];
  /** Of the messages that must be reported, those that no event names, by the names of their requests; none if events name none. */
  unnamed: readonly string[];
  waitedMs: number;
}

/** What it means that an event did not come in time (section 6): the plainest of what there is to say about it. */
export async function missingEvent(
  context: CaseContext,
  step: ExpectEventStep,
  missed: Missed,
): Promise<Finding> {
  const shortfall = shortfallOf(context, step, missed);
  const { named } = shortfall;
  const otherwise =
    named.length > 0
      ? null
      : (misshapenEvent(context, step, shortfall) ??
        eventWithoutUser(context, step, shortfall) ??
        eventForWrongUser(context, step, shortfall));
  return otherwise ?? judgeAbsent(context, step, shortfall);
}

/** An event that is missing, in words, and what came in its place. */
interface Shortfall extends Missed {
  least: number;
  /** The event within a sentence, and at its beginning. */
  event: string;
  subject: string;
  expected: string;
  waited: string;
}

function shortfallOf(context: CaseContext, step: ExpectEventStep, missed: Missed): Shortfall {
  const { description, runState, lastLeft } = context;
  const least = leastTimes(step);
  const user = context.user(step.user);
  const address = context.address(step.address);
  // What came to another address while that was the current one has an earlier cause.
  const isOfStep = ({ delivery }: BookedEvent): boolean =>
    address === undefined ||
    delivery.address === address ||
    delivery.at > lastLeft ||
    !runState.addressLog.wasCurrent(delivery.address, user, delivery.at, delivery.at);
  const event = eventWords(step.event, description);
  const often = least > 1 ? ` ${howOften(least)}` : '';
  const at = address ? ` at the address ${shownAddress(address)}` : '';
  return {
    named: missed.named.filter(isOfStep),
    came: missed.came.filter(isOfStep),
    unnamed: missed.unnamed,
    waitedMs: missed.waitedMs,
    least,
    event,
    subject: eventAsSubject(step.event, description),
    // What follows may be long: a terminal cuts it.
    expected: `${event}${often}${at} for user ${shownUser(user)}${carried(context, step)}`,
    waited: `within ${duration(missed.waitedMs)}`,
  };
}

/** Something came that names the user and is not an event. */
function misshapenEvent(context: CaseContext, step: ExpectEventStep, { waited }: Shortfall): Finding | null {
  const odd = misshapen(context, context.user(step.user));
  if (!odd) return null;
  context.deliveries.push(odd.delivery.id);
  return {
    verdict: 'fail',
    code: 'event-shape',
    text: `What arrived for the user ${waited} is not an event: ${odd.what}.`,
    expected: 'an HTTP POST with a JSON object',
    received: odd.what,
    place: { ...eventPlace({ delivery: odd.delivery }, step.event), part: 'body', pointer: '' },
  };
}

function eventWithoutUser(
  { runState, testCase, startedAt }: CaseContext,
  step: ExpectEventStep,
  { subject, event, expected }: Shortfall,
): Finding | null {
  if (!runState.book(testCase.version).hasComeWithoutUser(startedAt, step.event)) return null;
  return {
    verdict: 'fail',
    code: 'user-missing',
    text: `${subject} arrived without the id of any user.`,
    expected,
    received: `${event} without a user's id`,
    place: eventPlace(undefined, step.event),
  };
}

function eventForWrongUser(
  context: CaseContext,
  step: ExpectEventStep,
  { subject, event, expected }: Shortfall,
): Finding | null {
  const other = cameForWrongUser(context, step);
  if (!other) return null;
  context.deliveries.push(other.delivery.id);
  const [change] = knownChanges(context.user(step.user), other.user);
  return {
    verdict: 'fail',
    code: 'user-missing',
    text: `${subject} arrived with ${change === undefined ? "an id other than the user's" : `the user's id ${change}`}.`,
    expected,
    received: `${event} for ${short(other.user)}`,
    place: eventPlace(other, step.event),
  };
}

/** It came to another address, as another kind, with other content, or not at all: whether that proves anything. */
async function judgeAbsent(
  context: CaseContext,
  step: ExpectEventStep,
  shortfall: Shortfall,
): Promise<Finding> {
  const { runState, testCase, startedAt } = context;
  const { runContext, ports, route } = runState;
  const { expected } = shortfall;
  const { missed, received, place } = instead(context, step, shortfall);
  const of = step.carries?.of ?? shortfall.unnamed[0] ?? step.reports?.[0];
  const withEvidence = (reason: Reason): Finding => ({
    place,
    ...reason,
    ...(of !== undefined && { of }),
    expected,
    received,
  });
  const lost = lostEvidence(context, step.event);
  if (lost) return withEvidence(lost);
  if (!runState.isCatcherProven) return withEvidence(CATCHER_UNPROVEN);
  if (!runContext.reader.readsEvents && postedSince(context)) {
    return {
      verdict: 'inconclusive',
      code: 'dialect-event',
      text: 'Something arrived, but it is not known where events carry their name and user; set "dialect.event" in the configuration.',
      expected,
      received: 'deliveries that cannot be read',
    };
  }
  if (runState.addressLog.hasTakenInvalid(context.user(step.user), startedAt))
    return { ...withEvidence(missed), unsure: INVALID_TAKEN };
  if (step.proven) return { ...withEvidence(missed), unsure: { why: REPLACED_JUST_THEN } };
  const period = { from: startedAt, to: ports.clock.now(), after: context.lastStimulus };
  const state = (await route?.state(testCase.version, period)) ?? 'good';
  if (state === 'own') return { ...withEvidence(missed), unsure: OWN_REPLACED };
  const broken = routeFailure(state, missed, route?.lostBy?.(testCase.version) ?? null);
  return withEvidence(broken ?? missed);
}

/** What came instead of the event, in words, and what that means unless there is a reason to doubt it. */
function instead(
  context: CaseContext,
  step: ExpectEventStep,
  shortfall: Shortfall,
): { missed: Reason; received: string; place: Place } {
  const { named, came, event, subject, waited, waitedMs } = shortfall;
  const { runState } = context;
  const address = context.address(step.address);
  const isShortened = waitedMs < runState.runContext.eventTimeoutMs;
  const place: Place = {
    ...eventPlace(undefined, step.event),
    ...headlineOf(step, shortfall),
    ...(isShortened && { waitShortened: true }),
  };
  const misdirected = came.find(({ delivery }) => address && delivery.address !== address);
  if (misdirected) {
    const goal = goalOf(runState, misdirected);
    return {
      missed: wrongAddress(subject, goal),
      received: `${event} at the address ${shownAddress(misdirected.delivery.address)}`,
      place: {
        ...eventPlace(misdirected, step.event),
        ...headlineOf(step, shortfall),
        ...(goal.length > 0 && { changes: goal }),
      },
    };
  }
  if (came.length > 0)
    return {
      missed: lacking(context, step, named) ?? notCome(context, step, shortfall),
      received: `${event} ${howOften(came.length)} ${waited}`,
      place,
    };
  const otherKind = cameAsAnother(context, step);
  if (otherKind) {
    const text = `${step.event} arrived as ${otherKind.name}.`;
    return {
      missed: { verdict: 'fail', code: 'no-event', text },
      received: `${otherKind.name} with this content`,
      place: { ...eventPlace(otherKind, step.event), headline: text },
    };
  }
  const shortened = isShortened ? ', a shortened wait' : '';
  return {
    missed: lacking(context, step, named) ?? notCome(context, step, shortfall),
    received:
      named.length > 0
        ? `${event} ${howOften(named.length)} ${waited}, with other content`
        : `nothing ${waited}${shortened}${sinceRefusal(context, step)}`,
    place,
  };
}

/** A refused request may have taken the address away: others tell of it as well, but need not say why. */
function sinceRefusal(context: CaseContext, step: ExpectEventStep): string {
  const { runState, description, lastLeft } = context;
  const label = context.address(step.address) ?? MAIN_ADDRESS;
  const last = runState.ports.mailbox.deliveries.findLast(({ address }) => address === label);
  if (!runState.addressLog.isSilentSinceRefusal(label, lastLeft, last?.at)) return '';
  return `, nor anything since ${operationOf(description, 'address')} was refused`;
}

/** The same for every event, however long it was waited for: hundreds of cases share this one cause. */
export const CATCHER_UNPROVEN: Reason = {
  verdict: 'inconclusive',
  code: 'catcher-unproven',
  text: 'Expected events did not arrive, but it has not been proven that the catcher can be reached.',
};

/** That is the failure of the case that sent the address: see section 7, code 5. */
const INVALID_TAKEN: Doubt = {
  why: 'Meanwhile the service accepted an invalid webhook address instead of refusing it, and its events may have gone there.',
  passing: 'cleared',
};
const OWN_REPLACED: Doubt = {
  why: 'Events arrived again once the run had set its usual address: somebody else may have replaced this one.',
  passing: 'interference',
};
const REPLACED_JUST_THEN =
  'Somebody else may have replaced the webhook address in the moment after it was shown to be good.';

function wrongAddress(event: string, [goal]: readonly string[]): Reason {
  return {
    verdict: 'fail',
    code: 'wrong-address',
    text:
      goal === undefined
        ? `${event} was not sent to the address that was set last.`
        : `${event} was sent ${goal} instead of the one that was set last.`,
  };
}

/** The event came, but without what the employee sent. */
function lacking(context: CaseContext, step: ExpectEventStep, named: readonly BookedEvent[]): Reason | null {
  const lacks = lackingContent(context, step, named);
  if (!lacks) return null;
  const { event, parameter, retyped } = lacks;
  return {
    verdict: 'fail',
    code: 'no-event',
    text:
      retyped === undefined
        ? `${step.event} arrived without the ${parameter} that the employee sent.`
        : `${step.event} arrived with ${retyped} instead of the ${parameter} that the employee sent.`,
    place: { ...eventPlace(event, step.event), field: parameter },
  };
}

/** Says how long the case waited, and why no longer if that was less than the event timeout. */
function notCome(
  { runState, testCase, lastLeft }: CaseContext,
  step: ExpectEventStep,
  shortfall: Shortfall,
): Reason {
  const { subject, named, came, waitedMs } = shortfall;
  const full = runState.runContext.eventTimeoutMs;
  const others = named.length > 0 ? ' with its content' : '';
  const what = `${subject} ${came.length > 0 ? `arrived ${howOften(came.length)}` : `did not arrive${others}`}`;
  const isForNobody = runState.book(testCase.version).hasComeForEmptyUser(lastLeft, step.event);
  const besides = came.length > 0 ? ', and one for an empty user id' : ', but one for an empty user id did';
  const due = `${lackOf(step, shortfall)}${isForNobody ? besides : ''}`;
  const text =
    waitedMs < full
      ? `${what}${due}; the wait was shortened because earlier ones had not arrived within the full ${duration(full)}.`
      : `${what} within ${duration(waitedMs)}${due}.`;
  return { verdict: 'fail', code: 'no-event', text };
}

/** More of them would fill the line. */
const MOST_MESSAGES = 3;

/** What is lacking where some came: which messages they do not report, or else how many there are too few. */
function lackOf({ reports = [] }: ExpectEventStep, { came, least, unnamed }: Shortfall): string {
  if (came.length === 0) return '';
  if (unnamed.length === 0) return `, not ${howOften(Math.max(least, reports.length))}`;
  const places = unnamed.map((name) => ordinal(reports.indexOf(name) + 1));
  const which = conjunction(firstFew(places, MOST_MESSAGES, (left) => `${left} more`));
  return `, none for the ${which} of ${reports.length} messages`;
}

/** Where nothing at all came, the case may know what that shows. */
function headlineOf(
  { shortage, reports = [] }: ExpectEventStep,
  { named, came, subject }: Shortfall,
): Pick<Place, 'headline'> {
  if (named.length === 0 && shortage !== undefined) return { headline: shortage };
  const isPartial = reports.length > 1 && came.length > 0;
  return isPartial ? { headline: `${subject} does not arrive for every message.` } : {};
}

/** What distinguishes the event from others of its name. */
function carried({ actionParameters }: CaseContext, { carries, reports = [] }: ExpectEventStep): string {
  if (reports.length > 0) return reports.length === 1 ? '' : `, for each of ${reports.length} messages`;
  if (!carries) return '';
  const due = actionParameters.get(carries.of) ?? {};
  return ` with ${conjunction(carries.parameters.map((parameter) => `${parameter} ${short(due[parameter])}`))}`;
}

/**
 * What a broken route means for an event that did not come; null: just that it did not. A target that sends nothing any
 * more fails; one that cannot be asked, or was sent otherwise, is not to blame.
 */
export function routeFailure(
  state: RouteState,
  missed: Pick<Finding, 'verdict' | 'code'>,
  lostBy: string | null,
): Reason | null {
  if (state === 'silent') return null;
  return state === 'lapsed' ? { ...missed, text: LAPSED } : routeProblem(state, lostBy);
}

const LAPSED =
  "No event arrived after the service's clock was moved until the webhook address was set again: the address did not outlast the move.";

/**
 * What a broken route of events means for a judgement that relies on them.
 * @param lostBy what was asked and answered when the target was found not to answer as before; null: unknown
 */
export function routeProblem(state: RouteState, lostBy: string | null): Reason | null {
  const open = (code: PlainReasonCode, text: string): Reason => ({ verdict: 'inconclusive', code, text });
  switch (state) {
    case 'good':
    case 'own':
      return null;
    case 'replaced':
      return open(
        'interference',
        'For a while no event arrived until the webhook address was set again: the deployment may have lost it, or somebody else may have replaced it.',
      );
    case 'lapsed':
      return open('no-control', `${LAPSED} An absence proves nothing then.`);
    case 'silent':
      return open('no-control', 'Events stopped coming during the run, so an absence proves nothing.');
    case 'lost':
      return open(
        'target-lost',
        `${lostBy === null ? 'The target did not answer as before' : `A check during the run was not answered as before (${lostBy.replace(/\.$/, '')})`}, so no events can be expected.`,
      );
  }
}

/**
 * Deliveries of this run that the catcher had no room for, or kept only in part. An event whose name is not shown may name
 * nothing but a message, and so be among those that seemed to be another's.
 */
export function lostEvidence(
  { runState, testCase, description }: CaseContext,
  event?: string,
): Reason | null {
  const { mailbox } = runState.ports;
  const isUnnamed = event !== undefined && description.events[event]?.unnamed === true;
  const lost = mailbox.lost + runState.book(testCase.version).lost + (isUnnamed ? mailbox.lostOthers : 0);
  if (lost === 0) return null;
  return {
    verdict: 'inconclusive',
    code: 'evidence-dropped',
    // Without their number, which grows: cases that end at different moments have one reason.
    text: 'The catcher could not keep everything it received: it dropped or cut deliveries of this run, and the event may have been in one of them.',
  };
}

/** Says what is odd about a delivery that contains the user's id and is no event; null: there is none. */
function misshapen(
  { runState, startedAt }: CaseContext,
  user: string,
): { what: string; delivery: Delivery } | null {
  const namesUser = holdsText(user);
  const found = runState.ports.mailbox.deliveries.filter(
    (delivery) => delivery.at >= startedAt && !delivery.partial && namesUser(delivery),
  );
  for (const delivery of found) {
    if (delivery.method !== 'POST') return { what: `a ${delivery.method}`, delivery };
    if (delivery.cut) return { what: 'a request whose body was cut off', delivery };
    const payloads = runState.runContext.reader.events(delivery).map(({ payload }) => payload);
    if (payloads.every((payload) => typeof payload !== 'object' || payload === null))
      return { what: 'a body that is not a JSON object', delivery };
  }
  return null;
}

function postedSince({ runState, startedAt }: CaseContext): boolean {
  return runState.ports.mailbox.deliveries.some(({ at, method }) => at >= startedAt && method === 'POST');
}
