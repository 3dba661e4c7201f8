import type { Description } from '../description/types.js';
import { DistinctEvents, EventMoments, MOST_EVENTS } from './event-identity.js';

import { holdsNonce, isUserOfAnotherRun, MessageIds } from './ids.js';
import { textsAndNamesIn, textsInLists } from './judge/payload.js';
import type { Delivery, Mailbox, ReadEvent, Reader } from './ports.js';

/** An event of the run. Its payload belongs to the reader, which may keep it or read it again. */
export interface BookedEvent {
  name: string | null;
  user: string;
  delivery: Delivery;
  /** Its position in its delivery, from 0. */
  index: number;
}

/** An event that names no user: what it contains, and the users for whom it is booked because it names messages of theirs. */
interface AnonymousEvent {
  booked: Omit<BookedEvent, 'user'>;
  texts: readonly string[];
  users: Set<string>;
}

/** More than any run causes: each costs some memory, and one delivery may bring thousands. */
const MAX_BOOKED = 80_000;
/** Events that name no user, and may name messages that are not known yet; and all their texts. */
const MAX_AWAITING = 30_000;
const MAX_AWAITED_TEXTS = 500_000;
/** An event may name all messages of a second; one that has more texts, or longer ones, does not just name messages. */
const MAX_TEXTS = 5_000;
const LONGEST_ID = 200;
/** More than any run has users: beyond this many of another run, each counts as a new one. */
const MAX_OTHER_USERS = 20_000;
/** So many times as many events may show what the former ones did not. */
const MANY_MORE = 1.2;
/** Events for ids that the run never gave: one of the latest may be the one that a case misses. */
const MAX_FOREIGN = 500;

/**
 * All events of the run that have come, by user. Each delivery is read once, when somebody first asks after its arrival.
 * Of events for other people's users, only what matters to the run is kept. A delivery that names no user and may be an
 * event taints absences, unless `userAt` knows the only user for whom anything was done when it came. An event whose name
 * is not shown also belongs to whoever's message it names; it may come before the response that gives the message's id.
 */
export class EventBook {
  /** Events of the run that did not fit. */
  lost = 0;
  private readonly byUser = new Map<string, BookedEvent[]>();
  private readonly names = new Set<string>();
  private readonly otherRunUsers = new Set<string>();
  private otherRunUserAt: number | null = null;
  /** When a delivery last came that names no user and may be this event, wall clock; '' stands for any event. */
  private readonly taints = new Map<string, number>();
  /** When an event with an empty user last came, by event name, wall clock. */
  private readonly empty = new Map<string, number>();
  private readonly isOfOtherRun: (user: string) => boolean;
  private readonly foreignEvents: BookedEvent[] = [];
  /** Events without a documented name that name no user. */
  private readonly anonymous: AnonymousEvent[] = [];
  /** The same by what they contain, and by the label of their address. */
  private readonly awaiting = new Map<string, AnonymousEvent[]>();
  private awaitedTexts = 0;
  private newsRead = 0;
  /** Events whose name is not shown, as the description calls them. */
  private readonly unnamed: readonly string[];
  private readonly isOfRun: (user: string) => boolean;
  /** By event name: those that came, and what the first `seen` of them have shown. */
  private readonly named = new Map<
    string | null,
    { events: BookedEvent[]; seen: number; distinct: DistinctEvents }
  >();
  /** How events name their moments, as seen when so many had come. */
  private moments: { among: number; found: EventMoments } | null = null;
  private booked = 0;
  private next = 0;
  private lastId = -1;

  constructor(
    private readonly mailbox: Mailbox,
    private readonly reader: Reader,
    private readonly description: Description,
    /** Part of every user id of the run. */
    nonce: string,
    private readonly userAt: (moment: number) => string | null = () => null,
    private readonly ids: MessageIds = new MessageIds(),
    /** Whether an event concerns a conversation of the user that cases do not look at. */
    private readonly isAside: (user: string, delivery: Delivery) => boolean = () => false,
  ) {
    this.isOfOtherRun = isUserOfAnotherRun(nonce);
    this.unnamed = Object.keys(description.events).filter((name) => description.events[name]?.unnamed);
    this.isOfRun = holdsNonce(nonce);
  }

  /** Events of a user of the run, oldest first. */
  of(user: string): readonly BookedEvent[] {
    this.readAll();
    return this.byUser.get(user) ?? [];
  }

  /** When an event last came for the user, wall clock; null: none did. */
  lastCameAt(user: string): number | null {
    return this.of(user).at(-1)?.delivery.at ?? null;
  }

