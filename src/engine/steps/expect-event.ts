import { operationOf } from '../../cases/description-lookups.js';
import { keyOfStep, leastTimes, userOfStep } from '../../cases/step-place.js';
import type { Case, ExpectEventStep } from '../../cases/types.js';
import { eventAsSubject } from '../../cases/words/expectations.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Finding } from '../finding.js';
import { holdsText, isHeld, isNamed } from '../judge/payload.js';
import type { Delivery } from '../ports.js';
import type { RouteState } from '../run-state.js';
import { usualKind } from '../wait-budget.js';
import {
  accepts,
  eventsMeant,
  isAt,
  isMeant,
  judgeBytes,
  messageId,
  NO_USER,
  nearlyCame,
  readOf,
} from './event-content.js';
import { judgeAbsence, judgeCount } from './event-count.js';
import { astray, eventPlace, spellingOf } from './event-evidence.js';
import { missingEvent } from './missing-event.js';
import { logIn } from './operator.js';
import { momentMs } from './receiver.js';
import { waitInParts } from './waiting.js';

/**
 * Waits for the event that is meant, and judges how often it came (section 6). If more may still come, the judgement is
 * left to the end of the run: an absence must hold for the quiet window and everything after it.
 */
export async function expectEvent(context: CaseContext, step: ExpectEventStep): Promise<Finding | null> {
  const { runState, testCase } = context;
  if (!runState.runContext.reader.namesUsers && tellsApart(testCase)) return NO_USER;
  const due = dueEvents(context, step);
  if (due.least > 0 && context.description.events[step.event]?.unnamed) {
    const absent = await logInReceivers(context, step);
    if (absent) return absent;
  }
  if (step.meanwhile) return expectNoneMeanwhile(context, step, due);
  const awaited = await awaitEvents(context, step, due);
  const { came, began } = awaited;
  if (!due.isEnough(came)) return judgeMissing(context, step, due, awaited);
  const { waitBudget, ports } = runState;
  if (due.least > 0) waitBudget.came(kindOf(context, step), ports.clock.now() - began);
  noteDelay(context, due.least, came.at(-1));
  await reportsUnderWay(context, step, due, came);
  if (step.calibrates) calibrate(context, step);
  if (step.settles) {
    const since = context.lastStimulus;
    context.watch(step, async () => judgeCount(context, step, await routeSince(context, since)), since);
  }
  if (due.address !== undefined) watchOthers(context, step, { address: due.address, meant: due.meant });
  const [first] = came;
  // For the others, the number that has come by the end of the run answers the question.
  if (typeof step.times === 'object' && first && context.description.events[step.event]?.unnamed)
    context.observations.push({ gap: step.times.gap, value: first.name ?? 'an event without a name' });
  if (due.least === 0) return null;
  return judgeCalled(step, due.address, came) ?? judgeBytes(context, step, came);
}

/**
 * What is reported is delivered first, and that to employees who are logged in (section 1): at every destination that the
 * case has selected. From where a case lets employees come and go, it sees to that itself.
 */
async function logInReceivers(context: CaseContext, step: ExpectEventStep): Promise<Finding | null> {
  const { testCase, description } = context;
  const before = testCase.steps.slice(0, testCase.steps.indexOf(step));
  if (before.some(({ do: what }) => what === 'presence')) return null;
  const select = operationOf(description, 'select');
  for (const earlier of before) {
    if (earlier.do !== 'send' || earlier.request.operation !== select) continue;
    const { destination = 'chosen', key = 'main' } = earlier.request;
    if (destination === 'unlisted' || destination === 'foreign' || typeof key !== 'string') continue;
    const absent = await logIn(
      context,
      await context.destinations.of(destination, key),
      await context.keys.ofPoint(key),
    );
    if (absent) return absent;
  }
  return null;
}

/** The events that a step waits for. */
interface Due {
  address: string | undefined;
  /** How many of them must come. */
  least: number;
  /** By the event's name alone. */
  accept(event: BookedEvent): boolean;
  /** By its content as well, at whatever address. */
  meant(event: BookedEvent): boolean;
  /** At the right address as well. */
  isDue(event: BookedEvent): boolean;
  /** Whether so many have come, and each message that must be reported is. */
  isEnough(found: readonly BookedEvent[]): boolean;
}

function dueEvents(context: CaseContext, step: ExpectEventStep): Due {
  const address = context.address(step.address);
  const least = leastOf(step);
  const accept = accepts(context, step);
  const meant = (event: BookedEvent): boolean => accept(event) && isMeant(context, step, event);
  return {
    address,
    least,
    accept,
    meant,
    isDue: (event) => meant(event) && (isAt(event, address) || isEarlyReport(context, step, event)),
    isEnough: (found) => found.length >= least && unreported(context, step, found).length === 0,
  };
}

