import type { Place } from '../../record/types.js';
import type { BookedEvent } from '../event-book.js';

/** An event that came, or that none did; `pointer`: into its body. */
export function eventPlace(
  came: Pick<BookedEvent, 'delivery'> | undefined,
  about: string,
  pointer?: string,
): Place {
  if (!came) return { part: 'absent', about };
  return { part: 'event', event: came.delivery.id, about, ...(pointer !== undefined && { pointer }) };
}
