import type { Description } from '../../description/types.js';
import { closing, routingEvent } from '../vocabulary.js';
import { howOften } from '../words/how-often.js';
import { type Conversation, firstConversation, proceed, reaches } from './conversation.js';
import type { Deed, Look, Observed } from './history.js';
import { ordersOf, overlapping } from './orders.js';

/** Evidence that is left aside, to find out what a failure rests on, or because more of it may come. */
export interface Leaving {
  /** Events that are due and have not come. */
  missing?: true;
  /** Events that came too often. */
  surplus?: true;
  /** Employees who could not act: whether they did all the same. */
  refusals?: 'done' | 'undone';
}

/** An order that explains what came; or of each order that was possible, why it does not. */
export type Explanation =
  | { fits: readonly Deed[] }
  | { fits: null; reasons: { order: readonly Deed[]; why: string }[] };

/**
 * Looks for an order of the deeds that explains what was seen: concurrent requests of one user take effect in some order,
 * each of them once (section 3).
 */
export function explain(
  description: Description,
  deeds: readonly Deed[],
  observed: Observed,
  leaving: Leaving = {},
): Explanation {
  const orders = ordersOf(deeds);
  if (orders === null) return { fits: deeds };
  const reasons: { order: readonly Deed[]; why: string }[] = [];
  for (const order of orders) {
    const why = wrongWith(description, order, observed, leaving) ?? wrongInAny(deeds, observed);
    if (why === null) return { fits: order };
    reasons.push({ order, why });
  }
  return { fits: null, reasons };
}

/** Why the order does not explain what came; null: it does. */
function wrongWith(
  description: Description,
  order: readonly Deed[],
  observed: Observed,
  leaving: Leaving,
): string | null {
  let now = firstConversation(description);
  for (const [at, deed] of order.entries()) {
    const next = taken(description, now, deed, leaving);
    if (typeof next === 'string') return next;
    now = next;
    const isLastOfTurn = order[at + 1]?.turn !== deed.turn;
    const looks = isLastOfTurn ? observed.looks.filter(({ turn }) => turn === deed.turn) : [];
    for (const look of looks) {
      const isLast = look === observed.looks.at(-1);
      const wrong =
        tooMuch(now, look, order) ??
        (isLast && reaches(description, now) ? tooLittle(now, look, order) : null);
      if (wrong !== null) return wrong;
    }
  }
  return wrongEvents(description, now, order, observed, leaving);
}

/** Where the deed leads, by what is to be made of employees who could not act. */
function taken(
  description: Description,
  now: Conversation,
  deed: Deed,
  { refusals }: Leaving,
): Conversation | string {
  const inDoubt = refusals !== undefined && deed.refused && (deed.kind === 'close' || deed.kind === 'reply');
  if (!inDoubt) return proceed(description, now, deed);
  return refusals === 'done' ? proceed(description, now, { ...deed, refused: false }) : now;
}

/** Messages that employees saw although they were still kept. */
function tooMuch({ kept, delivered }: Conversation, { seen }: Look, order: readonly Deed[]): string | null {
  const early = kept.find(
    (name) => (seen.get(contentOf(order, name)) ?? 0) > 0 && !sharesContent(order, name, delivered),
  );
  return early === undefined ? null : `${early} was still kept, and employees saw it`;
}

/** Messages that employees did not see although they had them. */
function tooLittle(now: Conversation, { seen }: Look, order: readonly Deed[]): string | null {
  if (!now.engaged) return null;
  for (const name of now.delivered) {
    const alike = now.delivered.filter((message) => contentOf(order, message) === contentOf(order, name));
    const times = seen.get(contentOf(order, name)) ?? 0;
    if (times >= alike.length) continue;
    return alike.length === 1
      ? `employees had to see ${name}, and did not`
      : `employees had to see the content of ${name} ${howOften(alike.length)}, and saw it ${howOften(times)}`;
  }
  return null;
}

function wrongEvents(
  description: Description,
  { due }: Conversation,
  order: readonly Deed[],
  observed: Observed,
  leaving: Leaving,
): string | null {
  const events = new Set([routingEvent(description), closing(description).event, ...due.keys()]);
  for (const event of events) {
    const { least, most } = due.get(event) ?? { least: 0, most: 0 };
    const { times, exceeds } = observed.came(event);
    if (times < least && !leaving.missing)
      return `${event} had to come ${atLeast(least)}, and came ${howOften(times)}`;
    if (!leaving.surplus && exceeds(most))
      return `${event} could come ${atMost(most)}, and came ${howOften(times)}`;
  }
  const overdue = order.find(
    ({ kind, name, refused }) => kind === 'reply' && !refused && !observed.notified.has(name),
  );
  return overdue && !leaving.missing ? `${overdue.event} had to come for ${overdue.name}, and did not` : null;
}

/**
 * What no order explains: one id for two messages, or a second copy of a message that an overlap concerned. Where
 * messages stand there twice although none overlapped anything, a copy has nothing to do with it.
 */
function wrongInAny(deeds: readonly Deed[], { looks, sameId }: Observed): string | null {
  if (sameId !== null) return `${sameId.join(' and ')} were given the same id`;
  const last = looks.at(-1);
  if (last === undefined) return null;
  const messages = deeds.filter(({ kind }) => kind === 'message');
  const copied = messages
    .filter(({ like }) => like === undefined)
    .map((first) => ({
      first,
      alike: messages.filter(({ name }) => contentOf(messages, name) === first.name),
    }))
    .filter(({ first, alike }) => (last.seen.get(first.name) ?? 0) > alike.length);
  const concerned = concernedBy(deeds);
  if (copied.some(({ alike }) => !alike.some(({ name }) => concerned.has(name)))) return null;
  const [found] = copied;
  if (!found) return null;
  const { first, alike } = found;
  const copies = last.seen.get(first.name) ?? 0;
  return alike.length === 1
    ? `employees saw ${copies} copies of ${first.name}`
    : `employees saw the content of ${first.name} ${howOften(copies)}, which was sent ${howOften(alike.length)}`;
}

/** Messages that overlapped another deed, or that a selection which did may have found kept. */
function concernedBy(deeds: readonly Deed[]): ReadonlySet<string> {
  const overlapped = overlapping(deeds);
  const names = new Set(overlapped.flatMap(({ kind, name }) => (kind === 'message' ? [name] : [])));
  const selection = overlapped.find(({ kind }) => kind === 'select');
  if (!selection) return names;
  const before = deeds.slice(0, deeds.indexOf(selection));
  const since = before.findLastIndex(({ kind }) => kind === 'select');
  for (const { kind, name } of before.slice(since + 1)) if (kind === 'message') names.add(name);
  return names;
}

/** Name of the first message with the content of this one. */
function contentOf(deeds: readonly Deed[], name: string): string {
  return deeds.find((deed) => deed.name === name)?.like ?? name;
}

function sharesContent(deeds: readonly Deed[], name: string, others: readonly string[]): boolean {
  return others.some((other) => contentOf(deeds, other) === contentOf(deeds, name));
}

function atLeast(times: number): string {
  return `at least ${howOften(times)}`;
}

function atMost(times: number): string {
  return times === 0 ? 'not at all' : `at most ${howOften(times)}`;
}
