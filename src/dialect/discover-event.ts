import type { Delivery } from '../engine/ports.js';
import { pointer } from '../json.js';
import { jsonOf, KEY, type Path, type Place, placesOf, unwrapped, wrappedIn } from './places.js';
import type { EventDialect, Found } from './types.js';

/** A delivery whose event name and user are known. */
export interface Sighting {
  delivery: Delivery;
  name: string;
  user: string;
  /** What requests call the user: a place with a similar name is likelier to hold the user in every event. */
  userField: string;
}

/**
 * The places of name and user that all sightings share, or most of them. Where several do, the least deep wins, and for
 * the user one that is called as in requests: what is the sender in one event may be the receiver in another. Further
 * places of the name are kept, for the events to come to tell which of them it is.
 */
export function eventPlaces(sightings: readonly Sighting[]): Found<EventDialect> {
  const best = bestSupported(sightings.map(candidates));
  if (!best) return { value: null, evidence: lacking(sightings) };
  const ids = sightings.map(({ delivery }) => delivery.id).join(', ');
  return {
    value: best.dialect,
    evidence: `held in ${best.count} of ${sightings.length} deliveries (${ids}) that a new user's message caused`,
  };
}

/** The places of the name where no delivery names its user; null where most do not hold the name at one place. */
export function namePlace(deliveries: readonly Delivery[], name: string): Found<EventDialect> {
  const best = bestSupported(
    deliveries.map((delivery) =>
      nameReadings(delivery, name, [NOBODY]).map((dialect) => ({ ...dialect, user: null })),
    ),
  );
  if (!best || best.count <= deliveries.length / 2)
    return { value: null, evidence: 'no delivery holds the name' };
  return {
    value: best.dialect,
    evidence: `held in ${best.count} of ${deliveries.length} deliveries, none of which names the user`,
  };
}

/**
 * If nothing that came contains the event's name, in any spelling: events have other names then, or do not come. They
 * are read by the place of the user or, if that is not seen, by whatever id they contain. Null if something does
 * contain the name, so that it may be the event after all.
 */
export function withoutName(
  came: readonly Delivery[],
  sightings: readonly Sighting[],
  name: string,
): Found<EventDialect> {
  // What is not JSON is no event, whatever it says.
  if (came.some((delivery) => jsonOf(delivery.body) !== undefined && saysName(delivery, name)))
    return { value: null, evidence: 'what arrived holds the name in some form' };
  const best = bestSupported(
    sightings.map((sighting) => usersIn(sighting).map((user) => outside(NAMELESS, user))),
  );
  return {
    value: best?.dialect ?? { name: NAMELESS, user: NAMELESS },
    evidence: `none of ${came.length} deliveries holds the name`,
  };
}

/** The place of something that is nowhere: the whole event, which is no text. */
export const NAMELESS = '';

function saysName(delivery: Delivery, name: string): boolean {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  const said = [Buffer.from(delivery.body).toString('utf8'), ...delivery.headers.map(([, value]) => value)];
  return said.some((text) => letters(text).includes(letters(name)));
}

/** Whether a delivery contains the name and the user somewhere: it may be the event, wherever they are. */
export function maySight(sighting: Sighting): boolean {
  return candidates(sighting).length > 0;
}

/** Whether the user's id is somewhere in a delivery. */
export function holdsUser({ delivery, user }: Sighting): boolean {
  return (
    Buffer.from(delivery.body).includes(user) || delivery.headers.some(([, value]) => value.includes(user))
  );
}

/** All readings of a delivery that give the name and the user, best first. */
function candidates(sighting: Sighting): EventDialect[] {
  const plain = spelledReadings(sighting);
  if (plain.length > 0) return plain;
  // An envelope may carry the event as the text of a JSON value.
  const body = jsonOf(sighting.delivery.body);
  return wrappedIn(body).flatMap((path) => {
    const wrapped = pointer(...path);
    const inside = Buffer.from(JSON.stringify(unwrapped(body, wrapped)));
    const delivery = { ...sighting.delivery, body: inside };
    return spelledReadings({ ...sighting, delivery }).map((dialect) => ({ ...dialect, wrapped }));
  });
}

