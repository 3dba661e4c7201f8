import type { UserLabel } from '../cases/request-plan.js';
import { userOfStep } from '../cases/step-place.js';
import type { Case } from '../cases/types.js';
import { fill } from '../description/samples.js';
import { textsAndNamesIn } from './judge/payload.js';
import type { ReadEvent } from './ports.js';

/** Identifies a user by run, case, attempt and label. */
export interface UserPlace {
  /** The run's. */
  nonce: string;
  /** Number of the case: makes its users its own. */
  serial: number;
  /** Which of the destinations that the case goes through; null: it goes through none. */
  round?: number | null;
}

/** From which number on users are numbered: those of cases, of second attempts, of the route probe, and of the next cases. */
export const SERIALS = { cases: 0, secondAttempts: 50_000, probe: 90_000, next: 100_000 };

/** The most destinations that a case goes through, one after the other: each has users of its own. */
export const MOST_ROUNDS = 20;

/**
 * The run's nonce, the case, the round, the label; `A` is `a` in capitals. A case may give its users ids of another
 * shape, in which `{user}` is the usual id of `a`, `{digits}` the same in digits alone, `{number}` a number that any integer
 * type of 64 bits holds, and `{uuid}` a UUID.
 */
export function userId(place: UserPlace, label: UserLabel, shapes?: Case['users']): string {
  const shape = shapes?.[label];
  if (shape !== undefined) return String(fill(shape, valuesForShapes(place)));
  if (label === 'A') return userId(place, 'a').toUpperCase();
  const { nonce, serial, round = null } = place;
  return `u-${nonce}-${padded(serial)}${label}${round === null ? '' : `-${round}`}`;
}

/** Ids of all users of the case with this number. */
export function usersOf(
  nonce: string,
  serial: number,
  { steps, users, eachDestination, repeats }: Pick<Case, 'steps' | 'users' | 'eachDestination' | 'repeats'>,
): string[] {
  const labels = new Set<UserLabel>(['a', ...steps.flatMap((step) => userOfStep(step) ?? [])]);
  const most = repeats ?? (eachDestination ? MOST_ROUNDS : 0);
  const rounds = most > 0 ? Array.from({ length: most }, (_, at) => at) : [null];
  return rounds.flatMap((round) =>
    [...labels].map((label) => userId({ nonce, serial, round }, label, users)),
  );
}

/** Recognizes ids of users of the run with this nonce, in any letter case. */
export function isUserOf(nonce: string): (text: string) => boolean {
  const start = `u-${nonce}-`.toLowerCase();
  return (text) => text.toLowerCase().startsWith(start);
}

/** Finds the cases of which a text names a user, in the usual shape of ids: their numbers. */
export function casesOfUsersIn(nonce: string): (text: string) => number[] {
  const usual = new RegExp(`u-${nonce}-(\\d+)`, 'gi');
  return (text) => [...text.matchAll(usual)].map(([, serial]) => Number(serial));
}

/** Recognizes ids of any shape that contain the nonce of the run. */
export function holdsNonce(nonce: string): (text: string) => boolean {
  const parts = [nonceDigits(nonce), nonceNumber(nonce)];
  return (text) => text.toLowerCase().includes(nonce) || parts.some((part) => text.includes(part));
}

/** Recognizes ids of users of any other run. */
export function isUserOfAnotherRun(nonce: string): (text: string) => boolean {
  const isOwn = isUserOf(nonce);
  return (text) => /^u-[0-9a-f]{10}-/i.test(text) && !isOwn(text);
}

function padded(serial: number): string {
  return String(serial).padStart(5, '0');
}

/** What the shapes of ids may be made of. `digits` are more than a double-precision number holds, those of `number` are not. */
function valuesForShapes(place: UserPlace): Record<string, string> {
  const { nonce, serial } = place;
  const uuid = `${padded(serial)}abc-0def-4abc-8def-0a${nonce}`;
  return {
    user: userId(place, 'a'),
    digits: `${nonceDigits(nonce)}${padded(serial)}`,
    number: `${nonceNumber(nonce)}${padded(serial)}`,
    uuid,
    uuidInCapitals: uuid.toUpperCase(),
    uuidWithoutDashes: uuid.replaceAll('-', ''),
    long: LONG,
  };
}