  /** Events of all users of the run that came since this moment (wall clock), in no particular order of users. */
  since(moment: number): readonly BookedEvent[] {
    return this.all().filter(({ delivery }) => delivery.at >= moment);
  }

  /** Events of all users of the run, in no particular order of users. */
  all(): readonly BookedEvent[] {
    this.readAll();
    return [...this.byUser.values()].flat();
  }

  /**
   * Events that name nothing but a message that was sent to a contact point which their address does not belong to. Known for
   * sure when nothing is sent any more: until then the contact point of the address may give the same id.
   */
  strays(): readonly BookedEvent[] {
    this.readAll();
    return this.anonymous.flatMap(({ booked, texts, users }) =>
      users.size > 0 || !this.ids.knowsAllAt(booked.delivery.address)
        ? []
        : [...this.ids.anyUsersOf(texts)].map((user) => ({ ...booked, user })),
    );
  }

  /** The latest events with a documented name for ids that contain nothing of a run, oldest first. */
  foreign(): readonly BookedEvent[] {
    this.readAll();
    return this.foreignEvents;
  }

  /** How many events of the run's users have come: what is said about them holds until this changes. */
  get size(): number {
    this.readAll();
    return this.booked;
  }

  /** Whether an event of this name has come for anybody. */
  knows(event: string): boolean {
    this.readAll();
    return this.names.has(event);
  }

  /** Users of other runs whose events came here, counted up to a limit. */
  otherRunUserCount(): number {
    this.readAll();
    return this.otherRunUsers.size;
  }

  /** When an event last came for a user of another run whose first event it was, wall clock, ms; null: none did. */
  newOtherRunUserAt(): number | null {
    this.readAll();
    return this.otherRunUserAt;
  }

  /** Whether a delivery since `from` (wall clock, ms) names no user and may be this event; one with another name is not. */
  isTainted(from: number, event: string): boolean {
    this.readAll();
    return [event, ''].some((name) => (this.taints.get(name) ?? Number.NEGATIVE_INFINITY) >= from);
  }

  /**
   * Whether an event of this very name that names nobody has come since `from` (wall clock, ms). An empty id may be some
   * user's, but not if no event of that name ever names another.
   */
  hasComeWithoutUser(from: number, event: string): boolean {
    this.readAll();
    const never = Number.NEGATIVE_INFINITY;
    const emptyAt = this.names.has(event) ? never : (this.empty.get(event) ?? never);
    return Math.max(this.taints.get(event) ?? never, emptyAt) >= from;
  }

  /** Whether an event of this name has come since `from` (wall clock, ms) whose id of a user is empty. */
  hasComeForEmptyUser(from: number, event: string): boolean {
    this.readAll();
    return (this.empty.get(event) ?? Number.NEGATIVE_INFINITY) >= from;
  }

  /**
   * The events without those that repeat another byte for byte, or in all but what each posting has of its own: how a
   * service repeats a delivery that it thinks has failed is not shown. If events of this name carry nothing that tells one
   * from the next, such as an id or a moment, all of them count.
   */
  withoutRepeats(events: readonly BookedEvent[]): readonly BookedEvent[] {
    const [first] = events;
    if (!first) return events;
    const differing = this.tellsApart(first.name)
      ? [...new Map(events.map((event) => [this.textOf(event), event])).values()]
      : events;
    if (differing.length < 2 || !this.isListed(first.name)) return differing;
    const moments = this.eventMoments();
    const known = new Set<string>();
    return differing.filter((event) => {
      const key = moments.keyOf({ user: event.user, payload: this.read(event)[0]?.payload });
      if (key === null) return true;
      const isNew = !known.has(`${event.user} ${key}`);
      known.add(`${event.user} ${key}`);
      return isNew;
    });
  }

  /** Whether the same event, or one of the same moment, came to the same address before: it repeats that one. */
  isRepeat(event: BookedEvent): boolean {
    const momentOf = (of: BookedEvent): string | null =>
      this.eventMoments().momentOf({ user: of.user, payload: this.read(of)[0]?.payload });
    const [text, moment] = [this.textOf(event), momentOf(event)];
    return this.of(event.user).some(
      (other) =>
        other.name === event.name &&
        other.delivery.address === event.delivery.address &&
        other.delivery.id < event.delivery.id &&
        (this.textOf(other) === text || (moment !== null && momentOf(other) === moment)),
    );
  }

