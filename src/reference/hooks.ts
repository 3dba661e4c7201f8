import type { Description } from '../description/types.js';
import type { SeenMessage } from './conversations/model.js';
import type { Fault } from './faults/fault.js';
import { findFault, parseJson } from './requests/body.js';
import type { Hooks } from './service-context.js';

/** The correct behaviour. */
const goodHooks: Hooks = {
  path: (path) => path,
  authenticate: (key, _call, accounts) => accounts.byKey.get(key),
  forbids: (lacked, operation) => lacked.includes(operation),
  chosen: (id, all) => all.get(id),
  refusesAddress: findAddressFault,
  parse: parseJson,
  validate: findFault,
  move: (_scene, _name, act) => act(),
  userKey: (userId) => userId,
  store: (message) => message,
  keep: (message) => [message],
  release: (kept) => kept,
  recipients: ({ destination }, delivers) => (delivers && destination ? [destination] : []),
  visible: upToLastTurn,
  presence: ({ online }) => online,
  loggedOut: () => undefined,
  messageId: (fresh) => fresh,
  timestamp: (now) => now,
  notify: (event) => [event],
  expired: (ageMs, limitMs) => ageMs > limitMs,
  leaves: (moment) => moment,
  address: (_previous, next) => next,
  post: (request) => request,
  row: (due) => due,
  respond: (reply) => reply,
  servesPlain: () => false,
};

/** Employees see their own conversations with the user and all earlier ones, whoever had those. */
function upToLastTurn(seen: readonly SeenMessage[], destinationId: string | null): readonly SeenMessage[] {
  if (destinationId === null) return seen;
  return seen.slice(0, seen.findLastIndex((message) => message.destinationId === destinationId) + 1);
}

/** Why a text is no webhook address, which is an absolute http(s) URL; null if it is one. */
function findAddressFault(text: string): string | null {
  // The URL parser repairs relative forms such as `http:host` and drops spaces, so the plain form is checked first.
  if (!/^https?:\/\/[^/?#\s]/i.test(text)) return 'it is not an absolute http or https address';
  if (/[\s\\]/.test(text)) return 'it holds a character that an address cannot have';
  return URL.canParse(text) ? null : 'it cannot be read';
}

/**
 * The rules and the behaviour of a service with these faults, given by name or as objects.
 * @throws RangeError for an unknown name
 */
export async function applyFaults(
  descriptions: readonly Description[],
  wanted: readonly (string | Fault)[],
): Promise<{ descriptions: readonly Description[]; hooks: Hooks }> {
  const chosen = await Promise.all(
    wanted.map(async (fault) =>
      typeof fault === 'string' ? (await import('./faults/catalogue.js')).namedFault(fault) : fault,
    ),
  );
  // Cloned one by one: versions may share parts, and a fault of one must not reach the other.
  const changed = chosen.some(({ describe }) => describe)
    ? descriptions.map((description) => structuredClone(description))
    : descriptions;
  for (const { describe } of chosen) changed.forEach((description) => void describe?.(description));
  const hooks: Hooks = { ...goodHooks };
  for (const { hook } of chosen) Object.assign(hooks, hook?.({ ...hooks }, descriptions));
  return { descriptions: changed, hooks };
}
