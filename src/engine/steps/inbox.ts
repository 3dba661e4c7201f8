import { replies } from '../../cases/description-lookups.js';
import type { KeyChoice } from '../../cases/request-plan.js';
import type { InboxStep } from '../../cases/types.js';
import { isOfEarlierConversation } from '../../cases/words/circumstances.js';
import { pointer } from '../../json.js';
import { count } from '../../phrases.js';
import type { Place } from '../../record/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import { firstKept } from '../evidence.js';
import { type Finding, gravest } from '../finding.js';
import { short } from '../judge/field.js';
import { isUnchanged } from '../judge/payload.js';
import type { InboxItem, ListedDestination } from '../ports.js';
import { messageId } from './event-content.js';
import { foreign, JUDGES } from './inbox-judges.js';
import { contentNames, due, find, namesOf } from './message-lookup.js';
import { changePresence, logIn, noteReading, notShown, operatorProblem } from './operator.js';
import { poll } from './waiting.js';

/**
 * One look into an inbox; `beyond`: what its driver cannot show, which excuses what is missing there. `isFinal`: nothing
 * that comes later makes it good.
 */
interface Look {
  finding: Finding | null;
  beyond: Finding | null;
  isFinal?: boolean;
  /** How many messages of the user it shows. */
  shown?: number;
}

/** What employees see: the inbox is read until it shows what is due, or the event timeout ends (sections 1 to 3). */
export async function inbox(context: CaseContext, step: InboxStep): Promise<Finding | null> {
  const key = await context.keys.ofPoint(step.key);
  const destinations = await lookedAt(context, step);
  const looks = destinations.map((destination) => lookAt(context, step, key, destination));
  if (step.judge !== 'absent') {
    for (const destination of destinations) {
      const problem = await logIn(context, destination, key);
      if (problem) return problem;
    }
    if (typeof step.destination === 'object' && 'oneOf' in step.destination) return best(context, looks);
    const look = (): Promise<Finding | null> =>
      worst(looks, (each) =>
        poll(context.runState, `${context.testCase.version} inbox`, each, {
          isDue: ({ finding }) => finding?.verdict !== 'fail',
          isFinal: ({ isFinal = false }) => isFinal,
          amount: ({ shown = 0 }) => shown,
        }),
      );
    const finding = await look();
    if (finding === null) noteSeen(context, step, { key, destinations });
    const haveLeft = finding?.verdict === 'fail' && (await leftWithOthers(context, destinations, step.key));
    return orMisdirected(context, { step, destinations }, haveLeft ? await look() : finding);
  }
  const judge = async (): Promise<Finding | null> => {
    const finding = await worst(looks, (look) => look());
    // If the inbox turns out not to tell destinations apart, there are no others to look at.
    return isOfOthers(step) && finding?.verdict === 'skipped' ? null : finding;
  };
  if (step.settles) context.watch(step, judge);
  return judge();
}

/** Takes note of the messages that employees have seen in the conversation under way, where they are logged in. */
function noteSeen(
  context: CaseContext,
  step: InboxStep,
  { key, destinations }: { key: string; destinations: readonly ListedDestination[] },
): void {
  const { runState, description, testCase } = context;
  if (!context.keepsAddress || destinations.some(({ id }) => runState.presences.isOut(key, id))) return;
  const { version } = testCase;
  for (const of of step.holds) {
    const sent = context.named.get(of);
    const id = messageId(context, sent);
    const judged = { step: testCase.steps.indexOf(step), of };
    if (!sent || id === null || isOfEarlierConversation(description, testCase, judged)) continue;
    const { id: exchange, user } = sent.exchange;
    if (user !== null && !runState.messagesSeen.has(id))
      runState.messagesSeen.set(id, { id, user, version, exchange, at: runState.ports.clock.now() });
  }
}

/** A message that is missing may have gone to another destination: then that is what is wrong. */
async function orMisdirected(
  context: CaseContext,
  { step, destinations }: { step: InboxStep; destinations: readonly ListedDestination[] },
  finding: Finding | null,
): Promise<Finding | null> {
  const place = finding?.verdict === 'fail' && finding.place?.part === 'absent' ? finding.place : null;
  const sent = context.named.get(finding?.of ?? '');
  const { operator } = context.runState.ports;
  const tellsApart = operator.shows.includes(context.description.employee.destination);
  if (!finding || !place || !sent || !tellsApart) return finding;
  const looked = new Set(destinations.map(({ id }) => id));
  const others = (await context.destinations.listed(step.key)).filter(({ id }) => !looked.has(id));
  const found = await Promise.all(others.map((destination) => isSeen(context, sent, destination)));
  if (!found.includes(true)) return finding;
  return {
    ...finding,
    text: finding.text.replace(/\.$/, '; employees of another destination do.'),
    // What was said in an earlier conversation is rightly there as well.
    place: { ...place, ...(finding.code !== 'history' && { headline: GONE_TO_ANOTHER }) },
  };
}

