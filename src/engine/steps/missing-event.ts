import type { ExpectEventStep } from '../../cases/types.js';
import { eventAsSubject, eventWords } from '../../cases/words/expectations.js';
import { duration } from '../../duration.js';
import { howOften } from '../../phrases.js';
import type { PlainReasonCode } from '../../reasons.js';
import type { Place } from '../../record/types.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Doubt, Finding } from '../finding.js';
import { short } from '../judge/field.js';
import type { Delivery } from '../ports.js';
import type { RouteState } from '../run-state.js';
import { MISSED_BEFORE } from '../wait-budget.js';
import { cameAsAnother, cameForWrongUser, lackingContent } from './event-content.js';
import { eventPlace, goalOf, shownAddress, shownUser } from './event-evidence.js';

type Reason = Pick<Finding, 'verdict' | 'code' | 'text' | 'place'>;

interface Missed {
  /** All events of its name, at whatever address and with whatever content. */
  named: readonly BookedEvent[];
  /** Those that are the one meant by their content, at whatever address. */
  came: readonly BookedEvent[];
  waitedMs: number;
}

/** What it means that an event did not come in time (section 6). */
export async function missingEvent(
  context: CaseContext,
  step: ExpectEventStep,
  { waitedMs, ...all }: Missed,
): Promise<Finding> {
  const least = typeof step.times === 'number' ? step.times : step.times.atLeast;
  const { runContext, ports, route } = context.runState;
  const user = context.user(step.user);
  const address = context.address(step.address);
  // What came to another address while that was the current one has an earlier cause.
  const isOfStep = ({ delivery }: BookedEvent): boolean =>
    address === undefined ||
    delivery.address === address ||
    delivery.at >= context.lastLeft ||
    !context.runState.addressLog.wasCurrent(delivery.address, user, delivery.at, delivery.at);
  const named = all.named.filter(isOfStep);
  const came = all.came.filter(isOfStep);
  const waited = `within ${duration(waitedMs)}`;
  const event = eventWords(step.event, context.description);
  const subject = eventAsSubject(step.event, context.description);
  const expected = `${event} ${least > 1 ? `${howOften(least)} ` : ''}for user ${shownUser(user)}${carried(context, step)}${address ? ` at the address ${shownAddress(address)}` : ''}`;
  const misdirected = came.find(({ delivery }) => address && delivery.address !== address);
  const otherKind = came.length === 0 ? cameAsAnother(context, step) : null;
  const received = misdirected
    ? `${event} at the address ${shownAddress(misdirected.delivery.address)}`
    : came.length > 0
      ? `${event} ${howOften(came.length)} ${waited}`
      : otherKind
        ? `${otherKind.name} with this content`
        : named.length > 0
          ? `${event} ${howOften(named.length)} ${waited}, with other content`
          : `nothing ${waited}${waitedMs < runContext.eventTimeoutMs ? ', a shortened wait' : ''}`;
  const odd = named.length === 0 ? misshapen(context, user) : null;
  if (odd) {
    context.deliveries.push(odd.delivery.id);
    return {
      verdict: 'fail',
      code: 'event-shape',
      text: `What came for the user ${waited} is not an event: ${odd.what}.`,
      expected: 'an HTTP POST with a JSON object',
      received: odd.what,
      place: { ...eventPlace({ delivery: odd.delivery }, step.event), part: 'body', pointer: '' },
    };
  }
  if (
    named.length === 0 &&
    context.runState.book(context.testCase.version).hasComeWithoutUser(context.startedAt, step.event)
  )
    return {
      verdict: 'fail',
      code: 'user-missing',
      text: `${subject} came, but without the id of any user.`,
      expected,
      received: `${event} without a user's id`,
      place: eventPlace(undefined, step.event),
    };
  const other = named.length === 0 ? cameForWrongUser(context, step) : null;
  if (other) {
    context.deliveries.push(other.delivery.id);
    return {
      verdict: 'fail',
      code: 'user-missing',
      text: `${subject} came for another id than the user's.`,
      expected,
      received: `${event} for ${short(other.user)}`,
      place: eventPlace(other, step.event),
    };
  }
  const of = step.carries?.of ?? step.reports?.[0];
  const goal = misdirected ? goalOf(context.runState, misdirected) : [];
  const place = {
    ...eventPlace(misdirected, step.event),
    ...headlineOf(step, { named, came, waitedMs }),
    ...(otherKind && { ...eventPlace(otherKind, step.event), headline: cameAs(step, otherKind) }),
    ...(goal.length > 0 && { changes: goal }),
  };
  const tell = (reason: Reason): Finding => ({
    place,
    ...reason,
    ...(of !== undefined && { of }),
    expected,
    received,
  });
  const lost = lostEvidence(context, step.event);
  if (lost) return tell(lost);
  if (!context.runState.isCatcherProven) return tell(CATCHER_UNPROVEN);
  if (!runContext.reader.readsEvents && postedSince(context)) {
    return {
      verdict: 'inconclusive',
      code: 'dialect-event',
      text: 'Something came, but it is not known where events carry their name and user; set "dialect.event" in the configuration.',
      expected,
      received: 'deliveries that cannot be read',
    };
  }
  const missed = misdirected
    ? wrongAddress(subject, goal)
    : otherKind
      ? ({ verdict: 'fail', code: 'no-event', text: cameAs(step, otherKind) } as const)
      : (lacking(context, step, named) ?? notCome(context, subject, { named, came, least, waitedMs }));
  if (context.runState.addressLog.hasTakenInvalid(user, context.startedAt))
    return { ...tell(missed), unsure: INVALID_TAKEN };
  if (step.proven) return { ...tell(missed), unsure: { why: REPLACED_JUST_THEN } };
  const period = { from: context.startedAt, to: ports.clock.now(), after: context.lastStimulus };
  const state = (await route?.state(context.testCase.version, period)) ?? 'good';
  if (state === 'own') return { ...tell(missed), unsure: OWN_REPLACED };
  const broken = routeFailure(state, missed, route?.lostBy?.(context.testCase.version) ?? null);
  return tell(broken ?? missed);
}

