import type {
  AddressSlot,
  ContactPoint,
  Message,
  Posting,
  SeenMessage,
  ServiceEvent,
  User,
} from '../reference/conversations/model.js';
import type { ServiceContext } from '../reference/service-context.js';

/** A contact point as it is kept; users are kept separately. */
export interface KeptPoint {
  messages: number;
  clockOffset: number;
  destinations: {
    id: string;
    online: boolean;
    waiting: { user: KeptUserName; message: Message; version: string }[];
  }[];
  slots: { name: string; url: string | null; replies: KeptEvent[] }[];
}

export interface KeptUser extends Omit<User, 'destination'> {
  /** Identifier of the destination. */
  destination: string | null;
}

interface KeptUserName {
  /** The key under which the contact point knows the user; null: it has forgotten it. */
  key: string | null;
  id: string;
}

interface KeptEvent extends Omit<ServiceEvent, 'user' | 'point'> {
  user: KeptUserName;
}

/** A delivery that waits. */
export interface KeptPosting {
  event: KeptEvent;
  slot: string;
  due: number;
  tried: number;
}

export function keptPoint(point: ContactPoint): KeptPoint {
  const names = namesOf(point);
  return {
    messages: point.messages,
    clockOffset: point.clockOffset,
    destinations: [...point.destinations.values()].map(({ id, online, waiting }) => ({
      id,
      online,
      waiting: waiting.map(({ user, message, rules }) => ({
        user: names(user),
        message,
        version: rules.description.version,
      })),
    })),
    slots: [...point.slots].map(([name, { url, replies }]) => ({
      name,
      url,
      replies: replies.map((event) => keptEvent(event, names)),
    })),
  };
}

export function keptUser(user: User): KeptUser {
  return { ...user, destination: user.destination?.id ?? null };
}

export function keptPosting({ event, slot, due, tried }: Posting): KeptPosting {
  const name = [...event.point.slots].find(([, addressSlot]) => addressSlot === slot)?.[0] ?? '';
  return { event: keptEvent(event, namesOf(event.point)), slot: name, due, tried };
}

/** Restores a contact point of a fresh service. */
export function restorePoint(
  context: ServiceContext,
  point: ContactPoint,
  kept: KeptPoint,
  users: readonly (readonly [key: string, KeptUser])[],
): void {
  point.messages = kept.messages;
  point.clockOffset = kept.clockOffset;
  for (const [key, { destination, ...user }] of users) {
    const chosen = destination === null ? null : (point.destinations.get(destination) ?? null);
    point.users.set(key, { ...user, destination: chosen });
    point.weight += user.weight;
  }
  for (const { id, online, waiting } of kept.destinations) {
    const destination = point.destinations.get(id);
    if (!destination) continue;
    destination.online = online;
    destination.waiting = waiting.flatMap(({ user, message, version }) => {
      const rules = context.rulebooks.get(version);
      return rules ? [{ user: known(point, user), message, rules }] : [];
    });
  }
  for (const { name, url, replies } of kept.slots)
    point.slots.set(name, { url, replies: replies.map((event) => restoredEvent(point, event)) });
}

/** Null: its address no longer exists. */
export function restoredPosting(
  point: ContactPoint,
  { event, slot, due, tried }: KeptPosting,
): Posting | null {
  const found: AddressSlot | undefined = point.slots.get(slot);
  return found ? { event: restoredEvent(point, event), slot: found, due, tried } : null;
}

function keptEvent(
  { point: _, user, ...event }: ServiceEvent,
  names: (user: User) => KeptUserName,
): KeptEvent {
  return { ...event, user: names(user) };
}

function restoredEvent(point: ContactPoint, { user, ...event }: KeptEvent): ServiceEvent {
  return { ...event, point, user: known(point, user) };
}

/** Looked up only if there is something to name. */
function namesOf(point: ContactPoint): (user: User) => KeptUserName {
  let keys: Map<User, string> | undefined;
  return (user) => {
    keys ??= new Map([...point.users].map(([key, user]) => [user, key]));
    return { key: keys.get(user) ?? null, id: user.id };
  };
}

/** One that has been dropped in the meantime is included anyway. */
function known(point: ContactPoint, { key, id }: KeptUserName): User {
  const seen: SeenMessage[] = [];
  return (
    (key === null ? undefined : point.users.get(key)) ?? {
      id,
      state: '',
      destination: null,
      ordinal: 0,
      conversation: 1,
      card: {},
      kept: [],
      seen,
      weight: 0,
    }
  );
}
