import type { InboxItem } from '../engine/ports.js';
import type { Line } from './exec-child.js';

const USER = 'user';

export interface ExecInbox {
  items: InboxItem[];
  /** What the program says that it cannot show or tell apart. */
  lacks: string[];
}

/**
 * The items of an inbox answer: `messages`, each with `from` and what else it shows; what the answer shows beside
 * them (the person's card) is repeated on each. `lacks` is an optional list of names. Null: the answer has no such
 * lists.
 */
export function execInbox({ id: _id, ok: _ok, messages, lacks = [], ...card }: Line): ExecInbox | null {
  if (!Array.isArray(messages) || !messages.every(isMessage)) return null;
  if (!Array.isArray(lacks) || !lacks.every((name) => typeof name === 'string')) return null;
  const items = messages.map(({ from, ...message }) => ({
    fromUser: from === USER,
    shown: { ...card, ...message },
  }));
  return { items, lacks };
}

function isMessage(value: unknown): value is Line & { from: string } {
  return typeof value === 'object' && value !== null && typeof (value as Line)['from'] === 'string';
}
