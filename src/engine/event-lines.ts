import type { AddressLog } from './address-log.js';
import type { BookedEvent } from './event-book.js';

/** Nothing is known of the cause of an event for somebody else: it may be later. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** So many events overtake: a single one may come just when its user does something else, and seem to be due to that. */
const OVERTAKING = 2;

/**
 * Tells whether events that have not come may still stand in line. Where a service sends the events of a contact point
 * one after the other, what comes first was caused first. All moments are wall clock, milliseconds.
 */
export class EventLines {
  /** When the case of a user began, by user. */
  private readonly begunAt = new Map<string, number>();
  /** When the latest event that has come for a user was caused, as far as that is known. */
  private readonly causedAt = new Map<string, number>();

  constructor(private readonly addressLog: Pick<AddressLog, 'isOfPointOf'>) {}

  /** A case of this user begins at this moment. */
  begins(user: string, moment: number): void {
    if (!this.begunAt.has(user)) this.begunAt.set(user, moment);
  }

  /** An event came that nothing but a request of this moment can have caused. */
  came(user: string, causedAt: number): void {
    this.causedAt.set(user, Math.max(causedAt, this.causedAt.get(user) ?? causedAt));
  }

  /**
   * When the line last moved in which an event for the user would stand that was caused at `moment`. Null: it did not, or
   * something has come that was caused later, so that whatever was caused then has been overtaken. There may be one line
   * for all events, or one for each contact point.
   * @param events that have come since `moment`
   */
  movedAt(moment: number, user: string, events: readonly BookedEvent[]): number | null {
    const isLater = (event: BookedEvent): boolean =>
      Math.max(this.begunAt.get(event.user) ?? UNKNOWN, this.causedAt.get(event.user) ?? 0) > moment;
    const own = events.filter((event) =>
      this.addressLog.isOfPointOf(event.delivery.address, event.user, user),
    );
    const isLine = (each: readonly BookedEvent[]): boolean =>
      each.length > 0 && each.filter(isLater).length < OVERTAKING;
    const line = [events, own].find(isLine) ?? [];
    return line.length === 0 ? null : Math.max(...line.map(({ delivery }) => delivery.at));
  }
}
