import type { Path } from './places.js';

/** Names that services give to the address of a webhook, likely ones first. */
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

/** Names of objects that the address may stand in. */
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

/** Places in a body where the address may stand: flat, in an object, in a list, two objects deep; likely ones first. */
export const ADDRESS_PLACES: readonly Path[] = [
  ...NAMES.map((name) => [name]),
  ...RARER.map((name) => [name]),
  ...PARENTS.flatMap((parent) => NAMES.map((name) => [parent, name])),
  ...LISTS.flatMap((list) => [[list, 0], ...NAMES.slice(0, 3).map((name) => [list, 0, name])]),
  ...DEEP.flatMap((path) => NAMES.slice(0, 5).map((name) => [...path, name])),
];

/**
 * Places that a service's own words suggest: what it says of a body without the address often names the field that it
 * misses, with dots where that is nested.
 */
export function suggestedPlaces(reasons: readonly string[]): Path[] {
  const words = reasons.flatMap(
    (reason) => reason.match(/[A-Za-z_$][\w$-]*(?:[./][A-Za-z_$][\w$-]*)*/g) ?? [],
  );
  const paths = [...new Set(words)].slice(0, 24).map((word) => word.split(/[./]/));
  return paths.flatMap((path) => (path.length > 1 ? [path, path.slice(-1)] : [path]));
}
