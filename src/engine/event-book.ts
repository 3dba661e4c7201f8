import type { Description } from '../description/types.js';
import { isUserOfAnotherRun } from './case-context.js';
import type { Delivery, Mailbox } from './ports.js';
import type { ReadEvent, Reader } from './world.js';

/** An event of the run. Its payload is the reader's to keep, or to read again. */
export interface BookedEvent {
  name: string | null;
  user: string;
  delivery: Delivery;
  /** Which of the events of its delivery it is, from 0. */
  at: number;
}

/** More than any run causes; each costs some memory, and one delivery may bring thousands. */
const MAX_BOOKED = 50_000;
/** More users of another run tell no more. */
const MAX_NEIGHBOURS = 100;

/**
 * All events of the run that came, by user. Each delivery is read once, when somebody first asks after its arrival.
 * Of events for users of others only what matters for the run is kept. A delivery that names no user and may be an event
 * taints absences, unless `userAt` knows for whom alone anything was done when it came.
 */
export class EventBook {
  /** Events of the run for which there was no room. */
  lost = 0;
  private readonly byUser = new Map<string, BookedEvent[]>();
  private readonly names = new Set<string>();
  private readonly neighbours = new Set<string>();
  /** When a delivery that names no user and may be this event came last, wall clock; '' stands for any event. */
  private readonly taints = new Map<string, number>();
  private readonly isNeighbour: (user: string) => boolean;
  private booked = 0;
  private next = 0;
  private lastId = -1;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly reader: Reader,
    private readonly description: Description,
    /** Part of every user id of the run. */
    private readonly nonce: string,
    private readonly userAt: (moment: number) => string | null = () => null,
  ) {
    this.isNeighbour = isUserOfAnotherRun(nonce);
  }

  /** Events of a user of the run, oldest first. */
  of(user: string): readonly BookedEvent[] {
    this.read();
    return this.byUser.get(user) ?? [];
  }

  /** Events of all users of the run, in no particular order of users. */
  all(): readonly BookedEvent[] {
    this.read();
    return [...this.byUser.values()].flat();
  }

  /** Whether an event of this name came for anybody. */
  knows(event: string): boolean {
    this.read();
    return this.names.has(event);
  }

  /** Users of other runs whose events came here, told apart up to a number that is many. */
  neighbourCount(): number {
    this.read();
    return this.neighbours.size;
  }

  /** Whether a delivery since `from` (wall clock, ms) names no user and may be this event; one with another name is not. */
  isTainted(from: number, event: string): boolean {
    this.read();
    return [event, ''].some((name) => (this.taints.get(name) ?? Number.NEGATIVE_INFINITY) >= from);
  }

  /**
   * Events of the user that `accept` takes, once there are `times` of them; fewer when `timeoutMs` passed or `signal` aborted.
   */
  async wait(
    user: string,
    accept: (event: BookedEvent) => boolean,
    times: number,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<readonly BookedEvent[]> {
    const found = (): BookedEvent[] => this.of(user).filter(accept);
    if (found().length < times) {
      const seen = this.lastId;
      await this.mailbox.waitFor(({ id }) => id > seen && found().length >= times, timeoutMs, signal);
    }
    return found();
  }

  private read(): void {
    for (; this.next < this.mailbox.deliveries.length; this.next += 1) {
      const delivery = this.mailbox.deliveries[this.next] as Delivery;
      this.lastId = delivery.id;
      for (const [at, event] of this.reader.events(delivery).entries()) this.file(event, delivery, at);
    }
  }

  private file(event: ReadEvent, delivery: Delivery, at: number): void {
    const { name } = event;
    const user = event.user ?? this.ownerOf(event, delivery);
    if (user === null) return;
    if (name !== null && Object.hasOwn(this.description.events, name)) this.names.add(name);
    if (user.toLowerCase().includes(this.nonce)) this.book({ name, user, delivery, at });
    else if (this.neighbours.size < MAX_NEIGHBOURS && this.isNeighbour(user)) this.neighbours.add(user);
  }

  /** For whom one without a user is; null: nobody knows, and it taints the absences of whatever it may be. */
  private ownerOf(event: ReadEvent, { at }: Delivery): string | null {
    const names = this.possibleNames(event);
    const owner = names.length > 0 ? this.userAt(at) : null;
    if (owner === null) for (const one of names) this.taints.set(one, at);
    return owner;
  }

  private book(event: BookedEvent): void {
    if (this.booked >= MAX_BOOKED) {
      this.lost += 1;
      return;
    }
    this.booked += 1;
    const own = this.byUser.get(event.user);
    if (own) own.push(event);
    else this.byUser.set(event.user, [event]);
  }

  /**
   * Which events one without a user may be; '': any, for it has no name. None: a probe or ping, which names none of the
   * events; anything that does, or that is no JSON, may be one.
   */
  private possibleNames({ name, payload }: ReadEvent): string[] {
    const text = typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? '');
    const held = Object.keys(this.description.events).filter((one) => one === name || text.includes(one));
    if (name !== null) return held.length > 0 ? held : [name];
    return (typeof payload === 'string' ? text.length > 0 : held.length > 0) ? [''] : [];
  }
}
