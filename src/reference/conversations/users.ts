import type { JsonObject } from '../requests/call.js';
import type { Rulebook } from '../rulebook.js';
import type { ServiceContext } from '../service-context.js';
import { BOUNDS, type ContactPoint, type User, weigh } from './model.js';

/**
 * The user of a contact point for a request with this body, in the initial state if new. The longest idle users are
 * forgotten when there are too many, or when they take too much memory.
 */
export function useUser(
  context: ServiceContext,
  point: ContactPoint,
  rules: Rulebook,
  { id, body }: { id: string; body: JsonObject },
): User {
  const key = keyOf(context, rules, id);
  const user = point.users.get(key) ?? newUser(id, rules.description.routing.initial);
  point.users.delete(key);
  point.users.set(key, user);
  const weight = weigh(body);
  user.weight += weight;
  point.weight += weight;
  if (point.users.size > BOUNDS.users) forgetOldest(point);
  makeRoom([...context.accounts.byKey.values()].map((account) => account.point));
  return user;
}

/** The user, if the contact point knows it. */
export function findUser(
  context: ServiceContext,
  point: ContactPoint,
  rules: Rulebook,
  id: string,
): User | undefined {
  return point.users.get(keyOf(context, rules, id));
}

function keyOf({ hooks, dialect }: ServiceContext, { description }: Rulebook, id: string): string {
  const key = hooks.userKey(id);
  return dialect.routing.state === 'shared' ? key : `${description.version} ${key}`;
}

function newUser(id: string, state: string): User {
  return {
    id,
    state,
    destination: null,
    ordinal: 0,
    conversation: 1,
    card: {},
    kept: [],
    seen: [],
    weight: 0,
  };
}

/** The last user of a contact point is the one writing now: it is not forgotten, but what it wrote is. */
function makeRoom(points: readonly ContactPoint[]): void {
  const total = (): number => points.reduce((sum, { weight }) => sum + weight, 0);
  while (total() > BOUNDS.weight) {
    const heaviest = points.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (heaviest.users.size > 1) forgetOldest(heaviest);
    else for (const user of heaviest.users.values()) empty(heaviest, user);
  }
}

function forgetOldest(point: ContactPoint): void {
  for (const [key, user] of point.users) {
    point.users.delete(key);
    empty(point, user);
    return;
  }
}

/** Events under way may still refer to the user, so its contents are dropped here. */
function empty(point: ContactPoint, user: User): void {
  point.weight -= user.weight;
  const isHeavy = user.weight > HEAVY;
  Object.assign(user, { card: {}, kept: [], seen: [], weight: 0 });
  if (!isHeavy) return;
  for (const destination of point.destinations.values())
    destination.waiting = destination.waiting.filter((entry) => entry.user !== user);
}

/**
 * Only for users of this weight are the messages that wait for a login searched; there is room for all lighter ones.
 */
const HEAVY = 2 * 1024;
