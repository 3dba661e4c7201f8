import type { Description } from '../description/types.js';
import { makeAccounts, makeDestinations } from './conversations/accounts.js';
import type { ContactPoint, SeenMessage, User } from './conversations/model.js';
import { defaultDialect, type ReferenceDialect } from './dialect/dialect.js';
import type { Fault } from './faults/fault.js';
import { makeRandom } from './random.js';
import { bodyProblem, parseJson } from './requests/call.js';
import { makeRulebook } from './rulebook.js';
import type { Hooks, ServiceClock, ServiceContext } from './service-context.js';
import { PostingQueue } from './webhooks/delivery-queue.js';
import type { WebhookSender } from './webhooks/webhook-sender.js';

export interface ServiceOptions {
  /** The versions to serve, at least one. */
  descriptions: Description[];
  /** How the service fills what the interface leaves open. */
  dialect?: ReferenceDialect;
  /** Names from the fault catalogue, or faults of the caller's own. */
  faults?: readonly (string | Fault)[];
  /** Makes keys and identifiers reproducible. */
  seed?: number;
  /** Keys to use instead of random ones, by the names of contact points (`POINT_NAMES`). */
  keys?: Readonly<Record<string, string>>;
}

/** A fresh service, independent of how requests reach it. Errors: an unknown fault, no description. */
export async function makeContext(
  { descriptions: described, dialect = defaultDialect, faults = [], seed, keys = {} }: ServiceOptions,
  { sender, clock }: { sender: WebhookSender; clock: ServiceClock },
): Promise<ServiceContext> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  if (descriptions.length === 0) throw new Error('The service needs at least one description.');
  const random = makeRandom(seed);
  const accounts = makeAccounts(descriptions, dialect, { random, keys });
  const rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  const context = { rulebooks, dialect, hooks, accounts, clock, random, observer: null };
  return Object.assign(context, { deliveries: new PostingQueue(context, sender) });
}

/** How a service fills what the interface leaves open, and what it does wrong on purpose. */
export interface Habits {
  dialect: ReferenceDialect;
  faults: readonly (string | Fault)[];
}

/**
 * Changes the habits of a running service. Keys and webhook addresses stay; every conversation ends without an event,
 * and the next message begins a new one. Errors: an unknown fault; nothing has changed then.
 * @param described the descriptions without any fault
 */
export async function changeHabits(
  context: ServiceContext,
  described: readonly Description[],
  { dialect, faults }: Habits,
): Promise<void> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  const isSameKeeping = dialect.routing.state === context.dialect.routing.state;
  const sameDestinations =
    JSON.stringify(dialect.destinations) === JSON.stringify(context.dialect.destinations);
  context.rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  context.hooks = hooks;
  context.dialect = dialect;
  if (!sameDestinations)
    [...context.accounts.byKey.values()].forEach(({ point }, at) => {
      point.destinations = makeDestinations(dialect.destinations, at + 1);
    });
  startOver(context, isSameKeeping);
}

/**
 * Ends every conversation without an event; the next message begins a new one. Webhook addresses stay.
 * @param keepsUsers whether the service still tells users apart as before, so that employees keep seeing earlier
 * conversations
 */
export function startOver({ accounts, dialect, rulebooks }: ServiceContext, keepsUsers: boolean): void {
  const versions = [...rulebooks.keys()];
  const [rules] = rulebooks.values();
  const initial = rules?.description.routing.initial ?? '';
  for (const { point } of accounts.byKey.values()) {
    for (const destination of point.destinations.values()) destination.waiting = [];
    if (keepsUsers) for (const user of point.users.values()) resetUser(user, initial);
    else {
      point.users.clear();
      point.weight = 0;
    }
    point.slots = slotsUnder(dialect.address.scope === 'version' ? versions : [''], point);
  }
}

function resetUser(user: User, initial: string): void {
  user.state = initial;
  user.destination = null;
  user.kept = [];
  user.ordinal = 0;
  user.conversation += 1;
}

/**
 * The slots under the names of the dialect. If the dialect had other names until now, every name gets the one
 * address.
 */
function slotsUnder(names: readonly string[], { slots }: ContactPoint): ContactPoint['slots'] {
  const areKnown = names.some((name) => slots.has(name));
  const last = [...slots.values()].find(({ url }) => url !== null)?.url ?? null;
  return new Map(
    names.map((name) => {
      const slot = slots.get(name) ?? { url: areKnown ? null : last, replies: [] };
      slot.replies = [];
      return [name, slot];
    }),
  );
}

/** The correct behaviour. */
const goodHooks: Hooks = {
  path: (path) => path,
  authenticate: (key, _call, accounts) => accounts.byKey.get(key),
  forbids: (lacked, operation) => lacked.includes(operation),
  chosen: (id, all) => all.get(id),
  refusesAddress: findAddressFault,
  body: (parts) => Buffer.concat(parts),
  parse: parseJson,
  validate: bodyProblem,
  move: (_scene, _name, act) => act(),
  userKey: (userId) => userId,
  store: (message) => message,
  keep: (message) => [message],
  release: (kept) => kept,
  writers: ({ destination }) => destination,
  recipients: ({ destination }, delivers) => (delivers && destination ? [destination] : []),
  visible: upToLastTurn,
  presence: ({ online }) => online,
  loggingIn: () => undefined,
  loggedOut: () => undefined,
  messageId: (fresh) => fresh,
  timestamp: (now) => now,
  notify: (event) => [event],
  expired: (ageMs, limitMs) => ageMs > limitMs,
  loses: () => false,
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

/** Why a text is not a webhook address, which is an absolute http(s) URL; null if it is one. */
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
