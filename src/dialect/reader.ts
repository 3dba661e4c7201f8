import { fill } from '../description/samples.js';
import type { Description } from '../description/types.js';
import { hasMoreCommas, jsonDepth } from '../engine/judge/json-text.js';
import type { Delivery, ReadError, ReadEvent, Reader } from '../engine/ports.js';
import { at } from '../json.js';
import { heldAt, KEY, type Place, placePointer, placesOf, unwrapped } from './places.js';
import type { Dialect, ErrorDialect, ErrorPlaces, EventDialect } from './types.js';

type Incoming = Parameters<Reader['events']>[0];

/** What the payloads kept in memory may take together, in bytes. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** What a parsed value takes besides its text, which takes twice its length. */
const VALUE_BYTES = 60;

/**
 * Reads errors and events as a dialect says. A delivery is read once, however many ask; if they are too many and too
 * large to keep, those for other users lose their payloads, and the run's own are read again.
 * @param isOwn tells the ids of the run's own users: if the dialect's places hold no name or none of them, they are
 * sought elsewhere; without it only the places count
 */
export function createReader(
  dialect: Dialect,
  descriptions: readonly Description[],
  isOwn: ((user: string) => boolean) | null = null,
): Reader {
  const names = eventNames(descriptions);
  const codes = new Set(
    descriptions.flatMap(({ errors }) => Object.values(errors).map(({ code }) => String(code))),
  );
  const read = new WeakMap<object, ReadEvent[]>();
  const errors = new WeakMap<object, ReadError>();
  let kept = 0;
  const readAt = (body: unknown): ReadError =>
    readError(body, placesIn(body, dialect.error ?? { code: null, message: null }, codes));
  return {
    error: (body) => {
      if (typeof body !== 'object' || body === null) return readAt(body);
      // Several judges ask about one body.
      const known = errors.get(body) ?? readAt(body);
      errors.set(body, known);
      return known;
    },
    events: (delivery) => {
      const known = read.get(delivery);
      if (known) return known;
      const events = readDelivery(delivery, dialect.event, { names, isOwn });
      const cost = costOf(delivery.body, KEPT_BYTES - kept);
      const fits = cost !== null;
      if (fits) kept += cost;
      const others = isOwn !== null && events.every(({ user }) => user !== null && !isOwn(user));
      const keepable = fits ? events : others ? withoutPayloads(events) : null;
      if (keepable) read.set(delivery, keepable);
      return keepable ?? events;
    },
    body: (operation, values) =>
      Object.hasOwn(dialect.bodies, operation) ? fill(dialect.bodies[operation], values) : undefined,
    knows: (operation) => Object.hasOwn(dialect.bodies, operation),
    readsEvents: dialect.event !== null,
    namesUsers: dialect.event === null || dialect.event.user !== null,
    clearing: () => dialect.clearWebhook,
  };
}

/** What a read delivery takes in memory, bytes; null if it is more than `most`: a long body is not even looked at then. */
function costOf(body: Uint8Array, most: number): number | null {
  const text = 2 * body.length;
  if (text > most) return null;
  let commas = 0;
  for (const byte of body) if (byte === COMMA) commas += 1;
  const cost = text + VALUE_BYTES * commas;
  return cost > most ? null : cost;
}

const COMMA = 0x2c;

/**
 * Where this error has code and message: at the first places that hold both, with a code of the table. In a list, the
 * element that holds them may come after others.
 */
function placesIn(body: unknown, usual: ErrorDialect, codes: ReadonlySet<string>): ErrorDialect {
  const { code, message, others = [] } = usual;
  if (code === null || message === null) return usual;
  const holdsBoth = (places: ErrorPlaces): boolean =>
    codes.has(asCode(heldAt(body, places.code)) ?? '') && asText(at(body, places.message)) !== null;
  const known = [{ code, message }, ...others];
  return (
    known.find(holdsBoth) ?? known.flatMap((places) => inEachElement(body, places)).find(holdsBoth) ?? usual
  );
}

/** The same places in each element of the innermost list that they lead through; none if they lead through no list. */
function inEachElement(body: unknown, { code, message }: ErrorPlaces): ErrorPlaces[] {
  const [, element, list] = INNERMOST_ELEMENT.exec(placePointer(code)) ?? [];
  const elements = list === undefined ? undefined : at(body, list);
  if (element === undefined || !Array.isArray(elements)) return [];
  const moved = (place: string, index: number): string =>
    placePointer(place).startsWith(`${element}/`) ? place.replace(element, () => `${list}/${index}`) : place;
  return elements
    .slice(0, MOST_ELEMENTS)
    .map((_, index) => ({ code: moved(code, index), message: moved(message, index) }));
}

