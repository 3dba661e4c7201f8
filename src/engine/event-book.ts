import type { Description } from '../description/types.js';
import type { Delivery, Mailbox } from './ports.js';
import type { ReadEvent, Reader } from './world.js';

/** An event of the run with the delivery that brought it. */
export interface BookedEvent extends ReadEvent {
  delivery: Delivery;
}

/**
 * All events that came, by user. Each delivery is read once, when somebody first asks after its arrival.
 * A delivery that names no user and may be an event stands under no user and taints absences, unless `userAt` knows for
 * whom alone anything was done when it came.
 */
export class EventBook {
  private readonly byUser = new Map<string, BookedEvent[]>();
  private readonly unread: BookedEvent[] = [];
  private next = 0;
  private lastId = -1;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly reader: Reader,
    private readonly description: Description,
    private readonly userAt: (moment: number) => string | null = () => null,
  ) {}

  /** Events of a user, oldest first. */
  of(user: string): readonly BookedEvent[] {
    this.read();
    return this.byUser.get(user) ?? [];
  }

  /** Deliveries since `from` (wall clock, ms) that name no user and may be this event; one with another name is not. */
  unattributed(from: number, event: string): readonly BookedEvent[] {
    this.read();
    const mayBe = ({ name, payload }: BookedEvent): boolean =>
      name === null || name === event || (JSON.stringify(payload) ?? '').includes(event);
    return this.unread.filter((one) => one.delivery.at >= from && mayBe(one));
  }

  /** All events of users, in no particular order of users. */
  all(): readonly BookedEvent[] {
    this.read();
    return [...this.byUser.values()].flat();
  }

  /**
   * Events of the user that `accept` takes, once there are `times` of them; fewer when `timeoutMs` passed or `signal` aborted.
   */
  async wait(
    user: string,
    accept: (event: BookedEvent) => boolean,
    times: number,
    timeoutMs: number,
    now: () => number,
    signal?: AbortSignal,
  ): Promise<readonly BookedEvent[]> {
    const deadline = now() + timeoutMs;
    for (;;) {
      const found = this.of(user).filter(accept);
      const left = deadline - now();
      if (found.length >= times || left <= 0 || signal?.aborted) return found;
      const seen = this.lastId;
      const came = await this.mailbox.waitFor(
        (delivery) => delivery.id > seen && this.concerns(delivery, user),
        left,
        signal,
      );
      if (came === null) return this.of(user).filter(accept);
    }
  }

  private concerns(delivery: Delivery, user: string): boolean {
    return this.reader.events(delivery).some((event) => this.userOf(event, delivery) === user);
  }

  private read(): void {
    for (; this.next < this.mailbox.deliveries.length; this.next += 1) {
      const delivery = this.mailbox.deliveries[this.next] as Delivery;
      this.lastId = delivery.id;
      for (const event of this.reader.events(delivery)) this.file({ ...event, delivery });
    }
  }

  private file(event: BookedEvent): void {
    const user = this.userOf(event, event.delivery);
    if (user === null) {
      if (this.mayBeEvent(event)) this.unread.push(event);
      return;
    }
    const own = this.byUser.get(user);
    if (own) own.push(event);
    else this.byUser.set(user, [event]);
  }

  private userOf(event: ReadEvent, { at }: Delivery): string | null {
    return event.user ?? (this.mayBeEvent(event) ? this.userAt(at) : null);
  }

  /** A probe or ping names none of the events; anything that does, or that is no JSON, may be one. */
  private mayBeEvent(event: ReadEvent): boolean {
    if (event.name !== null) return true;
    if (typeof event.payload === 'string') return event.payload.length > 0;
    const text = JSON.stringify(event.payload) ?? '';
    return Object.keys(this.description.events).some((name) => text.includes(name));
  }
}
