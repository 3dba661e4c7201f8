import type { Post } from './target.js';

/** A way to bring an event, or not to, and the `verdict code` of a case that waits for it. */
export interface HostileEvent {
  name: string;
  due: string;
  bring(url: string, body: string, post: Post): Promise<unknown>;
}

const NO_JSON = 'fail event-shape';

function as(name: string, due: string, make: (body: string) => string | Buffer): HostileEvent {
  return { name, due, bring: (url, body, post) => post(url, make(body)) };
}

/** Rows about events in the list of hostile targets. */
export const HOSTILE_EVENTS: HostileEvent[] = [
  { name: 'never', due: 'fail no-event', bring: async () => undefined },
  {
    name: 'three times',
    due: 'pass',
    async bring(url, body, post) {
      for (let copy = 0; copy < 3; copy += 1) await post(url, body);
    },
  },
  {
    name: 'for a foreign user as well',
    due: 'pass',
    async bring(url, body, post) {
      await post(url, JSON.stringify({ ...JSON.parse(body), user: 'somebody-else' }));
      await post(url, body);
    },
  },
  {
    name: 'for a foreign user instead',
    due: 'fail no-event',
    bring: (url, body, post) => post(url, JSON.stringify({ ...JSON.parse(body), user: 'somebody-else' })),
  },
  {
    name: 'to a forged path',
    due: 'fail no-event',
    bring: (url, body, post) => post(url.replace(/[^/]+$/, 'forged'), body),
  },
  {
    name: 'after pings, with a body and without',
    due: 'pass',
    async bring(url, body, post) {
      await post(url, '', 'GET');
      await post(url, '');
      await post(url, '{"ping":true}');
      await post(url, body);
    },
  },
  { name: 'by PUT', due: NO_JSON, bring: (url, body, post) => post(url, body, 'PUT') },
  as('plain text', NO_JSON, (body) => `event ${body}`),
  as('a form', NO_JSON, (body) => new URLSearchParams(JSON.parse(body)).toString()),
  as('a JSON string', NO_JSON, (body) => JSON.stringify(body)),
  // The user cannot be seen in it, so it is no event of anybody.
  as('UTF-16', 'fail no-event', (body) => Buffer.from(`\ufeff${body}`, 'utf16le')),
  as(
    'of endless depth',
    NO_JSON,
    (body) => `${body.slice(0, -1)},"deep":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
  ),
  as(
    'of more values than anybody needs',
    NO_JSON,
    (body) => `${body.slice(0, -1)},"many":[${'{},'.repeat(20_000)}0]}`,
  ),
];
