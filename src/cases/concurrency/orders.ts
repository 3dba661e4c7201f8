import type { Deed } from './history.js';

/** Moments are measured to the millisecond. */
const EXACT_MS = 1;
/** Orders to try at most: each further one only makes it easier to explain what came. */
const MOST_ORDERS = 5_000;

/**
 * Every order in which the deeds can have taken effect: one that had ended before another was begun comes before it.
 * Null: there are too many of them.
 */
export function ordersOf(deeds: readonly Deed[]): Deed[][] | null {
  const orders: Deed[][] = [];
  const extend = (done: readonly Deed[], left: readonly Deed[]): boolean => {
    if (left.length === 0) return orders.push([...done]) <= MOST_ORDERS;
    return left
      .filter((deed) => !left.some((other) => precedes(other, deed)))
      .every((next) =>
        extend(
          [...done, next],
          left.filter((deed) => deed !== next),
        ),
      );
  };
  return extend([], deeds) ? orders : null;
}

/** Deeds that were under way together with another one. */
export function overlapping(deeds: readonly Deed[]): Deed[] {
  return deeds.filter((deed) =>
    deeds.some((other) => other !== deed && !precedes(deed, other) && !precedes(other, deed)),
  );
}

function precedes(a: Deed, b: Deed): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.to + EXACT_MS < b.from);
}