/** A pointer up to its last number: the element, and its list. */
const INNERMOST_ELEMENT = /^((.*)\/\d+)\//;
/** A hostile body may have any number. */
const MOST_ELEMENTS = 50;

function readError(body: unknown, { code, message }: ErrorDialect): ReadError {
  const all = code === null || message === null ? placesOf(body).map(({ value }) => String(value)) : null;
  return {
    code: code === null ? null : asCode(heldAt(body, code)),
    message: message === null ? null : asText(at(body, message)),
    codeIn: code === null ? all : null,
    messageIn: message === null ? all : null,
    codeAt: code === null ? null : placePointer(code),
    messageAt: message,
  };
}

/** A code is a number or the same digits as a string. */
function asCode(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /^\d+$/.test(value) ? value : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readDelivery(
  delivery: Incoming,
  dialect: EventDialect | null,
  { names, isOwn }: { names: EventNames; isOwn: ((user: string) => boolean) | null },
): ReadEvent[] {
  if (delivery.method !== 'POST' || delivery.body.length === 0) return [];
  const body = parse(delivery.body);
  const payload = dialect?.wrapped == null ? body : unwrapped(body, dialect.wrapped);
  if (payload === undefined)
    return [{ name: null, user: null, payload: Buffer.from(delivery.body).toString('latin1') }];
  if (!dialect) return [{ name: null, user: null, payload }];
  const listed =
    dialect.list == null ? listIn(payload, dialect, names.listed) : (at(payload, dialect.list) ?? [payload]);
  const events = Array.isArray(listed) ? listed : [listed];
  const nameOf = (text: string): string | null => {
    const name = unqualified(text, dialect, names.listed);
    return names.listed.has(name) ? name : null;
  };
  const userOf = (text: string): string | null => {
    const user = withoutPrefix(text, dialect.userPrefix);
    return isOwn?.(user) ? user : null;
  };
  return events.map((event) => {
    const isInside = events.length === 1 && event !== payload;
    const name = eventName(event, delivery, dialect, names);
    const user = userAt(event, dialect) ?? userAt(payload, dialect);
    const found =
      isOwn &&
      soughtAnywhere(isInside ? [event, payload] : [event], { name, user }, { nameOf, userOf, isOwn });
    return { name, user, ...found, payload: event, ...(isInside && { whole: payload }) };
  });
}

/**
 * The events of a delivery where discovery saw no list: a deployment may use one only when several events are due. So
 * what does not look like an event may hold a list of those that do.
 */
function listIn(payload: unknown, dialect: EventDialect, names: ReadonlySet<string>): unknown[] {
  const isEvent = (event: unknown): boolean =>
    userAt(event, dialect) !== null ||
    namesAt(event, { headers: [] }, dialect.name, dialect, names).some((text) => names.has(text));
  if (typeof payload !== 'object' || payload === null || isEvent(payload)) return [payload];
  const lists = Array.isArray(payload) ? [payload] : Object.values(payload).filter(Array.isArray);
  return lists.find((list) => list.some(isEvent)) ?? [payload];
}

/** Events for other users: their ids suffice, and the first ones of a long list. */
function withoutPayloads(events: readonly ReadEvent[]): ReadEvent[] {
  return events.slice(0, MAX_OTHERS).map(({ name, user }) => ({
    name: name?.slice(0, MAX_TEXT) ?? null,
    user: user?.slice(0, MAX_TEXT) ?? null,
    payload: undefined,
  }));
}

const MAX_OTHERS = 64;
/** Longer than any name. */
const MAX_TEXT = 256;

function userAt(event: unknown, { user, userPrefix }: EventDialect): string | null {
  const value = user === null ? null : heldAt(event, user);
  return typeof value === 'string' || typeof value === 'number'
    ? withoutPrefix(String(value), userPrefix)
    : null;
}

/** Deeper payloads are not walked: no event needs it, and a walk might not end. */
const MAX_DEPTH = 200;
/** Values that take some twenty times the room of their text when parsed. */
const MAX_COMMAS = 10_000;

const DECODER = new TextDecoder('utf-8', { fatal: true });

function parse(body: Uint8Array): unknown {
  try {
    const text = DECODER.decode(body);
    if (hasMoreCommas(text, MAX_COMMAS)) return undefined;
    const value: unknown = JSON.parse(text);
    // A text is nested no deeper than it is long.
    return text.length > MAX_DEPTH && jsonDepth(text) > MAX_DEPTH ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Names of events, as the versions list them. */
interface EventNames {
  /** All that are shown. */
  listed: ReadonlySet<string>;
  /** Those of the event by which the places were found: what the routing sends. */
  sought: ReadonlySet<string>;
}

function eventNames(descriptions: readonly Description[]): EventNames {
  const shown = descriptions.flatMap(({ events }) =>
    Object.entries(events).filter(([, { unnamed }]) => !unnamed),
  );
  return {
    listed: new Set(shown.map(([name]) => name)),
    sought: new Set(shown.filter(([, { cause }]) => cause.kind === 'routing').map(([name]) => name)),
  };
}

/**
 * Name of an event; null: there is none. If several places held the sought name when they were found, all of them
 * hold it in each such event: one that holds something else belongs to another event, whatever the rest says, and a
 * listed name counts more than any other word. An empty place says nothing.
 */
function eventName(
  event: unknown,
  delivery: Pick<Delivery, 'headers'>,
  dialect: EventDialect,
  { listed, sought }: EventNames,
): string | null {
  const held = [dialect.name, ...(dialect.others ?? [])].map((place, index) => {
    const texts = namesAt(event, delivery, place, dialect, listed);
    if (!place.startsWith(KEY)) return texts;
    const names = texts.filter((key) => listed.has(key));
    return names.length > 0 || index > 0 ? names : texts;
  });
  const different = held.filter((texts) => !texts.some((text) => sought.has(text))).flat();
  return different.find((text) => listed.has(text)) ?? different[0] ?? held.flat()[0] ?? null;
}

function namesAt(
  event: unknown,
  delivery: Pick<Delivery, 'headers'>,
  place: string,
  dialect: EventDialect,
  listed: ReadonlySet<string>,
): string[] {
  return textsAt(event, delivery, place).map((text) => unqualified(text, dialect, listed));
}

/** A listed name without what qualifies it; any other text as it is. */
function unqualified(text: string, { qualified }: EventDialect, listed: ReadonlySet<string>): string {
  const name = qualified ? text.slice(text.search(LAST_WORD)) : text;
  return listed.has(name) ? name : text;
}

const LAST_WORD = /[^.:/#]*$/;

function withoutPrefix(text: string, prefix: string | null | undefined): string {
  return prefix != null && text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function textsAt(event: unknown, { headers }: Pick<Delivery, 'headers'>, place: string): string[] {
  if (place.startsWith('header:')) {
    const wanted = place.slice('header:'.length).toLowerCase();
    return headers.flatMap(([header, value]) => (header.toLowerCase() === wanted ? [value] : []));
  }
  if (place.startsWith(KEY)) {
    const inner = at(event, placePointer(place));
    return typeof inner === 'object' && inner !== null ? Object.keys(inner) : [];
  }
  const value = at(event, place);
  return typeof value === 'string' ? [value] : [];
}

interface Named {
  name: string | null;
  user: string | null;
}

/**
 * Name and user of an event if the dialect's places hold none: payload shapes are not shown, and events of other
 * names may hold them elsewhere than the one that discovery saw. Only what has no rival is accepted: one of the
 * listed names, one id of the run's own users.
 */
function soughtAnywhere(
  payloads: readonly unknown[],
  { name, user }: Named,
  {
    nameOf,
    userOf,
    isOwn,
  }: Record<'nameOf' | 'userOf', (text: string) => string | null> & { isOwn: (user: string) => boolean },
): Named {
  const own = user !== null && isOwn(user);
  return {
    name: name ?? only(payloads, ({ value }) => nameOf(String(value))),
    user: own ? user : (only(payloads, ({ value }) => userOf(String(value))) ?? user),
  };
}

/** The one thing that places of the payloads mean; null: they mean none, or several. */
function only(payloads: readonly unknown[], meant: (place: Place) => string | null): string | null {
  const found = new Set(
    payloads.flatMap((payload) => placesOf(payload).map(meant)).filter((text) => text !== null),
  );
  const [first = null] = found;
  return found.size === 1 ? first : null;
}