/** None may come until the next step: what has not come by the end of a quiet window is judged at the end of the run. */
async function expectNoneMeanwhile(
  context: CaseContext,
  step: ExpectEventStep,
  { isDue }: Due,
): Promise<Finding | null> {
  const { runState, testCase, lastStimulus: since } = context;
  const { runContext, ports, signal } = runState;
  const ms = Math.max(0, since + runContext.quietWindowMs - ports.clock.now());
  const isThere = (found: readonly BookedEvent[]): boolean => found.length > 0;
  const found = await runState
    .book(testCase.version)
    .wait(context.user(step.user), isDue, isThere, ms, signal);
  if (found.length > 0) return judgeCount(context, step, 'good');
  context.watch(step, async () => judgeAbsence(context, step, await routeSince(context, since)), since);
  return null;
}

/** What came of a wait. */
interface Awaited {
  came: readonly BookedEvent[];
  /** When it began, and how long it lasted, milliseconds. */
  began: number;
  waitedMs: number;
}

async function awaitEvents(
  context: CaseContext,
  step: ExpectEventStep,
  { least, isDue, isEnough }: Due,
): Promise<Awaited> {
  const { runState, testCase } = context;
  const { waitBudget } = runState;
  const book = runState.book(testCase.version);
  const user = context.user(step.user);
  const [kind, usual] = [kindOf(context, step), usualKind(testCase.version, step.event)];
  const limitMs = (): number =>
    context.hurried ? waitBudget.soonMs(kind, usual) : waitBudget.of(kind, usual);
  const began = runState.ports.clock.now();
  if (runState.runContext.reader.readsEvents) {
    const waitFor = (ms: number): Promise<readonly BookedEvent[]> =>
      book.wait(user, isDue, isEnough, ms, runState.signal);
    return { began, ...(await waitInParts(runState, limitMs, waitFor, isEnough, { book, user })) };
  }
  const waitedMs = limitMs();
  return { began, waitedMs, came: least > 0 ? await anything(context, step, waitedMs) : [] };
}

/**
 * If events name the messages that they report, but none of these does, they may say something else, such as that somebody
 * writes: then the reports may still be under way, and the next step is not to hinder them.
 */
async function reportsUnderWay(
  context: CaseContext,
  step: ExpectEventStep,
  { isDue }: Due,
  came: readonly BookedEvent[],
): Promise<void> {
  const { runState, testCase } = context;
  const isNamed = (found: readonly BookedEvent[]): boolean =>
    unnamedMessages(context, step, found)?.length === 0;
  if (!step.reports || unnamedMessages(context, step, came) || !runState.messageIds.mayBeNamed()) return;
  const ms = Math.max(runState.admission.settledMs, momentMs(runState.runContext));
  await runState.book(testCase.version).wait(context.user(step.user), isDue, isNamed, ms, runState.signal);
}

/** Too few came, or they do not report all messages. */
function judgeMissing(
  context: CaseContext,
  step: ExpectEventStep,
  { accept, meant, isDue }: Due,
  { began, waitedMs }: Awaited,
): Finding | Promise<Finding> {
  const { runState, testCase, description } = context;
  const user = context.user(step.user);
  const named = runState.book(testCase.version).of(user).filter(accept);
  runState.waitBudget.missed(kindOf(context, step), waitedMs, usualKind(testCase.version, step.event));
  const dueUntil = began + runState.runContext.eventTimeoutMs;
  const gaveUpAt = runState.ports.clock.now();
  if (gaveUpAt < dueUntil)
    runState.shortenedWaits.set(testCase.id, {
      user,
      subject: eventAsSubject(step.event, description),
      isMeant: isDue,
      gaveUpAt,
      dueUntil,
    });
  const came = named.filter(meant);
  const missed = { named, came, unnamed: unnamedMessages(context, step, came) ?? [], waitedMs };
  return nearlyCame(context, step, named) ?? missingEvent(context, step, missed);
}

/** How long the last event took. One that came before the last request left has an earlier cause, so nobody knows. */
function noteDelay(context: CaseContext, least: number, last: BookedEvent | undefined): void {
  const { runState, lastLeft, startedAt } = context;
  const isSole = least > 0 && context.answered();
  if (last && last.delivery.at >= lastLeft)
    runState.eventCame(last, { at: lastLeft, isSole, caseBeganAt: startedAt });
}

/** Counts the copies that the deployment sends of one event, whenever somebody asks for them. */
function calibrate(context: CaseContext, step: ExpectEventStep): void {
  const { runState, testCase } = context;
  runState.copies.note(testCase.version, step.event, {
    count: (of) => {
      const events = eventsMeant(context, step);
      return (of === 'distinct' ? runState.book(testCase.version).withoutRepeats(events) : events).length;
    },
    spanMs: () => {
      const events = eventsMeant(context, step);
      return (events.at(-1)?.delivery.at ?? 0) - (events[0]?.delivery.at ?? 0);
    },
  });
}

/**
 * What came to the right address must not come to another one too, unless that was set since. One that comes again where
 * it came before may have been on its way: how events are repeated is not shown.
 */