/** Readings by name and user as they are or, where one stands nowhere, by what ends with it as a word of its own. */
function spelledReadings(sighting: Sighting): EventDialect[] {
  const { delivery } = sighting;
  return spellingsOf(delivery, sighting.user).flatMap((user) => {
    const users = usersIn({ ...sighting, user: user.text });
    return nameReadings(delivery, sighting.name, users).map((dialect) => ({
      ...dialect,
      ...(user.prefix !== '' && { userPrefix: user.prefix }),
    }));
  });
}

function nameReadings(delivery: Delivery, name: string, users: readonly Place[]): EventDialect[] {
  return spellingsOf(delivery, name).flatMap(({ text, prefix }) =>
    readings(delivery, text, users).map((dialect) => ({
      ...dialect,
      ...(prefix !== '' && { qualified: true }),
    })),
  );
}

/**
 * A text as a delivery has it: as it is or, if that stands nowhere, behind each prefix in values, keys and headers, such
 * as `com.example.` in the types of CloudEvents.
 */
function spellingsOf(delivery: Delivery, text: string): { text: string; prefix: string }[] {
  const held = [
    ...placesOf(jsonOf(delivery.body)).map(({ value }) => String(value)),
    ...delivery.headers.map(([, value]) => value),
  ].filter((value) => value.endsWith(text));
  const prefixes = held.map((value) => value.slice(0, value.length - text.length));
  if (prefixes.includes('')) return [{ text, prefix: '' }];
  return [...new Set(prefixes)]
    .filter((prefix) => PREFIX.test(prefix))
    .map((prefix) => ({ text: `${prefix}${text}`, prefix }));
}

