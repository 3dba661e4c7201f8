import { BOUNDS, type ContactPoint, type User } from './model.js';
import type { Rulebook } from './rulebook.js';
import type { World } from './world.js';

/** The user of a contact point, new in the initial state. The longest idle one is forgotten beyond the bound. */
export function useUser(world: World, point: ContactPoint, rules: Rulebook, id: string): User {
  const key = keyOf(world, rules, id);
  const user = point.users.get(key) ?? newUser(id, rules.description.routing.initial);
  point.users.delete(key);
  point.users.set(key, user);
  if (point.users.size > BOUNDS.users) forgetOldest(point.users);
  return user;
}

/** The user, if the contact point has heard of it. */
export function findUser(world: World, point: ContactPoint, rules: Rulebook, id: string): User | undefined {
  return point.users.get(keyOf(world, rules, id));
}

function keyOf({ hooks, dialect }: World, { description }: Rulebook, id: string): string {
  const key = hooks.userKey(id);
  return dialect.routing.state === 'shared' ? key : `${description.version} ${key}`;
}

function newUser(id: string, state: string): User {
  return { id, state, destination: null, ordinal: 0, card: {}, kept: [], seen: [] };
}

function forgetOldest(users: Map<string, User>): void {
  for (const key of users.keys()) {
    users.delete(key);
    return;
  }
}
