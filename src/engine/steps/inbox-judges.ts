import { requestFields } from '../../cases/description-lookups.js';
import type { InboxStep } from '../../cases/types.js';
import { isOfEarlierConversation } from '../../cases/words/circumstances.js';
import { duration } from '../../duration.js';
import { isObject } from '../../json.js';
import { conjunction, count, firstFew, howOften } from '../../phrases.js';
import type { Place } from '../../record/types.js';
import { cutText } from '../../terminal-text.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { casesOfUsersIn } from '../ids.js';
import { short } from '../judge/field.js';
import { isUnchanged } from '../judge/payload.js';
import type { InboxItem } from '../ports.js';
import { aboutOf, altered, type Card, nearest } from './altered-item.js';
import { strangersWords } from './other-users.js';

/** How each judgement looks at the messages of the user that employees see. */
export const JUDGES: Record<
  InboxStep['judge'],
  (context: CaseContext, step: InboxStep, items: InboxItem[], lacks: readonly string[]) => Finding | null
> = { present, order, once, absent };

/** Messages that must be there: not those that were turned away, if that is allowed. */
export function due(context: CaseContext, step: InboxStep): Sent[] {
  return held(context, step).filter(({ refused }) => !refused);
}

function held(context: CaseContext, step: InboxStep): Sent[] {
  return step.holds.map((name) => requestOf(context, name));
}

function requestOf({ named, testCase }: CaseContext, name: string): Sent {
  const sent = named.get(name);
  if (!sent) throw new Error(`No request of the case ${testCase.id} is called "${name}".`);
  return sent;
}

/** Names of the content by which a message is recognized among others. */
export function contentNames(context: CaseContext, { exchange }: Sent): string[] {
  return requestFields(context.description, operationMeant(exchange))
    .filter(([, field]) => field.role === 'content')
    .map(([name]) => name);
}

/** Also for a request under another version, which is not one of this version's operations. */
export function operationMeant({ operation, segment }: Exchange): string {
  return operation ?? segment;
}

/** The message among others: it has the same content, apart from what a service may normalize. */
export function find(context: CaseContext, sent: Sent, items: InboxItem[]): InboxItem[] {
  const names = contentNames(context, sent);
  return items.filter((item) => names.every((name) => isUnchanged(sent.fields[name], item.shown[name])));
}