  /**
   * How events name their moments: looked at again once there are a good many more of them. Only by those with a
   * documented name: several others may be sent at once.
   */
  private eventMoments(): EventMoments {
    const among = this.size;
    if (this.moments && among < this.moments.among * MANY_MORE) return this.moments.found;
    const events = this.all()
      .filter(({ name }) => this.isListed(name))
      .slice(0, MOST_EVENTS)
      .map((event) => ({ user: event.user, payload: this.read(event)[0]?.payload }));
    const isMessageOf = (user: string, text: string | number): boolean => this.ids.isOf(user, String(text));
    this.moments = { among, found: new EventMoments(events, isMessageOf) };
    return this.moments.found;
  }

  /** Whether events of this name carry something that tells one from the next. */
  private tellsApart(name: string | null): boolean {
    this.readAll();
    const named = this.named.get(name);
    if (!named) return false;
    for (; named.seen < named.events.length && named.distinct.mayTellApart; named.seen += 1) {
      const event = named.events[named.seen] as BookedEvent;
      named.distinct.add(event.user, this.textOf(event));
    }
    return named.distinct.tellApart;
  }

  private textOf(event: BookedEvent): string {
    return JSON.stringify(this.read(event)) ?? '';
  }

  /** An event of a delivery as it was read. */
  read({ delivery, index }: Pick<BookedEvent, 'delivery' | 'index'>): ReadEvent[] {
    return this.reader.events(delivery).slice(index, index + 1);
  }

