import type { FieldRole, OperationKind } from '../../../description/types.js';
import type { ContactPoint, User } from '../../conversations/model.js';
import { isObject, type JsonObject, parseJson } from '../../requests/body.js';
import type { Call, Reply } from '../../requests/call.js';
import type { Rulebook } from '../../rulebook.js';

/**
 * The user of a request that was refused for its body, as if the service had handled the request before validating
 * it.
 */
export function refusedUser(
  { status }: Reply,
  { account, operation, rules, bytes }: Call,
  kind: OperationKind,
): { user: User; point: ContactPoint; rules: Rulebook; isUnlisted: boolean } | null {
  const request = rules && operation && rules.request(operation.rule);
  if (status < 400 || operation?.rule.kind !== kind || !account || !request || !bytes) return null;
  const body = read(bytes);
  const sent = (sought: FieldRole): unknown =>
    body[Object.entries(request.fields).find(([, { role }]) => role === sought)?.[0] ?? ''];
  const id = sent('user');
  if (typeof id !== 'string') return null;
  const { point } = account;
  const state = rules.description.routing.initial;
  const blank = { destination: null, ordinal: 0, conversation: 1, card: {}, kept: [], seen: [], weight: 0 };
  const user = point.users.get(id) ?? { ...blank, id, state };
  point.users.set(id, user);
  const destination = sent('destination-id');
  const isUnlisted = typeof destination === 'string' && !point.destinations.has(destination);
  return { user, point, rules, isUnlisted };
}

/** Empty if it is not a JSON object. */
function read(bytes: Uint8Array): JsonObject {
  try {
    const body = parseJson(bytes);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
