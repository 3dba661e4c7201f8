import { type Posting, pushBounded, type ServiceEvent } from '../reference/conversations/model.js';
import { readObject } from '../reference/requests/call.js';
import { fieldOf, type Rulebook } from '../reference/rulebook.js';
import { type Attempt, now, type Observer, type ServiceContext } from '../reference/service-context.js';
import { type EventRequest, makeEventRequest } from '../reference/webhooks/webhook-sender.js';
import { breachesOf } from './breaches.js';
import {
  actionWords,
  type DeliveryEntry,
  type Entry,
  excerpt,
  failureWords,
  NOTHING,
  type RequestEntry,
} from './entry.js';
import { type PointNames, pointNames } from './keys.js';

/** All traffic; the oldest entries are forgotten first. */
export interface Log {
  observer: Observer;
  /** In the order in which entries began. */
  entries(): readonly Entry[];
  find(id: number): Entry | undefined;
  /** The delivery of an entry, if it still waits. */
  posting(id: number): Posting | undefined;
  /** Calls the listener with each entry when it comes, and again when it changes. Returns what stops that. */
  follow(follower: (entry: Entry) => void): () => void;
  /** Adds the entries of an earlier service. */
  restore(entries: readonly Entry[]): void;
  /** A delivery that an earlier service began continues. */
  resume(id: number, posting: Posting): void;
  /** Reports an entry that was changed from outside. */
  changed(entry: Entry): void;
  clear(): void;
  onClear(listener: () => void): void;
}

/** Whatever the traffic, the log holds at most this many entries, and about this many bytes. */
export const LOG_BOUNDS = { entries: 5_000, bytes: 24 * 1024 * 1024 };

const ATTEMPTS = 50;

