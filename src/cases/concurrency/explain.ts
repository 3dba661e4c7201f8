import type { Description } from '../../description/types.js';
import { conjunction, howOften } from '../../phrases.js';
import { closeRule, routingEvent } from '../description-lookups.js';
import {
  type Conversation,
  type Due,
  proceed,
  reaches,
  readingsOf,
  Threads,
  type VersionReading,
} from './conversation.js';
import { type Look, type Observed, ordersOf, overlapping, type TimedMove } from './history.js';

/** Evidence that is ignored, to find out what a failure rests on, or because more of it may come. */
export interface Leaving {
  /** Due events that have not come. */
  missing?: true;
  /** Events that came too often. */
  surplus?: true;
  /** Messages that are there more than once. */
  copies?: true;
  /** Employees who could not act: whether they did all the same. */
  refusals?: 'done' | 'undone';
}

/** An order that explains what came; or why each possible order does not. */
export type Explanation =
  | { fits: readonly TimedMove[]; reading: VersionReading }
  | { fits: null; reasons: ({ order: readonly TimedMove[] } & Mismatch)[] };

/** What speaks against an order. */
export interface Mismatch {
  /** As a clause. */
  why: string;
  /** What was due in that order, and what came instead: both as clauses. */
  due: string;
  seen: string;
  /** The event that was due and did not arrive. */
  missing?: string;
  /** The event that arrived too often. */
  surplus?: string;
}

/**
 * Looks for an order of the moves that explains what was seen: concurrent requests of one user take effect in some order,
 * each of them once (section 3). If they are of several versions, which may or may not share a user's state, one reading
 * has to explain all of it.
 * @param of the other versions
 */
export function explain(
  description: Description,
  moves: readonly TimedMove[],
  observed: Observed,
  leaving: Leaving = {},
  { of = () => description, readings = readingsOf(moves) }: Versions = {},
): Explanation {
  const orders = ordersOf(moves);
  if (orders === null) return { fits: moves, reading: 'shared' };
  const reasons: ({ order: readonly TimedMove[] } & Mismatch)[] = [];
  for (const reading of readings)
    for (const order of orders) {
      const rules = { description, of, threads: new Threads(description, reading) };
      const wrong = wrongWith(rules, order, observed, leaving) ?? wrongInAny(moves, observed, leaving);
      if (wrong === null) return { fits: order, reading };
      const why = readings.length > 1 ? `${READINGS[reading]} ${wrong.why}` : wrong.why;
      reasons.push({ order, ...wrong, why });
    }
  return { fits: null, reasons };
}

/** For histories of several versions. */
export interface Versions {
  of?: (version: string) => Description;
  /** Those to try; default: all. */
  readings?: readonly VersionReading[];
}

/** As the beginning of a clause. */
const READINGS: Record<VersionReading, string> = {
  shared: "if the versions share the user's state,",
  'counted-separately': 'if they share it and count messages separately,',
  separate: 'if each has a state of its own,',
};

/** What a history is compared with. */
interface Rules {
  description: Description;
  of: (version: string) => Description;
  threads: Threads;
}

/** Why the order does not explain what came; null: it does. */
function wrongWith(
  { description, of, threads }: Rules,
  order: readonly TimedMove[],
  observed: Observed,
  leaving: Leaving,
): Mismatch | null {
  for (const [at, move] of order.entries()) {
    const { version } = move;
    const next = taken(version === undefined ? description : of(version), threads.of(version), move, leaving);
    if (typeof next === 'string') return { why: next, due: next, seen: endOf(move) };
    threads.set(version, next);
    const isLastOfTurn = order[at + 1]?.turn !== move.turn;
    const looks = isLastOfTurn ? observed.looks.filter(({ turn }) => turn === move.turn) : [];
    for (const look of looks) {
      const isLast = look === observed.looks.at(-1);
      const now = threads.of();
      const early = threads.all.map((thread) => tooMuch(thread, look, order)).find((found) => found !== null);
      const wrong = early ?? (isLast && reaches(description, now) ? tooLittle(now, look, order) : null);
      if (wrong !== null) return wrong;
    }
  }
  return wrongEvents(description, threads.due, order, observed, leaving);
}

function endOf({ name, refused }: TimedMove): string {
  return `${name} was ${refused ? 'turned away' : 'accepted'}`;
}

/** Where the move leads, depending on what is assumed of employees who could not act. */
function taken(
  description: Description,
  now: Conversation,
  move: TimedMove,
  { refusals }: Leaving,
): Conversation | string {
  const inDoubt = refusals !== undefined && move.refused && (move.kind === 'close' || move.kind === 'reply');
  if (!inDoubt) return proceed(description, now, move);
  return refusals === 'done' ? proceed(description, now, { ...move, refused: false }) : now;
}

/** Messages that employees saw although they were still kept. */
function tooMuch(
  { kept, delivered }: Conversation,
  { seen }: Look,
  order: readonly TimedMove[],
): Mismatch | null {
  const early = kept.find(
    (name) => (seen.get(contentOf(order, name)) ?? 0) > 0 && !sharesContent(order, name, delivered),
  );
  if (early === undefined) return null;
  return {
    why: `${early} should still have been kept, but employees saw it`,
    due: `${early} kept until the next selection`,
    seen: `employees saw ${early} before that`,
  };
}

