import type { BookedEvent } from '../event-book.js';
import type { RunState } from '../run-state.js';

/** Events that came for a user, and how many of them something was to cause at most. */
interface Came {
  version: string;
  event: string;
  came: readonly BookedEvent[];
  most: number;
}

/** Whether more came than were caused, the copies that this deployment makes of each, and deliveries of one repeated, aside. */
export function comesTooOften(runState: RunState, { version, event, came, most }: Came): boolean {
  if (came.length <= most * runState.mostCopiesOf(version, event)) return false;
  const { length } = runState.book(version).withoutRepeats(came);
  return length > most * runState.mostCopiesOf(version, event, 'distinct');
}