  /**
   * Events of the user that `accept` takes, as soon as there are enough of them; fewer if `timeoutMs` passed or `signal`
   * aborted.
   */
  async wait(
    user: string,
    accept: (event: BookedEvent) => boolean,
    enough: number | ((found: readonly BookedEvent[]) => boolean),
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<readonly BookedEvent[]> {
    const isEnough =
      typeof enough === 'number'
        ? (found: readonly BookedEvent[]): boolean => found.length >= enough
        : enough;
    const found = (): BookedEvent[] => this.of(user).filter(accept);
    if (!isEnough(found())) {
      const seen = this.lastId;
      let known = this.knownOf(user);
      // Hundreds wait at once, and nearly every delivery belongs to another.
      const isNews = (): boolean => {
        const before = known;
        known = this.knownOf(user);
        return known !== before;
      };
      await this.mailbox.waitFor(() => isNews() && isEnough(found()), timeoutMs, signal, seen);
    }
    return found();
  }

  /** How many events have come for these users together. */
  count(users: readonly string[]): number {
    return users.reduce((sum, user) => sum + this.of(user).length, 0);
  }

  /**
   * Events of these users that `accept` takes, as soon as there are more than `than`; those that there are if `timeoutMs`
   * passed or `signal` aborted.
   */
  async waitForMore(
    users: readonly string[],
    than: number,
    timeoutMs: number,
    signal: AbortSignal,
    accept: (event: BookedEvent) => boolean = () => true,
  ): Promise<readonly BookedEvent[]> {
    const found = (): BookedEvent[] => users.flatMap((user) => this.of(user).filter(accept));
    if (found().length <= than) {
      const seen = this.lastId;
      const known = this.count(users);
      // Nearly every delivery belongs to another.
      const isEnough = (): boolean => this.count(users) > known && found().length > than;
      await this.mailbox.waitFor(isEnough, timeoutMs, signal, seen);
    }
    return found();
  }

  /** Grows with each event of the user, and with each of their messages that becomes known by its id. */
  private knownOf(user: string): number {
    return this.of(user).length + this.ids.countOf(user);
  }

  private readAll(): void {
    this.attribute();
    for (; this.next < this.mailbox.deliveries.length; this.next += 1) {
      const delivery = this.mailbox.deliveries[this.next] as Delivery;
      this.lastId = delivery.id;
      // A request that broke off is no event, and may be repeated as a whole.
      if (delivery.cut) continue;
      for (const [at, event] of this.reader.events(delivery).entries()) this.file(event, delivery, at);
    }
  }

  private file(event: ReadEvent, delivery: Delivery, index: number): void {
    const { name } = event;
    const own = event.user !== null && this.isOfRun(event.user) ? event.user : null;
    if (!this.isListed(name) && this.fileByMessage(event, { name, delivery, index }, own)) return;
    const user = event.user ?? this.ownerOf(event, delivery);
    if (user === null) return;
    if (user === '' && name !== null) {
      this.empty.set(name, delivery.at);
      return;
    }
    if (name !== null && Object.hasOwn(this.description.events, name)) this.names.add(name);
    if (this.isOfRun(user)) this.book({ name, user, delivery, index });
    else if (this.isOfOtherRun(user)) this.noteOtherRun(user, delivery);
    else if (this.isListed(name)) this.noteForeign({ name, user, delivery, index });
  }

  private noteOtherRun(user: string, { at }: Delivery): void {
    if (this.otherRunUsers.has(user)) return;
    this.otherRunUserAt = at;
    if (this.otherRunUsers.size < MAX_OTHER_USERS) this.otherRunUsers.add(user);
  }

  private noteForeign(event: BookedEvent): void {
    this.foreignEvents.push(event);
    if (this.foreignEvents.length > MAX_FOREIGN) this.foreignEvents.shift();
  }

  /**
   * Books an event for each user whose message it names, now or as soon as that is known; whether it names any by now.
   * @param own whom the event names: it may list messages of others as well
   */
  private fileByMessage(event: ReadEvent, booked: Omit<BookedEvent, 'user'>, own: string | null): boolean {
    if (typeof event.payload !== 'object') return false;
    const named = (own === null ? textsAndNamesIn : textsInLists)(event.whole ?? event.payload);
    const texts = [...named].filter((text) => text.length <= LONGEST_ID);
    if (texts.length === 0) return false;
    const anonymous: AnonymousEvent = { booked, texts, users: new Set() };
    if (own !== null) {
      anonymous.users.add(own);
      this.book({ ...booked, user: own });
    }
    this.bookByMessage(anonymous);
    const awaited = this.awaitedTexts + texts.length;
    if (this.anonymous.length < MAX_AWAITING && texts.length <= MAX_TEXTS && awaited <= MAX_AWAITED_TEXTS) {
      this.awaitedTexts = awaited;
      this.anonymous.push(anonymous);
      for (const text of [...texts, booked.delivery.address]) {
        const others = this.awaiting.get(text);
        if (others) others.push(anonymous);
        else this.awaiting.set(text, [anonymous]);
      }
    }
    return anonymous.users.size > 0;
  }

  private bookByMessage({ booked, texts, users }: AnonymousEvent): void {
    for (const user of this.ids.usersOf(texts, booked.delivery.address)) {
      if (users.has(user)) continue;
      users.add(user);
      this.book({ ...booked, user });
    }
  }

  /** Looks again at events that name no user, as soon as more is known of what they contain. */
  private attribute(): void {
    const { news } = this.ids;
    for (; this.newsRead < news.length; this.newsRead += 1)
      for (const event of this.awaiting.get(news[this.newsRead] as string) ?? []) this.bookByMessage(event);
  }

  /** Whether the description gives it this name; an event whose name is not shown may have any undocumented one. */
  isCalled({ name }: Pick<BookedEvent, 'name'>, event: string): boolean {
    return this.description.events[event]?.unnamed ? !this.isListed(name) : name === event;
  }

  /** Whether an event has a name that is shown. */
  private isListed(name: string | null): boolean {
    const { events } = this.description;
    return name !== null && Object.hasOwn(events, name) && !events[name]?.unnamed;
  }

  /** The user of an event that names none; null: unknown, and it taints the absence of whatever event it may be. */
  private ownerOf(event: ReadEvent, { at }: Delivery): string | null {
    const names = this.possibleNames(event);
    const owner = names.length > 0 ? this.userAt(at) : null;
    if (owner === null) for (const name of names) this.taints.set(name, at);
    return owner;
  }

  private book(event: BookedEvent): void {
    if (this.isAside(event.user, event.delivery)) return;
    if (this.booked >= MAX_BOOKED) {
      this.lost += 1;
      return;
    }
    this.booked += 1;
    const named = this.named.get(event.name) ?? { events: [], seen: 0, distinct: new DistinctEvents() };
    this.named.set(event.name, named);
    named.events.push(event);
    if (!this.isListed(event.name)) for (const unnamed of this.unnamed) this.names.add(unnamed);
    const own = this.byUser.get(event.user);
    if (!own) {
      this.byUser.set(event.user, [event]);
      return;
    }
    // One booked late may have come before others.
    const later = own.findLastIndex(({ delivery }) => delivery.id <= event.delivery.id) + 1;
    own.splice(later, 0, event);
  }

  /**
   * Which events a delivery without a user may be; '': any, because it has no name. None: a probe or ping, which names
   * none of the events. Anything that does, or is not JSON, may be one.
   */
  private possibleNames({ name, payload }: ReadEvent): string[] {
    const text = typeof payload === 'string' ? payload : (JSON.stringify(payload) ?? '');
    const held = Object.keys(this.description.events).filter(
      (event) => event === name || text.includes(event),
    );
    if (name !== null) return held.length > 0 ? held : [name];
    return (typeof payload === 'string' ? text.length > 0 : held.length > 0) ? [''] : [];
  }
}