/** The same for every event, however long it was waited for: hundreds of cases share this one cause. */
export const CATCHER_UNPROVEN: Reason = {
  verdict: 'inconclusive',
  code: 'catcher-unproven',
  text: 'Events that were due did not come, but it is not proven that the catcher can be reached.',
};

/** That is the failure of the case that sent the address: see section 7, code 5. */
const INVALID_TAKEN: Doubt = {
  why: 'Meanwhile the service accepted an invalid webhook address instead of refusing it, and its events may have gone there.',
  passing: 'cleared',
};
const OWN_REPLACED: Doubt = {
  why: 'Events came again once the run had set its usual address: somebody else may have replaced this one.',
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
        ? `${event} did not come to the address that was set last.`
        : `${event} came ${goal} in place of the one that was set last.`,
  };
}

/** What the employee sent came as an event of another kind. */
function cameAs({ event }: ExpectEventStep, { name }: BookedEvent): string {
  return `${event} came as ${name}.`;
}

/** The event came, but without what the employee sent. */
function lacking(context: CaseContext, step: ExpectEventStep, named: readonly BookedEvent[]): Reason | null {
  const lacks = lackingContent(context, step, named);
  return (
    lacks && {
      verdict: 'fail',
      code: 'no-event',
      text: `${step.event} came without the ${lacks.parameter} that the employee sent.`,
      place: { ...eventPlace(lacks.event, step.event), field: lacks.parameter },
    }
  );
}

/** Says how long the case waited, and why no longer if that was less than the event timeout. */
function notCome(
  { runState: { runContext } }: CaseContext,
  event: string,
  { named, came, least, waitedMs }: Missed & { least: number },
): Reason {
  const full = runContext.eventTimeoutMs;
  const others = named.length > 0 ? ' with its content' : '';
  const what = `${event} ${came.length > 0 ? `came ${howOften(came.length)}` : `did not come${others}`}`;
  // There may be as many as are due, and still not one for each message.
  const due =
    came.length === 0 ? '' : came.length < least ? `, not ${howOften(least)}` : ', not for each message';
  const text =
    waitedMs < full
      ? `${what}${due}; the wait was shortened, because ${MISSED_BEFORE} earlier ones had missed the full ${duration(full)}.`
      : `${what} within ${duration(waitedMs)}${due}.`;
  return { verdict: 'fail', code: 'no-event', text };
}

/** Where nothing at all came, the case may know what that shows. */
function headlineOf({ shortage }: ExpectEventStep, { named }: Missed): Pick<Place, 'headline'> {
  return named.length === 0 && shortage !== undefined ? { headline: shortage } : {};
}

/** What distinguishes the event from others of its name. */
function carried({ acted }: CaseContext, { carries, reports = [] }: ExpectEventStep): string {
  if (reports.length > 0) return `, for each of ${reports.length} messages`;
  if (!carries) return '';
  const due = acted.get(carries.of) ?? {};
  return ` with ${carries.parameters.map((parameter) => `${parameter} ${short(due[parameter])}`).join(' and ')}`;
}

/**
 * What a broken route means for an event that did not come; null: just that it did not. A target that sends nothing any
 * more fails; one that cannot be asked, or was sent elsewhere, is not to blame.
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
  "No event came after the service's clock had moved on, until the webhook address was set again: the address did not outlast the move.";

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
        'For a while no event came, until the webhook address was set again: the deployment may have lost it, or somebody else may have replaced it.',
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
    text: `The catcher could not keep all that came: it dropped or cut ${lost === 1 ? 'one delivery' : `${lost} deliveries`} of this run, and the event may have been in ${lost === 1 ? 'it' : 'one of them'}.`,
  };
}

/** Says what is odd about a delivery that contains the user's id and is no event; null: there is none. */
function misshapen(
  { runState, startedAt }: CaseContext,
  user: string,
): { what: string; delivery: Delivery } | null {
  const found = runState.ports.mailbox.deliveries.filter(
    (delivery) => delivery.at >= startedAt && !delivery.partial && holdsText(delivery, user),
  );
  for (const delivery of found) {
    if (delivery.method !== 'POST') return { what: `a ${delivery.method}`, delivery };
    const payloads = runState.runContext.reader.events(delivery).map(({ payload }) => payload);
    if (payloads.every((payload) => typeof payload !== 'object' || payload === null))
      return { what: 'a body that is not a JSON object', delivery };
  }
  return null;
}

/** Whether the body of a delivery holds a text, in whatever form. */
export function holdsText({ body }: Delivery, text: string): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.length).includes(text);
}

function postedSince({ runState, startedAt }: CaseContext): boolean {
  return runState.ports.mailbox.deliveries.some(({ at, method }) => at >= startedAt && method === 'POST');
}
