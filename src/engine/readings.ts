import { isDeepStrictEqual } from 'node:util';
import { cutTextCounted } from '../terminal-text.js';
import type { Reading } from './evidence.js';
import type { InboxItem } from './ports.js';

/** Of longer texts, the beginning is kept. */
const LONGEST = 2_000;
/** The latest ones: an inbox also holds earlier conversations. */
const MOST_ITEMS = 200;

interface Look extends Omit<Reading, 'id' | 'until' | 'times' | 'items'> {
  items: readonly InboxItem[];
}

/**
 * What employees were seen to see in a run. An inbox is read until it shows what is due; a look that shows nothing new is
 * only counted.
 */
export class Readings {
  readonly all: Reading[] = [];
  private readonly last = new Map<string, Reading>();

  /** Records a look and returns the id of the reading that it is part of. */
  note({ items, ...where }: Look): number {
    const kept = items.slice(firstKept(items));
    const look = { ...where, items: kept.map(({ fromUser, shown }) => ({ fromUser, shown: brief(shown) })) };
    const place = JSON.stringify([look.caseId, look.user, look.destination]);
    const before = this.last.get(place);
    if (before && isDeepStrictEqual(before.items, look.items)) {
      before.until = look.at;
      before.times += 1;
      return before.id;
    }
    const reading = { ...look, id: this.all.length, until: look.at, times: 1 };
    this.all.push(reading);
    this.last.set(place, reading);
    return reading.id;
  }
}

/** Index of the first item that is kept. */
export function firstKept(items: readonly InboxItem[]): number {
  return Math.max(0, items.length - MOST_ITEMS);
}

function brief(shown: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(shown);
  if (!entries.some(([, value]) => typeof value === 'string' && value.length > LONGEST)) return shown;
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'string' ? cutTextCounted(value, LONGEST) : value,
    ]),
  );
}