function present(
  context: CaseContext,
  step: InboxStep,
  items: InboxItem[],
  lacks: readonly string[],
): Finding | null {
  const all = due(context, step);
  const lookedAt = namesOf(context, step, lacks);
  const earlier = ofEarlierConversations(context, step);
  const namesIn = (each: Sent): string[] => [
    ...new Set([
      ...ownNames(each, lookedAt),
      ...(earlier.has(each) ? [] : details(context, step, { sent: each, lacks })),
    ]),
  ];
  for (const of of step.holds) {
    const sent = requestOf(context, of);
    if (sent.refused) continue;
    const same = find(context, sent, items);
    const card = cardOf(context, { ...step, names: lookedAt }, same);
    const { fields } = card?.sent ?? sent;
    const names = card === null ? namesIn(sent) : lookedAt;
    const dueIn = (item: InboxItem): Record<string, unknown> =>
      card === null || step.exact ? fields : withFormerEntries(context, card, item);
    const right = same.filter((item) => isShown(item, dueIn(item), names, step));
    // Those that are the same in all that is looked at: others with this content are messages of their own.
    const isEqual = (other: Sent): boolean =>
      card !== null || isShown({ shown: other.fields }, fields, names, step);
    const equals = all.filter((other) => find(context, other, same).length > 0 && isEqual(other)).length;
    const isOther = (item: InboxItem): boolean =>
      card === null &&
      all.some(
        (other) =>
          !isEqual(other) &&
          find(context, other, [item]).length > 0 &&
          isShown(item, other.fields, namesIn(other), step),
      );
    const own = same.filter((item) => right.includes(item) || !isOther(item));
    if (right.length >= Math.max(1, equals)) continue;
    const wantedOf = (values: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries([
        ...contentNames(context, sent).map((name) => [name, sent.fields[name]]),
        ...names.map((name) => [name, values[name]]),
      ]);
    const wanted = wantedOf(fields);
    const missing = { verdict: 'fail', code: earlier.has(sent) ? 'history' : 'not-delivered', of } as const;
    if (right.length > 0 && own.length < equals)
      return {
        ...missing,
        of: step.holds.findLast((name) => find(context, requestOf(context, name), same).length > 0) ?? of,
        text: 'The employee sees fewer messages with this content than were sent.',
        expected: `${short(wanted, 400)} ${howOften(equals)}`,
        received: howOften(right.length),
        place: { part: 'inbox', ...aboutOf(sent), lists: listsOf(context, all, items) },
      };
    // Something that another message of the case arrived as is not this one, changed on the way.
    const others = context.sent.filter((each) => contentNames(context, each).length > 0);
    const named = usersNamedIn(context);
    const isStrange = (item: InboxItem): boolean => named(item).belongs === 'others';
    // Of what is shown with this content, more than the other messages of this content account for.
    const unlike = same.filter((item) => !right.includes(item));
    const alike = all.filter((other) => !isEqual(other) && find(context, other, same).length > 0);
    const near =
      own.find((item) => !right.includes(item)) ??
      (unlike.length > alike.length ? unlike.at(-1) : undefined) ??
      nearest(
        wanted,
        items.filter(
          (item) => !isStrange(item) && others.every((each) => find(context, each, [item]).length === 0),
        ),
      );
    if (near)
      return {
        of,
        ...altered(context, { wanted: wantedOf(dueIn(near)), near, exact: step.exact, sent, card }),
      };
    const strange = items.find(isStrange);
    if (strange) return { ...seenOfOthers(context, strange, sent), of };
    return {
      ...missing,
      text: `The employee does not see the message within ${duration(context.runState.runContext.eventTimeoutMs)}.`,
      expected: short(wanted, 400),
      received:
        items.length > 0
          ? count(items.length, 'other message from the user', 'other messages from the user')
          : 'no message from the user',
      ...(all.length > 1 && lost(context, all, items)),
      place: { part: 'absent', ...aboutOf(sent), lists: listsOf(context, all, items) },
    };
  }
  return null;
}

/** Messages of the step that belong to earlier conversations by now. */
function ofEarlierConversations(context: CaseContext, step: InboxStep): ReadonlySet<Sent> {
  const { description, testCase } = context;
  const index = testCase.steps.indexOf(step);
  return new Set(
    step.holds
      .filter((of) => isOfEarlierConversation(description, testCase, { step: index, of }))
      .map((name) => requestOf(context, name)),
  );
}

/** What is looked at in a message: those of several kinds each have names of their own. */
function ownNames({ fields }: Sent, names: readonly string[]): string[] {
  return names.filter((name) => Object.hasOwn(fields, name));
}

/**
 * What came with a message of the conversation beside its content, such as a comment: whatever the case is about, it arrives
 * as well. A setup needs no more than the message, and where texts are compared to the byte, just they are. What is no
 * ordinary value is left to the cases that are about it.
 */
function details(
  context: CaseContext,
  { exact, setup }: InboxStep,
  { sent, lacks }: { sent: Sent; lacks: readonly string[] },
): string[] {
  if (exact || setup) return [];
  const { shows } = context.runState.ports.operator;
  const { employee } = context.description;
  return requestFields(context.description, operationMeant(sent.exchange))
    .filter(
      ([name, field]) =>
        field.role === 'detail' &&
        employee.shows.includes(name) &&
        shows.includes(name) &&
        !lacks.includes(name) &&
        isOrdinary(sent.fields[name]),
    )
    .map(([name]) => name);
}

function isOrdinary(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);
}

/** The names that are looked at. @param lacks what the inbox turned out not to show */
export function namesOf(
  { runState }: CaseContext,
  { names, asShown }: InboxStep,
  lacks: readonly string[],
): string[] {
  const { shows } = runState.ports.operator;
  return asShown ? names.filter((name) => shows.includes(name) && !lacks.includes(name)) : names;
}

/** If several requests may have given it, the first one whose values are all shown. */
function cardOf(context: CaseContext, step: InboxStep, items: readonly InboxItem[]): Card | null {
  const { card, names } = step;
  if (card === undefined) return null;
  const given = [card].flat().map((name) => requestOf(context, name));
  const accepted = given.filter(({ refused }) => !refused);
  const shown = accepted.find((sent) =>
    items.some((item) =>
      isShown(
        item,
        step.exact ? sent.fields : withFormerEntries(context, { sent, names }, item),
        names,
        step,
      ),
    ),
  );
  const sent = shown ?? accepted[0] ?? given[0];
  return sent ? { sent, names } : null;
}

