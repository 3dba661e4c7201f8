import { cutTextCounted } from '../../terminal-text.js';
import type { CaseContext } from '../case-context.js';
import type { InboxItem } from '../ports.js';

/** Of longer texts the beginning is kept. */
const LONGEST = 2_000;
/** The latest ones; an inbox holds the conversations before as well. */
const MOST_ITEMS = 200;

/** Takes note of what employees saw; gives the reading's id. Consecutive looks that show the same count as one. */
export function noteReading(
  { runState, testCase, readings }: CaseContext,
  { user, destination, items }: { user: string; destination: string; items: readonly InboxItem[] },
): number {
  const id = runState.readings.note({
    caseId: testCase.id,
    version: testCase.version,
    user,
    destination,
    items: items.slice(firstKept(items)).map(({ fromUser, shown }) => ({ fromUser, shown: brief(shown) })),
    at: runState.ports.clock.now(),
  });
  readings.push(id);
  return id;
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