/** Messages that employees did not see although they had them. */
function tooLittle(now: Conversation, { seen }: Look, order: readonly TimedMove[]): Mismatch | null {
  if (!now.engaged) return null;
  for (const name of now.delivered) {
    const alike = now.delivered.filter((message) => contentOf(order, message) === contentOf(order, name));
    const times = seen.get(contentOf(order, name)) ?? 0;
    if (times >= alike.length) continue;
    if (alike.length === 1)
      return {
        why: `employees should have seen ${name} but did not`,
        due: `employees see ${name}`,
        seen: `employees did not see ${name}`,
      };
    const [due, came] = [howOften(alike.length), howOften(times)];
    return {
      why: `employees should have seen the content of ${name} ${due} but saw it ${came}`,
      due: `employees see the content of ${name} ${due}`,
      seen: `employees saw the content of ${name} ${came}`,
    };
  }
  return null;
}

function wrongEvents(
  description: Description,
  due: ReadonlyMap<string, Due>,
  order: readonly TimedMove[],
  observed: Observed,
  leaving: Leaving,
): Mismatch | null {
  const events = new Set([routingEvent(description), closeRule(description).event, ...due.keys()]);
  for (const event of events) {
    const { least, most } = due.get(event) ?? { least: 0, most: 0 };
    const { times, exceeds } = observed.came(event);

    const arrived = times === 0 ? 'never arrived' : `arrived ${howOften(times)}`;
    const seen = times === 0 ? `no ${event}` : `${event} ${howOften(times)}`;
    if (times < least && !leaving.missing) {
      const due = atLeast(least);
      return {
        why: `${event} was due ${due} but ${arrived}`,
        due: `${event} ${due}`,
        seen,
        missing: event,
      };
    }
    if (!leaving.surplus && exceeds(most)) {
      const due = atMost(most);
      return { why: `${event} was due ${due} but ${arrived}`, due: `${event} ${due}`, seen, surplus: event };
    }
  }
  const overdue = order.find(
    ({ kind, name, refused }) => kind === 'reply' && !refused && !observed.notified.has(name),
  );
  if (!overdue || leaving.missing) return null;
  const { event, name } = overdue;
  return {
    why: `${event} was due for ${name} but did not arrive`,
    due: `${event} for ${name}`,
    seen: `${event} did not arrive for ${name}`,
    ...(event !== undefined && { missing: event }),
  };
}

/**
 * What no order explains: one id for two messages, or a second copy of a message that was part of an overlap. If messages
 * are there twice although none of them overlapped anything, here or in other cases, the overlap has nothing to do with it.
 */
function wrongInAny(
  moves: readonly TimedMove[],
  { looks, sameId, copies: usual }: Observed,
  leaving: Leaving,
): Mismatch | null {
  if (sameId !== null) {
    const why = `${conjunction(sameId)} were given the same id`;
    return { why, due: `an id of its own for each of ${conjunction(sameId)}`, seen: why };
  }
  const last = looks.at(-1);
  if (last === undefined || leaving.copies) return null;
  const messages = moves.filter(({ kind }) => kind === 'message');
  const copied = messages
    .filter(({ like }) => like === undefined)
    .map((first) => ({
      first,
      alike: messages.filter(({ name }) => contentOf(messages, name) === first.name),
    }))
    .filter(({ first, alike }) => (last.seen.get(first.name) ?? 0) > alike.length * usual);
  const concerned = concernedBy(moves);
  if (copied.some(({ alike }) => !alike.some(({ name }) => concerned.has(name)))) return null;
  const [found] = copied;
  if (!found) return null;
  const { first, alike } = found;
  const copies = last.seen.get(first.name) ?? 0;
  if (alike.length === 1) {
    const why = `employees saw ${copies} copies of ${first.name}`;
    return { why, due: `employees see ${first.name} once`, seen: why };
  }
  const [saw, sent] = [howOften(copies), howOften(alike.length)];
  return {
    why: `employees saw the content of ${first.name} ${saw}, which was sent ${sent}`,
    due: `employees see the content of ${first.name} ${sent}`,
    seen: `employees saw the content of ${first.name} ${saw}`,
  };
}

/** Messages that overlapped another move, or that a selection which did may have found kept. */
function concernedBy(moves: readonly TimedMove[]): ReadonlySet<string> {
  const overlapped = overlapping(moves);
  const names = new Set(overlapped.flatMap(({ kind, name }) => (kind === 'message' ? [name] : [])));
  const selection = overlapped.find(({ kind }) => kind === 'select');
  if (!selection) return names;
  const before = moves.slice(0, moves.indexOf(selection));
  const since = before.findLastIndex(({ kind }) => kind === 'select');
  for (const { kind, name } of before.slice(since + 1)) if (kind === 'message') names.add(name);
  return names;
}

/** Name of the first message with the content of this one. */
function contentOf(moves: readonly TimedMove[], name: string): string {
  return moves.find((move) => move.name === name)?.like ?? name;
}

function sharesContent(moves: readonly TimedMove[], name: string, others: readonly string[]): boolean {
  return others.some((other) => contentOf(moves, other) === contentOf(moves, name));
}

function atLeast(times: number): string {
  return `at least ${howOften(times)}`;
}

function atMost(times: number): string {
  return times === 0 ? 'not at all' : `at most ${howOften(times)}`;
}
