import type { BookedEvent } from '../event-book.js';
import type { Scope } from '../scope.js';

/** Events that came for a user, and how many of them something was to cause at most. */
interface Came {
  version: string;
  event: string;
  came: readonly BookedEvent[];
  most: number;
}

/** Whether more came than were caused, the copies that this deployment makes of each, and deliveries of one repeated, aside. */
export function comesTooOften(scope: Scope, { version, event, came, most }: Came): boolean {
  if (came.length <= most * scope.mostCopiesOf(version, event)) return false;
  const { length } = scope.book(version).withoutRepeats(came);
  return length > most * scope.mostCopiesOf(version, event, 'distinct');
}
