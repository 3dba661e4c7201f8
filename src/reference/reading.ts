import type { CheckedCall } from './call.js';
import { type JsonObject, own } from './json.js';
import type { User } from './model.js';
import { Refusal } from './refusal.js';
import { fieldOf, type Rulebook } from './rulebook.js';
import { findUser } from './users.js';
import type { World } from './world.js';

/** All messages of a user, oldest first, in a shape of our own. */
export function readHistory(world: World, call: CheckedCall): JsonObject {
  const user = asked(world, call);
  const messages = user ? [...user.seen, ...user.kept] : [];
  return { messages: messages.map(({ id, at, fromUser, fields }) => ({ id, at, fromUser, ...fields })) };
}

/** The destination that a user is routed to, null when there is none, in a shape of our own. */
export function readCurrent(world: World, call: CheckedCall): JsonObject {
  const destination = asked(world, call)?.destination;
  return { current: destination ? { id: destination.id, name: destination.name } : null };
}

/** The body is not shown; ours names the user as all other requests do. */
function asked(world: World, { rules, account, body }: CheckedCall): User | undefined {
  const field = userField(rules);
  const id = own(body, field);
  if (typeof id !== 'string')
    throw new Refusal(rules.row('wrong-type'), { reason: `field ${field} must be a string` });
  return findUser(world, account.point, rules, id);
}

function userField({ operations, request }: Rulebook): string {
  for (const operation of operations.values()) {
    const resource = request(operation);
    const field = resource && fieldOf(resource, 'user');
    if (field !== undefined) return field;
  }
  throw new Error('The description names no user.');
}