const GONE_TO_ANOTHER = 'Messages reach the employees of another destination.';

/**
 * Employees may work for several destinations: who logged out at one of them by a step of the case may have left another one
 * unattended. Then they log in there, and true is returned.
 */
async function leftWithOthers(
  context: CaseContext,
  destinations: readonly ListedDestination[],
  choice: KeyChoice | undefined,
): Promise<boolean> {
  const { testCase, runState } = context;
  if (!testCase.steps.some((step) => step.do === 'presence' && !step.online)) return false;
  const key = await context.keys.ofPoint(choice);
  const listed = await runState.runContext.destinations(testCase.version, key, { fresh: true });
  const left = destinations.filter(
    ({ id }) =>
      !runState.presences.isOut(key, id) &&
      listed.some((destination) => destination.id === id && !destination.online),
  );
  for (const { id } of left) await changePresence(context, { key, destination: id, online: true });
  return left.length > 0;
}

async function lookedAt(
  context: CaseContext,
  { destination, key }: InboxStep,
): Promise<readonly ListedDestination[]> {
  if (destination === 'each') return context.destinations.listed(key);
  if (typeof destination === 'object' && 'oneOf' in destination)
    return Promise.all(destination.oneOf.map((index) => context.destinations.of(index, key)));
  if (destination !== 'others' && typeof destination !== 'object')
    return [await context.destinations.of(destination, key)];
  // An inbox that does not tell destinations apart proves nothing about the others.
  const { operator } = context.runState.ports;
  if (!operator.shows.includes(context.description.employee.destination)) return [];
  const spared = destination === 'others' ? [0] : destination.but;
  const [listed, ...left] = await Promise.all([
    context.destinations.listed(key),
    ...spared.map((index) => context.destinations.of(index, key)),
  ]);
  return listed.filter(({ id }) => left.every((destination) => destination.id !== id));
}

function lookAt(
  context: CaseContext,
  step: InboxStep,
  key: string,
  { id }: ListedDestination,
): () => Promise<Look> {
  const { runState } = context;
  const user = context.user(step.user);
  const parameters = inboxParameters(context, { user, key, destination: id });
  return async () => {
    const result = await runState.ports.operator.inbox(parameters);
    if (!result.ok) return { finding: unaskable(context, operatorProblem(result, 'inbox')), beyond: null };
    const reading = noteReading(context, { user, destination: id, items: result.items });
    const items = result.items.filter(({ fromUser }) => fromUser);
    const written = result.items.filter(({ fromUser }) => !fromUser);
    if (written.length > 0) runState.showsReplies = true;
    const placed = (finding: Finding | null): Finding | null =>
      finding && { ...finding, place: inReading(finding, reading, result.items) };
    const lacks = result.lacks ?? [];
    const judged = JUDGES[step.judge](context, step, items, lacks);
    const strange = foreign(context, step, items);
    const isMissing = judged?.code === 'not-delivered' || judged?.code === 'history';
    const own = placed(isMissing ? (strange ?? judged) : (judged ?? strange));
    const judgeReplies = step.judge === 'absent' ? strayReply : missingReply;
    const ofReplies = placed(judgeReplies(context, step, written));
    if (own === null && !runState.showsReplies) return { finding: ofReplies, beyond: NO_REPLIES };
    return {
      finding: own ?? ofReplies,
      beyond: items.length > 0 ? beyondOperator(context, step, lacks) : null,
      isFinal: strange !== null,
      shown: items.length,
    };
  };
}

/** What asks for the inbox of a user at a destination. */
function inboxParameters(
  { description: { employee, version } }: CaseContext,
  { user, key, destination }: Record<'user' | 'key' | 'destination', string>,
): Record<string, unknown> {
  return { version, key, [employee.user]: user, [employee.destination]: destination };
}

/** Whether employees of a destination see a user's message; null: the inbox cannot be read. */
export async function isSeen(
  context: CaseContext,
  sent: Sent,
  destination: ListedDestination,
): Promise<boolean | null> {
  const { key, exchange } = sent;
  const { user } = exchange;
  if (user === null) return null;
  const parameters = inboxParameters(context, { user, key, destination: destination.id });
  const result = await context.runState.ports.operator.inbox(parameters);
  if (!result.ok) return null;
  noteReading(context, { user, destination: destination.id, items: result.items });
  const written = result.items.filter(({ fromUser }) => fromUser);
  return find(context, sent, written).length > 0;
}

/** The judges point into an item; the reading holds all of them, or only the latest if there are many. */
function inReading({ place: found, item }: Finding, reading: number, items: readonly InboxItem[]): Place {
  const place: Place = { part: 'inbox', ...found, reading };
  const index = item === undefined ? -1 : items.indexOf(item) - firstKept(items);
  if (index < 0) return place;
  return { ...place, pointer: pointer(index, 'shown', ...(found?.field === undefined ? [] : [found.field])) };
}

