import type { Path } from './places.js';
import type { Found } from './types.js';

/** Names that services give to a webhook address, likely ones first. */
const NAMES = [
  'url',
  'webhook_url',
  'webhookUrl',
  'webhook',
  'address',
  'callback_url',
  'callbackUrl',
  'callback',
  'hook',
  'endpoint',
  'uri',
  'target',
  'target_url',
  'targetUrl',
  'link',
  'href',
];

const RARER = [
  'webhookURL',
  'webhook_address',
  'webhookAddress',
  'webhook_uri',
  'webhookUri',
  'web_hook',
  'hook_url',
  'hookUrl',
  'callbackURL',
  'callback_uri',
  'endpoint_url',
  'endpointUrl',
  'notification_url',
  'notificationUrl',
  'notify_url',
  'notifyUrl',
  'event_url',
  'eventUrl',
  'post_url',
  'postUrl',
  'location',
  'path',
  'value',
  'URL',
  'Url',
];

/** Names of objects that the address may be in. */
const PARENTS = [
  'webhook',
  'data',
  'settings',
  'subscription',
  'hook',
  'callback',
  'config',
  'configuration',
  'params',
  'parameters',
  'payload',
  'attributes',
  'options',
  'notification',
  'notifications',
  'endpoint',
  'target',
  'integration',
  'channel',
  'request',
  'subscriber',
  'receiver',
  'recipient',
  'consumer',
  'listener',
  'gateway',
  'connection',
  'delivery',
  'server',
  'client',
  'events',
  'event',
  'push',
];

const LISTS = [
  'urls',
  'webhooks',
  'addresses',
  'hooks',
  'endpoints',
  'callbacks',
  'subscriptions',
  'targets',
];

const DEEP: Path[] = [
  ['data', 'attributes'],
  ['data', 'webhook'],
  ['settings', 'webhook'],
  ['config', 'webhook'],
  ['subscription', 'webhook'],
  ['webhook', 'settings'],
  ['webhook', 'endpoint'],
  ['webhook', 'target'],
];

/** Places in a body where the address may be: flat, in an object, in a list, two objects deep; likely ones first. */
export const ADDRESS_PLACES: readonly Path[] = [
  ...NAMES.map((name) => [name]),
  ...RARER.map((name) => [name]),
  ...PARENTS.flatMap((parent) => NAMES.map((name) => [parent, name])),
  ...LISTS.flatMap((list) => [[list, 0], ...NAMES.slice(0, 3).map((name) => [list, 0, name])]),
  ...DEEP.flatMap((path) => NAMES.slice(0, 5).map((name) => [...path, name])),
];

/**
 * Places that a service's own words suggest: its complaint about a body without the address often names the missing
 * field, with dots if that is nested.
 */
export function suggestedPlaces(reasons: readonly string[]): Path[] {
  const words = reasons.flatMap(
    (reason) => reason.match(/[A-Za-z_$][\w$-]*(?:[./][A-Za-z_$][\w$-]*)*/g) ?? [],
  );
  const paths = [...new Set(words)].slice(0, 24).map((word) => word.split(/[./]/));
  return paths.flatMap((path) => (path.length > 1 ? [path, path.slice(-1)] : [path]));
}

/** A place and the text to put there. */
export interface Placement {
  path: Path;
  text: string;
}

/** A body that holds each text at its place. Names may come from the target: no object here has a prototype to spoil. */
export function bodyWith(placements: readonly Placement[]): unknown {
  const body: Record<string, unknown> = Object.create(null);
  for (const { path, text } of placements) put(body, path, text);
  return body;
}

/** Partitions placements into groups whose places fit into one body together. */
export function packed(placements: readonly Placement[]): Placement[][] {
  const groups: Placement[][] = [];
  for (const placement of placements) {
    const room = groups.find((group) => group.every((other) => compatible(placement.path, other.path)));
    if (room) room.push(placement);
    else groups.push([placement]);
  }
  return groups;
}

/** Neither place is inside the other, and what they share is of the same kind. */
function compatible(a: Path, b: Path): boolean {
  const at = a.findIndex((segment, index) => segment !== b[index]);
  if (at < 0 || at >= b.length) return false;
  return typeof a[at] === typeof b[at];
}

function put(body: Record<string, unknown>, path: Path, text: string): void {
  let inner: Record<string | number, unknown> = body;
  for (const [index, segment] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) inner[segment] = text;
    else {
      inner[segment] ??= typeof next === 'number' ? [] : Object.create(null);
      inner = inner[segment] as Record<string | number, unknown>;
    }
  }
}

/** Addresses of the catcher, all different, and a way to make the service use the one that it has. */
export interface DeliveryProbe {
  /** A valid address that leads to the catcher; `reached` returns its `mark`. */
  address(mark: string): string;
  /**
   * Sends a message of a new user; resolves with the mark of an address to which anything came, or null if nothing
   * came in time.
   */
  reached(marks: ReadonlySet<string>): Promise<string | null>;
}

/** Only the likeliest groups: each may have to wait for an event that does not come. */
const MOST_WAITS = 6;

/**
 * Finds the place of the address in a service that accepts any body, so that no refusal reveals what it reads: every
 * place gets a valid address of its own, and the one that an event, or a visit, reaches was read.
 * @param groups places that fit into one body, each with its address
 * @param take sends a body; whether it was accepted
 */
export async function discoverByDelivery(
  groups: readonly (readonly Placement[])[],
  probe: DeliveryProbe,
  take: (group: readonly Placement[]) => Promise<boolean>,
): Promise<Found<unknown>> {
  let tried = 0;
  let waits = 0;
  for (const [number, group] of groups.entries()) {
    if (waits === MOST_WAITS) break;
    const marked = group.map(({ path }, index) => ({ path, mark: `place-${number}-${index}` }));
    if (!(await take(marked.map(({ path, mark }) => ({ path, text: probe.address(mark) }))))) continue;
    tried += group.length;
    waits += 1;
    const reached = await probe.reached(new Set(marked.map(({ mark }) => mark)));
    const found = marked.find(({ mark }) => mark === reached);
    if (found === undefined) continue;
    const where = found.path.join('.');
    if (!(await take([{ path: found.path, text: probe.address('place-alone') }])))
      return {
        value: null,
        evidence: `the address is read at ${where}, but the body must hold more than that`,
      };
    return {
      value: bodyWith([{ path: found.path, text: '{webhook_url}' }]),
      evidence: `any text is accepted as an address; the one sent at ${where} was then called`,
    };
  }
  return {
    value: null,
    evidence: `any text is accepted as an address, so no refusal shows which place is read, and nothing was sent to the addresses in ${tried} places`,
  };
}
