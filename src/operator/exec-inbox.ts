import type { InboxItem } from '../engine/ports.js';
import type { Line } from './exec-child.js';

const USER = 'user';

/**
 * The items of an inbox answer: `messages`, each with `from` and what else it shows; what the answer shows beside
 * them (the person's card) is repeated on each. Null: the answer has no such list.
 */
export function execInbox({ id: _id, ok: _ok, messages, ...card }: Line): InboxItem[] | null {
  if (!Array.isArray(messages) || !messages.every(isMessage)) return null;
  return messages.map(({ from, ...message }) => ({
    fromUser: from === USER,
    shown: { ...card, ...message },
  }));
}

function isMessage(value: unknown): value is Line & { from: string } {
  return typeof value === 'object' && value !== null && typeof (value as Line)['from'] === 'string';
}
