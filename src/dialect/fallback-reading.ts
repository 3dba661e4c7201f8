import { type Place, placesOf } from './places.js';

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
