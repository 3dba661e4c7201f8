import { createHash } from 'node:crypto';

/** What an event of a user holds. */
interface UserEvent {
  user: string;
  payload: unknown;
}

/** What is known of one place in the payloads. */
interface Place {
  /** How many events have a text or a number there. */
  count: number;
  values: Set<string | number>;
  /** All of them are moments. */
  isMoment: boolean;
  /** How many name a message of the event's user. */
  messages: number;
  /** Events of a user after the first, and how many of them differ there from the one before. */
  pairs: number;
  differing: number;
}

/** An event with more texts and numbers is not looked at. */
const MOST_LEAVES = 60;
/** So many events tell how all of them are made. */
export const MOST_EVENTS = 4_000;
/** Fewer tell nothing. */
const LEAST_EVENTS = 20;
/** Two events of a user have different moments, but for a few that are repeats or came in the same millisecond. */
const DIFFERING = 0.9;
/** A counter may have the value of an id now and then. */
const BY_CHANCE = 0.1;
/** What counts postings, or names each of them, is never the same twice. */
const UNIQUE = 0.99;

/**
 * Recognizes repeated postings of one event by the moment that its payload names, to the millisecond: they may have a
 * number or an identifier of their own, and are the same in all else (section 6: how often an event is posted is not
 * shown). Nothing is recognized where payloads name no moment, or one that several events of a user share. Events that name
 * different messages of their user are different ones, of whatever moment.
 */
export class EventMoments {
  private readonly moments: ReadonlySet<string>;
  private readonly unique: ReadonlySet<string>;
  private readonly messages: ReadonlySet<string>;

  /**
   * @param events of all names, `MOST_EVENTS` at most; those of one user in the order in which they came
   * @param isMessageOf whether a text is the id of a message of this user
   */
  constructor(
    events: readonly UserEvent[],
    private readonly isMessageOf: (user: string, text: string | number) => boolean = () => false,
  ) {
    const places = placesOf(events, isMessageOf);
    const of = (fits: (place: Place) => boolean): Set<string> =>
      new Set([...places].flatMap(([path, place]) => (fits(place) ? [path] : [])));
    this.moments = of(
      ({ isMoment, pairs, differing }) => isMoment && pairs >= LEAST_EVENTS && differing >= DIFFERING * pairs,
    );
    this.unique = of(({ count, values }) => count >= LEAST_EVENTS && values.size >= UNIQUE * count);
    this.messages = of(({ count, messages }) => messages >= BY_CHANCE * count);
  }

  /** The same for all postings of one event, and for no other event of its user and name; null: nothing tells. */
  keyOf(event: UserEvent): string | null {
    return this.leavesOf(event, (path) => this.moments.has(path) || !this.unique.has(path));
  }

  /** The moments and messages alone, however postings of one event differ beside them; null: there are no moments. */
  momentOf(event: UserEvent): string | null {
    return this.leavesOf(event, (path) => this.moments.has(path));
  }

  private leavesOf({ user, payload }: UserEvent, counts: (path: string) => boolean): string | null {
    const leaves = leavesOf(payload);
    if (!leaves?.some(([path]) => this.moments.has(path))) return null;
    const isMessage = (path: string, value: string | number): boolean =>
      this.messages.has(path) && this.isMessageOf(user, value);
    return JSON.stringify(leaves.filter(([path, value]) => counts(path) || isMessage(path, value)));
  }
}

function placesOf(
  events: readonly UserEvent[],
  isMessageOf: (user: string, text: string | number) => boolean,
): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const before = new Map<string, ReadonlyMap<string, string | number>>();
  for (const { user, payload } of events) {
    const leaves = new Map(leavesOf(payload) ?? []);
    for (const [path, value] of leaves) {
      const place = places.get(path) ?? {
        count: 0,
        values: new Set(),
        isMoment: true,
        messages: 0,
        pairs: 0,
        differing: 0,
      };
      places.set(path, place);
      place.count += 1;
      place.values.add(value);
      place.isMoment &&= isMoment(value);
      place.messages += Number(isMessageOf(user, value));
      const earlier = before.get(user)?.get(path);
      if (earlier === undefined) continue;
      place.pairs += 1;
      place.differing += Number(earlier !== value);
    }
    before.set(user, leaves);
  }
  return places;
}

/** Texts and numbers with their places, always in the same order; null: too many. */
function leavesOf(payload: unknown): [path: string, value: string | number][] | null {
  const leaves: [string, string | number][] = [];
  const visit = (part: unknown, path: string): void => {
    if (typeof part === 'string' || typeof part === 'number') leaves.push([path, part]);
    if (typeof part !== 'object' || part === null || leaves.length > MOST_LEAVES) return;
    for (const [name, member] of Object.entries(part)) visit(member, `${path}/${name}`);
  };
  visit(payload, '');
  return leaves.length > MOST_LEAVES ? null : leaves;
}

/** Since the Unix epoch, in milliseconds or smaller units; or a date with a time to the millisecond. */
function isMoment(value: string | number): boolean {
  return typeof value === 'number'
    ? Number.isInteger(value) && value >= LEAST_MOMENT
    : /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]\d{3}/.test(value);
}

/** In the year 2001. */
const LEAST_MOMENT = 1e12;

/**
 * Learns from event to event whether those of one name tell themselves apart: they came for several users, and no two
 * users got events that differ in nothing but the user. Remembers digests alone: texts may be long.
 */
export class DistinctEvents {
  private readonly users = new Map<string, string>();
  private first: string | null = null;
  private areSeveral = false;
  private areDistinct = true;

  /** @param text the whole event */
  add(user: string, text: string): void {
    if (!this.areDistinct) return;
    const digest = createHash('sha1').update(text.replaceAll(user, '')).digest('base64');
    const other = this.users.get(digest) ?? user;
    this.areDistinct = other === user;
    this.users.set(digest, user);
    this.first ??= user;
    this.areSeveral ||= user !== this.first;
  }

  /** Once two users got the same, no further event matters. */
  get mayTellApart(): boolean {
    return this.areDistinct;
  }

  get tellApart(): boolean {
    return this.areDistinct && this.areSeveral;
  }
}