/** No more than a namespace: a sentence that ends with the text is none. */
const PREFIX = /^[\w.:/#-]{0,99}[.:/#]$/;

/** Places of the user in a request, likely ones first. */
function usersIn({ delivery, user, userField }: Sighting): Place[] {
  if (delivery.method !== 'POST') return [];
  const all = placesOf(jsonOf(delivery.body)).filter(({ value }) => value === user);
  const users = all.filter(({ isKey }) => !isKey);
  return likelyFirst(users.length > 0 ? users : all, userField);
}

/** Where no delivery names its user, any place will do. */
const NOBODY: Place = { path: [], value: '', isKey: false };

function readings(delivery: Delivery, name: string, users: readonly Place[]): EventDialect[] {
  const places = placesOf(jsonOf(delivery.body));
  const values = places.filter(({ value, isKey }) => !isKey && value === name);
  const keys = places.filter(({ value, isKey }) => isKey && value === name);
  const headers = delivery.headers
    .filter(([, value]) => value === name)
    .map(([header]) => header.toLowerCase());
  const elements = new Set(users.map(({ path }) => elementOf(path)));
  // A list that holds no user may be any list of names, and what is beside the user's list concerns all in it.
  const rank = ({ path }: Place): number => (elements.has(elementOf(path)) ? 0 : 1);
  const named = [...values, ...keys].toSorted((a, b) => rank(a) - rank(b));
  const isWords = named.every(isWordInList);
  return [
    ...named.flatMap((place) =>
      besideFirst(users, place).map((user) => reading(place, user, { name, isWords })),
    ),
    ...headers.flatMap((header) => users.map((user) => outside(`header:${header}`, user))),
  ];
}

/** Users in the same element of a list first: another element may be an event of its own. */
function besideFirst(users: readonly Place[], { path }: Place): readonly Place[] {
  const element = elementOf(path);
  if (element === '') return users;
  const rank = (user: Place): number => (elementOf(user.path) === element ? 0 : 1);
  return users.toSorted((a, b) => rank(a) - rank(b));
}

/** The element of the outermost list that a path leads into; '' without one. */
function elementOf(path: Path): string {
  return pointer(...path.slice(0, path.findIndex((segment) => typeof segment === 'number') + 1));
}

/** Among equals the order stays: less deep ones come first. */
function likelyFirst(users: readonly Place[], userField: string): Place[] {
  const [word = userField] = userField.toLowerCase().split('_');
  const names = ({ path }: Place): string[] => path.map((segment) => String(segment).toLowerCase());
  const rank = (place: Place): number =>
    names(place).includes(userField.toLowerCase())
      ? 0
      : names(place).some((name) => name.includes(word))
        ? 1
        : 2;
  return users.toSorted((a, b) => rank(a) - rank(b));
}

/** An element of a list that is a text, and so no event. */
function isWordInList({ path, isKey }: Place): boolean {
  return (
    !isKey && path.length > 0 && path.findIndex((segment) => typeof segment === 'number') === path.length - 1
  );
}

/** A list of events is one that contains both; the user may also be beside the list, once for all. */
function reading(
  place: Place,
  { path: user, isKey }: Place,
  { name, isWords }: { name: string; isWords: boolean },
): EventDialect {
  const index = place.path.findIndex((segment) => typeof segment === 'number');
  const prefix = place.path.slice(0, index);
  const inList = isPrefix(place.path.slice(0, index + 1), user);
  // Name and user as two elements of one array make a single event; if the name is but a word of a list, it lists no events.
  const list = isWords || (!inList && isPrefix(prefix, user)) ? -1 : index;
  const namePath = place.path.slice(list + 1);
  const userPath = inList ? user.slice(list + 1) : user;
  return {
    name: `${place.isKey ? KEY : ''}${pointer(...namePath)}`,
    user: `${isKey ? KEY : ''}${pointer(...(place.isKey ? behindKey(userPath, namePath, name) : userPath))}`,
    ...(list >= 0 && { list: pointer(...prefix) }),
  };
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.every((segment, at) => segment === path[at]);
}

/** Where the name is a key, other events have another key there. */
function behindKey(user: Path, container: Path, name: string): Path {
  const inside = user[container.length] === name && isPrefix(container, user);
  return inside ? [...container, '*', ...user.slice(container.length + 1)] : user;
}

/** The name is outside the body, or nowhere. */
function outside(name: string, { path, isKey }: Place): EventDialect {
  const list = path.findIndex((segment) => typeof segment === 'number');
  const user = `${isKey ? KEY : ''}${pointer(...path.slice(list + 1))}`;
  return list < 0 ? { name, user } : { name, user, list: pointer(...path.slice(0, list)) };
}

function lacking(sightings: readonly Sighting[]): string {
  if (sightings.length === 0) return 'nothing was delivered';
  const posted = sightings.filter(({ delivery }) => delivery.method === 'POST');
  if (posted.length === 0) return 'what arrived was not posted';
  if (posted.every(({ delivery }) => jsonOf(delivery.body) === undefined)) return 'what arrived is not JSON';
  return "what arrived does not hold both the name and the user's id";
}

/** More places of a name than any designed payload has; each is looked at in each event. */
const MAX_OTHERS = 8;

/**
 * The reading that most deliveries allow, the first of those, with the places of the name that they all have besides
 * it.
 */
function bestSupported(
  readingsOf: readonly EventDialect[][],
): { dialect: EventDialect; count: number } | null {
  const [best] = votes(readingsOf, (dialect) => JSON.stringify(dialect)).sort(
    (a, b) => b.by.size - a.by.size,
  );
  if (!best) return null;
  const { dialect, by } = best;
  const beside = readingsOf
    .filter((_, index) => by.has(index))
    .map((dialects) => dialects.filter(besides(dialect)));
  const others = votes(beside, ({ name }) => name)
    .filter((candidate) => candidate.by.size === by.size)
    .map((candidate) => candidate.dialect.name)
    .slice(0, MAX_OTHERS);
  return { dialect: { ...dialect, ...(others.length > 0 && { others }) }, count: by.size };
}

/** Readings with the same key, each with the deliveries that allow it. */
function votes(
  readingsOf: readonly EventDialect[][],
  key: (dialect: EventDialect) => string,
): { dialect: EventDialect; by: Set<number> }[] {
  const all = new Map<string, { dialect: EventDialect; by: Set<number> }>();
  for (const [index, dialects] of readingsOf.entries()) {
    for (const dialect of dialects) {
      const own = key(dialect);
      const vote = all.get(own) ?? { dialect, by: new Set() };
      all.set(own, vote);
      vote.by.add(index);
    }
  }
  return [...all.values()];
}

/** Whether a reading finds the name of the same event elsewhere. A header about a list names no single event in it. */
function besides({ name, list }: EventDialect): (other: EventDialect) => boolean {
  return (other) =>
    other.name !== name && other.list === list && (list === undefined || !other.name.startsWith('header:'));
}
