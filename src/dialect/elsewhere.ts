import { placesOf } from './places.js';

/**
 * Events of other names may hold their user elsewhere than the one that discovery saw: payload shapes are not shown. The
 * only text in `payloads` that is an id of the run's own users; null where there is none, or more than one.
 */
export function ownUserIn(payloads: readonly unknown[], isOwn: (text: string) => boolean): string | null {
  return only(payloads, ({ value, isKey }) => !isKey && typeof value === 'string' && isOwn(value));
}

/** The only name out of `names` that stands in `payloads`, as a value or as a key. */
export function nameIn(payloads: readonly unknown[], names: ReadonlySet<string>): string | null {
  return only(payloads, ({ value }) => typeof value === 'string' && names.has(value));
}

function only(
  payloads: readonly unknown[],
  fits: (place: ReturnType<typeof placesOf>[number]) => boolean,
): string | null {
  const found = new Set(
    payloads.flatMap((payload) => placesOf(payload).filter(fits)).map(({ value }) => value),
  );
  const [one] = found;
  return found.size === 1 ? String(one) : null;
}