/** A driver that cannot be asked for a user with an unusual id says nothing about the target. */
function unaskable({ testCase }: CaseContext, problem: Finding | null): Finding | null {
  if (testCase.users === undefined || problem?.verdict !== 'inconclusive') return problem;
  return { ...problem, verdict: 'skipped', code: 'operator-refused' };
}

function isOfOthers({ destination }: InboxStep): boolean {
  return destination === 'others' || (typeof destination === 'object' && 'but' in destination);
}

/** It is open which of them has the conversation: they are read until one shows everything, or the event timeout ends. */
async function best(context: CaseContext, looks: readonly (() => Promise<Look>)[]): Promise<Finding | null> {
  const all = await poll(
    context.runState,
    `${context.testCase.version} inbox`,
    () => Promise.all(looks.map((look) => look())),
    { isDue: (seen) => seen.some(({ finding }) => finding === null) },
  );
  const excused = all.map(({ finding, beyond }) =>
    finding?.verdict === 'fail' ? (beyond ?? finding) : finding,
  );
  if (excused.some((finding) => finding === null)) return null;
  return excused.find((finding) => finding?.verdict !== 'fail') ?? excused.at(-1) ?? null;
}

/** A failure before all else, wherever it shows. */
async function worst(
  looks: readonly (() => Promise<Look>)[],
  seen: (look: () => Promise<Look>) => Promise<Look>,
): Promise<Finding | null> {
  const all = await Promise.all(looks.map(seen));
  return gravest(
    all.map(({ finding, beyond }) => (finding?.verdict === 'fail' ? (beyond ?? finding) : finding)),
  );
}

/** What the driver cannot show is not evidence against the target. */
function beyondOperator(context: CaseContext, step: InboxStep, lacks: readonly string[]): Finding | null {
  const { destination } = context.description.employee;
  const needed = new Set([
    ...due(context, step).flatMap((sent) => contentNames(context, sent)),
    ...namesOf(context, step, lacks),
    ...(step.destination === 'chosen' ? [] : [destination]),
    // Such as the destination, where an earlier step is looked for at another one.
    ...context.testCase.needs.flatMap((need) => (need.kind === 'shows' ? need.names : [])),
  ]);
  const missing = lacks.filter((name) => needed.has(name));
  return missing.length === 0 ? null : notShown(missing);
}

/** If the inbox showed no message of an employee in the whole run, it may show none at all: no evidence. */
const NO_REPLIES: Finding = {
  verdict: 'skipped',
  code: 'not-shown',
  text: "The employee's inbox does not show what employees wrote, as far as this run has seen.",
};

/** What the employee's action of this name wrote, and the item that shows it. */
function replyShown(
  context: CaseContext,
  name: string,
  written: readonly InboxItem[],
): { due: [field: string, value: unknown][]; item: InboxItem | undefined } {
  const carried = replies(context.description).flatMap(({ carries }) => carries);
  const due = Object.entries(context.actionParameters.get(name) ?? {}).filter(([field]) =>
    carried.includes(field),
  );
  const item = written.find(({ shown }) => due.every(([field, value]) => isUnchanged(value, shown[field])));
  return { due, item };
}

/** What employees of another destination write is for them alone (section 1). */
function strayReply(
  context: CaseContext,
  { replies: names = [] }: Pick<InboxStep, 'replies'>,
  written: readonly InboxItem[],
): Finding | null {
  for (const name of names) {
    const { due, item } = replyShown(context, name, written);
    if (!item) continue;
    return {
      verdict: 'fail',
      code: 'seen',
      of: name,
      text: 'Employees see what an employee of another destination wrote.',
      expected: 'no message',
      received: short(Object.fromEntries(due), 400),
      item,
      place: { part: 'inbox', aboutInWords: "employees'" },
    };
  }
  return null;
}

/** What employees wrote is in the user's history, like what the user wrote (section 1). */
function missingReply(
  context: CaseContext,
  { replies: names = [] }: Pick<InboxStep, 'replies'>,
  written: readonly InboxItem[],
): Finding | null {
  // What the employee's side could not write, and need not have, is nowhere.
  const done = names.filter((name) => context.actionTimes.get(name)?.refused !== true);
  for (const name of done) {
    const { due, item } = replyShown(context, name, written);
    if (item) continue;
    return {
      verdict: 'fail',
      code: 'history',
      of: name,
      text: 'The employee does not see what an employee wrote to the user.',
      expected: short(Object.fromEntries(due), 400),
      received:
        written.length > 0
          ? count(written.length, 'other message from employees', 'other messages from employees')
          : 'no message from an employee',
      place: { part: 'absent', aboutInWords: "employees'" },
    };
  }
  return null;
}