function watchOthers(
  context: CaseContext,
  step: ExpectEventStep,
  due: { address: string; meant: (event: BookedEvent) => boolean },
): void {
  const { runState, testCase, lastLeft: since } = context;
  const user = context.user(step.user);
  const isStray = ({ delivery: { address, at } }: BookedEvent): boolean =>
    address !== due.address && at >= since && !runState.addressLog.wasCurrent(address, user, since, at);
  const lagging = context.address(step.lagging);
  context.watch(step, () => {
    const book = runState.book(testCase.version);
    const strays = book
      .of(user)
      .filter((event) => due.meant(event) && isStray(event) && !book.isRepeat(event));
    const late = strays.findIndex(({ delivery }) => delivery.address === lagging);
    const stray = strays.find((_, at) => at !== late);
    return stray ? astray(runState, stray, step.event) : null;
  });
}

/** An address is called as it was set: its path and its query. */
function judgeCalled(
  { event }: ExpectEventStep,
  address: string | undefined,
  came: readonly BookedEvent[],
): Finding | null {
  const [first] = came;
  const called = first?.delivery.calledWith;
  if (called === undefined || came.some(({ delivery }) => delivery.calledWith === undefined)) return null;
  const set = address ?? '';
  return {
    verdict: 'fail',
    code: 'wrong-address',
    text: 'The address was not called as it was set.',
    expected: set,
    received: called,
    place: { ...eventPlace(first, event), changes: [spellingOf(called, set)] },
  };
}

function leastOf({ times, reports = [] }: ExpectEventStep): number {
  return Math.max(leastTimes({ times }), reports.length > 0 ? 1 : 0);
}

/** Events that come to an address of their own may go astray while others do not; then all of them do. */
function kindOf({ testCase }: CaseContext, { event, address }: ExpectEventStep): string {
  return address === undefined ? usualKind(testCase.version, event) : OWN_ADDRESS;
}

const OWN_ADDRESS = 'own-address';

/** Whether the case causes events for more than this user, or for more than this contact point. */
function tellsApart({ steps }: Case): boolean {
  return steps.some((step) => (userOfStep(step) ?? 'a') !== 'a' || keyOfStep(step) === 'second');
}

/**
 * If nobody can tell events apart, the first delivery is awaited, whatever it is; if deliveries contain users of the run,
 * the first one that contains this user.
 */
async function anything(
  context: CaseContext,
  { user }: ExpectEventStep,
  limitMs: number,
): Promise<readonly BookedEvent[]> {
  const { runState, startedAt } = context;
  const { mailbox, clock } = runState.ports;
  const deadline = clock.now() + limitMs;
  const isOfCase = ({ at }: Delivery): boolean => at >= startedAt;
  await mailbox.waitFor(
    (delivery) => isOfCase(delivery) && delivery.method === 'POST',
    limitMs,
    runState.signal,
  );
  const isOwn = holdsText(context.user(user));
  if (mailbox.deliveries.some(holdsText(runState.runContext.nonce)))
    await mailbox.waitFor(
      (delivery) => isOfCase(delivery) && isOwn(delivery),
      deadline - clock.now(),
      runState.signal,
    );
  return [];
}

/** How events came from the beginning of the case until the quiet window after its last stimulus had passed. */
export async function routeSince(
  { runState, testCase, startedAt }: CaseContext,
  since: number,
): Promise<RouteState> {
  const to = since + runState.runContext.quietWindowMs;
  return (await runState.route?.state(testCase.version, { from: startedAt, to, after: to })) ?? 'good';
}

/**
 * Whether the event names a message, and came before the step's address was set. That a service reports messages sooner than
 * it delivers them is judged elsewhere: it may have reported this one.
 */
function isEarlyReport(
  context: CaseContext,
  { reports = [], address }: ExpectEventStep,
  event: BookedEvent,
): boolean {
  const { messageIds, addressLog } = context.runState;
  const label = context.address(address);
  return (
    reports.length > 0 &&
    label !== undefined &&
    event.delivery.at < addressLog.firstSetAt(label) &&
    readOf(context, event).some((read) => messageIds.namesAny(read))
  );
}

/** Which of the messages that must be reported are not; if no event names a message, as many as are lacking. */
function unreported(context: CaseContext, step: ExpectEventStep, came: readonly BookedEvent[]): string[] {
  return unnamedMessages(context, step, came) ?? (step.reports ?? []).slice(came.length);
}

/** Of the messages that must be reported, those that no event names; null: these events name no messages. */
function unnamedMessages(
  context: CaseContext,
  { reports = [] }: ExpectEventStep,
  came: readonly BookedEvent[],
): string[] | null {
  if (reports.length === 0) return [];
  const read = came.map((event) => readOf(context, event));
  const { messageIds } = context.runState;
  if (!read.flat().some((event) => messageIds.namesAny(event))) return null;
  return reports.filter((name) => {
    const id = messageId(context, context.named.get(name));
    return id !== null && !read.some((events) => isHeld(events, id, true) || isNamed(events, id));
  });
}