export function makeLog(context: ServiceContext, bounds = LOG_BOUNDS): Log {
  const entries = new Map<number, Entry>();
  const followers = new Set<(entry: Entry) => void>();
  const waiting = new Map<Posting, DeliveryEntry>();
  /** The reverse. */
  const postings = new Map<number, Posting>();
  const clearings = new Set<() => void>();
  const points: PointNames = pointNames(context.accounts);
  let last = 0;
  let bytes = 0;

  const tell = (entry: Entry): void => {
    for (const follower of followers) follower(entry);
  };
  const keep = <T extends Entry>(entry: T): T => {
    entries.set(entry.id, entry);
    bytes += weightOf(entry);
    for (const [id, oldest] of entries) {
      if (entries.size <= bounds.entries && bytes <= bounds.bytes) break;
      entries.delete(id);
      bytes -= weightOf(oldest);
    }
    return entry;
  };
  const add = <T extends Entry>(entry: T): T => {
    tell(keep(entry));
    return entry;
  };
  const expect = (posting: Posting, entry: DeliveryEntry): void => {
    waiting.set(posting, entry);
    postings.set(entry.id, posting);
  };
  const settle = (posting: Posting, entry: DeliveryEntry): void => {
    waiting.delete(posting);
    postings.delete(entry.id);
  };
  const next = (): number => (last += 1);

  const delivery = (
    event: ServiceEvent,
    state: DeliveryEntry['state'],
    url: string | null,
  ): DeliveryEntry => ({
    kind: 'delivery',
    id: next(),
    at: now(context, event.point),
    point: points.of(event.point),
    user: event.user.id,
    version: event.version,
    event: event.name,
    eventId: event.id,
    state,
    url,
    attempts: [],
    nextAt: null,
    request: null,
  });

  return {
    // What something causes is logged before it has ended itself.
    entries: () => [...entries.values()].sort((entry, other) => entry.id - other.id),
    find: (id) => entries.get(id),
    posting: (id) => postings.get(id),
    follow(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    restore(older) {
      for (const entry of older) {
        last = Math.max(last, entry.id);
        keep(entry);
      }
    },
    resume(id, posting) {
      const entry = entries.get(id);
      if (entry?.kind === 'delivery') expect(posting, entry);
    },
    changed: tell,
    clear() {
      entries.clear();
      bytes = 0;
      for (const listener of clearings) listener();
    },
    onClear: (listener) => void clearings.add(listener),
    observer: {
      begins: () => ({ number: next(), at: now(context, context.accounts.main.point) }),
      exchange: (exchange) => void add(requestEntry(context, points, exchange)),
      employeeAction: (action) => void add(actionEntry(points, action)),
      unaddressed: (event, fate) =>
        void add({
          ...delivery(event, fate, null),
          request: sent(makeEventRequest('', [event], context.dialect.event)),
        }),
      queued(posting, fate) {
        const { event, slot } = posting;
        // A delivery of an earlier service is known already.
        if (waiting.has(posting)) return;
        const entry = delivery(event, fate === 'waits' ? 'waiting' : 'dropped', slot.url);
        if (fate === 'waits') expect(posting, entry);
        add(entry);
      },
      attempted(posting, attempt) {
        const entry = waiting.get(posting);
        if (!entry) return;
        note(entry, attempt, now(context, posting.event.point));
        if (attempt.pauseMs === null) settle(posting, entry);
        tell(entry);
      },
      abandoned(posting) {
        const entry = waiting.get(posting);
        if (!entry) return;
        settle(posting, entry);
        entry.state = 'abandoned';
        entry.nextAt = null;
        tell(entry);
      },
    },
  };
}

/** A request, and how it was answered. */
function requestEntry(
  context: ServiceContext,
  points: PointNames,
  { begun, call, reply, tookMs }: Parameters<Observer['exchange']>[0],
): RequestEntry {
  const { method, path, rules, operation, account, body, bytes: sent, headers } = call;
  return {
    kind: 'request',
    id: begun.number,
    at: begun.at,
    point: account ? points.of(account.point) : null,
    user:
      rules && operation
        ? // Even a request that was refused early may say which user it is about.
          userIn(rules, operation.rule.request, body ?? (sent && readObject(sent)))
        : null,
    version: rules?.description.version ?? null,
    method,
    path,
    operation: operation?.name ?? null,
    tookMs,
    status: reply.status,
    code: reply.refused?.code ?? null,
    message: reply.refused?.message ?? null,
    breaches: breachesOf(context, call, reply),
    contentType: headers['content-type'] ?? null,
    body: sent === null ? NOTHING : excerpt(sent),
    answer: excerpt(reply.raw ?? JSON.stringify(reply.body)),
  };
}

/** What an employee did. */
function actionEntry(
  points: PointNames,
  { begun, action, rules, account, parameters }: Parameters<Observer['employeeAction']>[0],
): Extract<Entry, { kind: 'action' }> {
  const { description } = rules;
  const { version: _, key: __, ...shown } = parameters;
  const user = parameters[description.employee.user];
  return {
    kind: 'action',
    id: begun.number,
    at: begun.at,
    point: points.of(account.point),
    user: typeof user === 'string' ? user : null,
    version: description.version,
    action,
    words: actionWords(action, shown, { description, point: account.point }),
    parameters: shown,
  };
}

/** Adds an attempt to the entry of its delivery. */
export function note(
  entry: DeliveryEntry,
  { tookMs, request, outcome, pauseMs }: Omit<Attempt, 'nth'>,
  at: number,
): void {
  const { status, failure } = outcome;
  const words = status === null ? failureWords(failure ?? 'UNKNOWN') : null;
  pushBounded(entry.attempts, { at, tookMs, status, failure: words }, ATTEMPTS);
  entry.url = request.url;
  entry.request ??= sent(request);
  entry.state = outcome.ok ? 'delivered' : pauseMs === null ? 'given-up' : 'waiting';
  entry.nextAt = pauseMs === null ? null : at + pauseMs;
}

function sent({ method, headers, body }: EventRequest): NonNullable<DeliveryEntry['request']> {
  return { method, headers, body: excerpt(body) };
}

function userIn(
  { description, resource }: Rulebook,
  request: string | null,
  body: Record<string, unknown> | null,
): string | null {
  if (!body || request === null) return null;
  const isShown = Object.hasOwn(description.resources, request);
  const name = isShown ? fieldOf(resource(request), 'user') : description.employee.user;
  const value = name === undefined ? undefined : body[name];
  return typeof value === 'string' ? value : null;
}

/** The parts of an entry that can be long; a delivery's body comes with its first attempt and is counted then. */
function weightOf(entry: Entry): number {
  const own = entry.kind === 'request' ? entry.body.text.length + entry.answer.text.length : 2_000;
  return 600 + own * 2;
}
