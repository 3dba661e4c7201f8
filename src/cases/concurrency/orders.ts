import type { Deed } from './history.js';

/** Moments are measured to the millisecond. */
const EXACT_MS = 1;
/** So many orders tell enough: each further one only makes it easier to explain what came. */
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
      .filter((one) => !left.some((other) => precedes(other, one)))
      .every((next) =>
        extend(
          [...done, next],
          left.filter((one) => one !== next),
        ),
      );
  };
  return extend([], deeds) ? orders : null;
}

/** Deeds that were under way together with another one. */
export function overlapping(deeds: readonly Deed[]): Deed[] {
  return deeds.filter((one) =>
    deeds.some((other) => other !== one && !precedes(one, other) && !precedes(other, one)),
  );
}

function precedes(one: Deed, other: Deed): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.to + EXACT_MS < other.from);
}