/**
 * The card's fields as an item may show them: it is open whether a selection replaces the attributes of earlier ones, or adds
 * to them (section 2). An entry that only an earlier selection of the user gave may be there, with its value.
 */
function withFormerEntries(
  context: CaseContext,
  { sent, names }: Card,
  { shown }: InboxItem,
): Sent['fields'] {
  const earlier = context.sent
    .slice(0, context.sent.indexOf(sent))
    .filter(
      ({ exchange, key, refused }) =>
        !refused &&
        exchange.operation === sent.exchange.operation &&
        exchange.user === sent.exchange.user &&
        key === sent.key,
    );
  const formerEntries = (name: string, given: object, seen: object): [string, unknown][] =>
    Object.entries(seen).filter(
      ([entry, value]) =>
        !Object.keys(given).some((each) => isUnchanged(each, entry)) &&
        earlier
          .flatMap(({ fields: { [name]: former } }) => (isObject(former) ? Object.entries(former) : []))
          .some(([each, before]) => isUnchanged(each, entry) && isUnchanged(before, value)),
    );
  return {
    ...sent.fields,
    ...Object.fromEntries(
      names.flatMap((name) => {
        const [given, seen] = [sent.fields[name], shown[name]];
        return isObject(given) && isObject(seen)
          ? [[name, { ...given, ...Object.fromEntries(formerEntries(name, given, seen)) }]]
          : [];
      }),
    ),
  };
}

/** Whether an item shows the named values as they were sent. */
function isShown(
  { shown }: Pick<InboxItem, 'shown'>,
  fields: Record<string, unknown>,
  names: readonly string[],
  { exact }: InboxStep,
): boolean {
  return names.every((name) => isUnchanged(fields[name], shown[name], exact));
}

/** What was sent and what is seen, one by one, by the content that tells messages apart. */
function listsOf(context: CaseContext, sent: readonly Sent[], items: readonly InboxItem[]): Lists {
  const names = [...new Set(sent.flatMap((sent) => contentNames(context, sent)))];
  const written = (values: Record<string, unknown>): string =>
    names
      .filter((name) => (values[name] ?? null) !== null)
      .map((name) => (typeof values[name] === 'string' ? values[name] : short(values[name])))
      .join(', ')
      .slice(0, LONGEST_LISTED);
  return {
    expected: sent.map(({ fields }) => written(fields)),
    received: items.map(({ shown }) => written(shown)),
  };
}

type Lists = NonNullable<Place['lists']>;
const LONGEST_LISTED = 120;

/** Lost messages as lists: what was due, what is there, what is missing; null: their content does not show it. */
function lost(
  context: CaseContext,
  sent: readonly Sent[],
  items: InboxItem[],
): Pick<Finding, 'text' | 'expected' | 'received'> | null {
  const missing = sent.filter((sent) => find(context, sent, items).length === 0);
  if (missing.length === 0) return null;
  const list = (texts: readonly string[]): string =>
    texts.length === 0 ? 'none' : firstFew(texts.map(inLine), MOST_LISTED).join(', ');
  const { expected, received } = listsOf(context, sent, items);
  return {
    text: `The employee ${missing.length === sent.length ? 'sees none' : `does not see ${missing.length}`} of the ${sent.length} messages within ${duration(context.runState.runContext.eventTimeoutMs)}.`,
    expected: list(expected),
    received:
      received.length === 0
        ? 'no message of the user'
        : `${list(received)}; missing ${list(listsOf(context, missing, []).expected)}`,
  };
}

const MOST_LISTED = 12;
const LONGEST_IN_LINE = 60;

/** The beginning of a text as part of a sentence; a record has it whole. */
function inLine(text: string): string {
  const line = text.replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '⏎').replaceAll('\t', '⇥');
  return cutText(line, LONGEST_IN_LINE);
}

function order(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const positions = due(context, step).map((sent) =>
    items.findIndex((item) => find(context, sent, [item]).length > 0),
  );
  const sorted = positions.every(
    (position, at) => position >= 0 && (at === 0 || position > (positions[at - 1] as number)),
  );
  if (sorted) return null;
  return {
    verdict: 'fail',
    code: 'order',
    text: 'The messages arrived in a different order.',
    expected: `messages ${positions.map((_, at) => at + 1).join(', ')}, in the order sent`,
    received: seenOrder(positions),
    place: { part: 'inbox', lists: listsOf(context, due(context, step), items) },
  };
}