function nonceDigits(nonce: string): string {
  return `9${BigInt(`0x${nonce}`).toString().padStart(13, '0')}`;
}

/** Enough of the nonce that no other run is likely to have the same. */
function nonceNumber(nonce: string): string {
  return `1${String(BigInt(`0x${nonce}`) % 100_000_000n).padStart(8, '0')}`;
}

/** Longer than many a database column. */
const LONG = 'x'.repeat(255);

/** Whose message has an id. Ids are unique within a contact point only, so one may belong to messages of several users. */
interface Owner {
  user: string;
  key: string;
}

/** A deployment that names messages in events does so sooner. */
const MOST_LOOKS = 50;

/**
 * Ids of the messages that the target accepted. They tell whom an event without a user concerns: a delivery notification
 * may name the message alone (section 6).
 */
export class MessageIds {
  /** Ids, and labels of addresses, in the order in which it became known whose they are. */
  readonly news: string[] = [];
  private readonly owners = new Map<string, Owner[]>();
  /** Some event has been found to name a message. */
  private areNamed = false;
  /** How often it was asked whether events do so before any did. */
  private looks = 0;
  private readonly counts = new Map<string, number>();
  /** Keys of contact points with a message of which the id is not known. */
  private readonly unknown = new Set<string>();
  /** Keys of the contact points that an address of the catcher was set for, by its label. */
  private readonly points = new Map<string, Set<string>>();

  note(id: string, owner: Owner): void {
    this.owners.set(id, [...(this.owners.get(id) ?? []), owner]);
    this.counts.set(owner.user, this.countOf(owner.user) + 1);
    this.news.push(id);
  }

  /** The target may have taken a message at this contact point, and nobody knows under which id. */
  noteUnknown(key: string): void {
    this.unknown.add(key);
  }

  /** Whether it is known of each message of the contact points that the address was set for which id it was given. */
  knowsAllAt(address: string): boolean {
    return ![...(this.points.get(address) ?? [])].some((key) => this.unknown.has(key));
  }

  /** Grows with each id of a message of this user. */
  countOf(user: string): number {
    return this.counts.get(user) ?? 0;
  }

  /** The address belongs to the contact point with this key. */
  addressed(label: string, key: string): void {
    this.points.set(label, (this.points.get(label) ?? new Set()).add(key));
    this.news.push(label);
  }

  /**
   * Users whose messages these texts name, as far as they wrote to the contact points that the address was set for: another one
   * may have given the same id. An event may come before the response that gives the id, or before the one that sets the
   * address.
   */
  usersOf(texts: Iterable<string>, address: string): Set<string> {
    const points = this.points.get(address);
    return this.ownersOf(texts, ({ key }) => points?.has(key) === true);
  }

  /** Users of any contact point whose messages these texts name. */
  anyUsersOf(texts: Iterable<string>): Set<string> {
    return this.ownersOf(texts, () => true);
  }

  private ownersOf(texts: Iterable<string>, isMeant: (owner: Owner) => boolean): Set<string> {
    const users = new Set<string>();
    for (const text of texts)
      for (const owner of this.owners.get(text) ?? []) if (isMeant(owner)) users.add(owner.user);
    return users;
  }

  /** Whether a further event may name a message, asked when one that might have did not: after many of these, none does. */
  mayBeNamed(): boolean {
    this.looks += 1;
    return this.areNamed || this.looks <= MOST_LOOKS;
  }

  /** Whether a text is the id of a message of this user, as far as is known by now. */
  isOf(user: string, text: string): boolean {
    return (this.owners.get(text) ?? []).some((owner) => owner.user === user);
  }

  /** Whether an event names any message of the run. */
  namesAny({ payload, whole }: ReadEvent): boolean {
    const namesOne = [...textsAndNamesIn(whole ?? payload)].some((text) => this.owners.has(text));
    this.areNamed ||= namesOne;
    return namesOne;
  }
}
