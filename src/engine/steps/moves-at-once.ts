import type { Deed } from '../../cases/concurrency/history.js';
import { overlapping } from '../../cases/concurrency/orders.js';
import type { HistoryRecord } from '../../record/types.js';

/**
 * The history of a user as people look at it: which moves were under way at once, what went before and after them, and
 * why each order is impossible. Moments are wall clock here. Null: all moves were begun one after the other.
 */
export function historyOf(
  { user, deeds }: { user: string; deeds: readonly Deed[] },
  reasons: readonly { order: readonly Deed[]; why: string }[],
): HistoryRecord | null {
  const together = begunTogether(deeds);
  const [first] = together;
  if (!first) return null;
  const names = (of: readonly Deed[]): string[] => of.map(({ name }) => name);
  return {
    user,
    before: names(deeds.filter(({ turn }) => turn < first.turn)),
    after: names(deeds.filter(({ turn }) => turn > first.turn)),
    together: together.map(({ name, kind, from, to, refused }) => ({
      name,
      by: kind === 'close' || kind === 'reply' ? 'employee' : 'gateway',
      fromMs: from,
      toMs: to,
      ...(refused && { refused: true as const }),
    })),
    orders: reasons.map(({ order, why }) => ({
      order: names(order.filter((deed) => together.includes(deed))),
      why,
    })),
  };
}

/** Deeds of one turn: that in which some overlapped, else the first of which there are several. */
export function begunTogether(deeds: readonly Deed[]): Deed[] {
  const [first] = overlapping(deeds);
  const turn = first?.turn ?? deeds.find((deed, at) => deeds[at + 1]?.turn === deed.turn)?.turn;
  return deeds.filter((deed) => deed.turn === turn);
}
