import type { Description } from '../description/types.js';
import type { Delivery } from '../engine/ports.js';
import { at } from '../json-pointer.js';
import { type Place, placesOf } from './places.js';
import type { EventDialect } from './types.js';

/** Names of events, as the versions list them. */
export interface EventNames {
  /** All that are shown. */
  listed: ReadonlySet<string>;
  /** Those of the event by which the places were found: what the routing sends. */
  sought: ReadonlySet<string>;
}

export function eventNames(descriptions: readonly Description[]): EventNames {
  const shown = descriptions.flatMap(({ events }) =>
    Object.entries(events).filter(([, { unnamed }]) => !unnamed),
  );
  return {
    listed: new Set(shown.map(([name]) => name)),
    sought: new Set(shown.filter(([, { cause }]) => cause.kind === 'routing').map(([name]) => name)),
  };
}

/**
 * Name of an event; null: none stands there. Where several places held the sought name when they were found, all of them
 * hold it in each such event: one that holds something else belongs to another event, whatever the rest says, and
 * a listed name weighs more than any other word. A place that holds nothing says nothing.
 */
export function eventName(
  event: unknown,
  delivery: Pick<Delivery, 'headers'>,
  { name, others = [] }: Pick<EventDialect, 'name' | 'others'>,
  { listed, sought }: EventNames,
): string | null {
  const held = [name, ...others].map((place, index) => {
    const texts = textsAt(event, delivery, place);
    if (!place.startsWith('key:')) return texts;
    const names = texts.filter((key) => listed.has(key));
    return names.length > 0 || index > 0 ? names : texts;
  });
  const different = held.filter((texts) => !texts.some((text) => sought.has(text))).flat();
  return different.find((text) => listed.has(text)) ?? different[0] ?? held.flat()[0] ?? null;
}

function textsAt(event: unknown, { headers }: Pick<Delivery, 'headers'>, place: string): string[] {
  if (place.startsWith('header:')) {
    const wanted = place.slice('header:'.length).toLowerCase();
    return headers.flatMap(([header, value]) => (header.toLowerCase() === wanted ? [value] : []));
  }
  if (place.startsWith('key:')) {
    const inner = at(event, place.slice('key:'.length));
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
 * Name and user of an event where the dialect's places hold none: payload shapes are not shown, and events of other names
 * may hold them elsewhere than the one that discovery saw. Taken is only what stands there without a rival: one of the
 * listed names, one id of the run's own users.
 */
export function elsewhere(
  payloads: readonly unknown[],
  { name, user }: Named,
  { names, isOwn }: { names: ReadonlySet<string>; isOwn: (text: string) => boolean },
): Named {
  const own = user !== null && isOwn(user);
  return {
    name: name ?? only(payloads, ({ value }) => names.has(String(value))),
    user: own ? user : (only(payloads, ({ value, isKey }) => !isKey && isOwn(String(value))) ?? user),
  };
}

function only(payloads: readonly unknown[], fits: (place: Place) => boolean): string | null {
  const found = new Set(
    payloads.flatMap((payload) => placesOf(payload).filter(fits)).map(({ value }) => value),
  );
  const [first] = found;
  return found.size === 1 ? String(first) : null;
}