/** The order in which messages are seen, by their numbers as sent: "messages 1, 3, 2". Negative positions are none. */
function seenOrder(positions: readonly number[]): string {
  const numbers = [...positions.keys()];
  const seen = numbers
    .filter((at) => (positions[at] as number) >= 0)
    .sort((a, b) => (positions[a] as number) - (positions[b] as number));
  const missing = numbers.filter((at) => (positions[at] as number) < 0);
  const places = new Set(seen.map((at) => positions[at]));
  return [
    `messages ${seen.map((at) => at + 1).join(', ')}`,
    ...(places.size < seen.length ? ['several at one place'] : []),
    ...(missing.length > 0 ? [`missing ${missing.map((at) => at + 1).join(', ')}`] : []),
  ].join('; ');
}

function once(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const counts = due(context, step).map((sent) => find(context, sent, items).length);
  if (counts.every((count) => count === 1)) return null;
  context.runState.copiesSeen = Math.max(context.runState.copiesSeen, ...counts);
  return {
    verdict: 'fail',
    code: 'copies',
    text: 'Not every message arrived exactly once.',
    expected: 'each message once',
    received: counts
      .flatMap((count, at) => (count === 1 ? [] : [`message ${at + 1}: ${howOften(count)}`]))
      .join(', '),
    place: { part: 'inbox', lists: listsOf(context, due(context, step), items) },
  };
}

/** What must not be there as well: messages that the step names, and those of any user of another case. */
export function foreign(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const named = usersNamedIn(context);
  const item = items.find((each) => named(each).belongs !== 'case');
  return unseen(context, step, step.without ?? [], items) ?? (item ? seenOfOthers(context, item) : null);
}

function absent(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  return unseen(context, step, step.holds, items);
}

function unseen(
  context: CaseContext,
  step: InboxStep,
  names: readonly string[],
  items: InboxItem[],
): Finding | null {
  for (const name of names) {
    const sent = requestOf(context, name);
    const [seen] = find(context, sent, items);
    if (!seen) continue;
    return { ...seenFinding(seen, strangersWords(context, step, name), sent), of: name };
  }
  return null;
}

/** An item that must not be there, or not yet. */
function seenFinding(item: InboxItem, text: string, sent?: Sent): Finding {
  return {
    verdict: 'fail',
    code: 'seen',
    text,
    expected: 'no message',
    received: short(stated(item), 400),
    item,
    place: { part: 'inbox', ...(sent && aboutOf(sent)), headline: text },
  };
}

/** A message of users of other cases, or one of this case that shows something of theirs. */
function seenOfOthers(context: CaseContext, item: InboxItem, sent?: Sent): Finding {
  const { belongs, ofOthers } = usersNamedIn(context)(item);
  if (belongs === 'others') return seenFinding(item, 'Employees see messages of another user.', sent);
  const names = conjunction(ofOthers);
  return {
    ...seenFinding(item, `Employees see ${names} of another user in a message of this one.`, sent),
    expected: `no ${names} of another user`,
  };
}

/** Whose an item is, by the users that its texts name; and the names of what is of others. */
interface Named {
  belongs: 'case' | 'others' | 'both';
  ofOthers: string[];
}

/** Tells of an item whether it belongs to this case, to others, or in part to each. */
function usersNamedIn({ runState, serial }: CaseContext): (item: InboxItem) => Named {
  const casesIn = casesOfUsersIn(runState.runContext.nonce);
  return ({ shown }) => {
    const named = Object.entries(shown).flatMap(([name, value]) =>
      typeof value === 'string' ? casesIn(value).map((of) => ({ name, isOwn: of === serial })) : [],
    );
    const ofOthers = [...new Set(named.filter(({ isOwn }) => !isOwn).map(({ name }) => name))];
    if (ofOthers.length === 0) return { belongs: 'case', ofOthers };
    return { belongs: named.some(({ isOwn }) => isOwn) ? 'both' : 'others', ofOthers };
  };
}

/** What an item says; a driver may return null for what it does not have. */
function stated({ shown }: InboxItem): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value != null));
}
