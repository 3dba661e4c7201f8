import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Delivery } from '../engine/ports.js';
import { eventPlaces, holdsUser, maySight, namePlace, type Sighting } from './discover-event.js';
import { createReader } from './reader.js';

const descriptions = await loadDescriptions();

function delivery(body: unknown, headers: [string, string][] = [], method = 'POST'): Delivery {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { id: 1, address: 'main', method, headers, body: bytes, size: bytes.length, at: 0 };
}

function sighting(delivery: Delivery): Sighting {
  return { delivery: delivery, name: 'SelectDestination', user: 'u-1', userField: 'user_id' };
}

const [e, u] = ['SelectDestination', 'u-1'];

test.each<{
  name: string;
  body: unknown;
  headers?: [string, string][];
  places: unknown;
  /** What is read then; default: the one event. */
  read?: unknown;
}>([
  { name: 'flat', body: { event: e, user: u }, places: { name: '/event', user: '/user' } },
  {
    name: 'qualified',
    body: { type: `com.example.${e}`, subject: u },
    places: { name: '/type', user: '/subject', qualified: true },
  },
  {
    name: 'a qualified key',
    body: { [`urn:x:${e}`]: { user: u } },
    places: { name: 'key:', user: '/*/user', qualified: true },
  },
  {
    name: 'a qualified user',
    body: { event: e, subject: `users/${u}` },
    places: { name: '/event', user: '/subject', userPrefix: 'users/' },
  },
  {
    name: 'a qualified name and user, the user as a key',
    body: { type: `x:${e}`, by: { [`urn:client:${u}`]: 1 } },
    places: { name: '/type', qualified: true, user: 'key:/by', userPrefix: 'urn:client:' },
  },
  {
    name: 'the user itself beside a qualified one',
    body: { event: e, subject: `users/${u}`, to: u },
    places: { name: '/event', user: '/to' },
  },
  {
    name: 'the name itself beside a qualified one',
    body: { type: `com.example.${e}`, event: e, user: u },
    places: { name: '/event', user: '/user' },
  },
  {
    name: 'a qualified header',
    body: { to: u },
    headers: [['ce-type', `com.example/${e}`]],
    places: { name: 'header:ce-type', user: '/to', qualified: true },
  },
  {
    name: 'qualified in the text of a member',
    body: { Message: JSON.stringify({ event: `x.${e}`, user: u }) },
    places: { name: '/Message/event', user: '/Message/user', wrapped: '/Message', qualified: true },
  },
  { name: 'nested', body: { a: { b: e }, c: { d: { id: u } } }, places: { name: '/a/b', user: '/c/d/id' } },
  { name: 'a key', body: { [e]: { user: u } }, places: { name: 'key:', user: '/*/user' } },
  { name: 'a deep key', body: { x: { [e]: {} }, to: u }, places: { name: 'key:/x', user: '/to' } },
  {
    name: 'a header',
    body: { to: u },
    headers: [
      ['Via', 'proxy'],
      ['X-Event', e],
    ],
    places: { name: 'header:x-event', user: '/to' },
  },
  {
    name: 'a header over a list',
    body: { all: { of: [{ to: u }] } },
    headers: [['x-event', e]],
    places: { name: 'header:x-event', user: '/to', list: '/all/of' },
  },
  {
    name: 'a header over a bare list',
    body: [{ to: u }],
    headers: [['x-event', e]],
    places: { name: 'header:x-event', user: '/to', list: '' },
  },
  {
    name: 'in the text of a member',
    body: { Message: JSON.stringify({ event: e, user: u }) },
    places: { name: '/Message/event', user: '/Message/user', wrapped: '/Message' },
  },
  {
    name: 'partly in the text of a member',
    body: { type: e, body: { data: JSON.stringify({ user: u }) } },
    places: { name: '/type', user: '/body/data/user', wrapped: '/body/data' },
  },
  {
    name: 'in a list in the text of a member',
    body: { batch: JSON.stringify([{ event: e, user: u }]) },
    places: { name: '/event', user: '/user', list: '/batch', wrapped: '/batch' },
  },
  { name: 'inside a deep key', body: { x: { [e]: { to: u } } }, places: { name: 'key:/x', user: '/x/*/to' } },
  { name: 'beside a deep key', body: { x: { [e]: 1, to: u } }, places: { name: 'key:/x', user: '/x/to' } },
  {
    name: 'beside a key, behind another of that name',
    body: { x: { [e]: 1 }, y: { [e]: { to: u } } },
    places: { name: 'key:/x', others: ['key:/y'], user: `/y/${e}/to` },
  },
  {
    name: 'a list',
    body: { events: [{ type: e, who: { id: u } }] },
    places: { name: '/type', user: '/who/id', list: '/events' },
  },
  { name: 'a bare list', body: [{ type: e, who: u }], places: { name: '/type', user: '/who', list: '' } },
  {
    name: 'the user beside a list',
    body: { user: u, events: [{ type: e }] },
    places: { name: '/type', user: '/user', list: '/events' },
  },
  {
    name: 'a list, behind an event of another name',
    body: {
      events: [
        { type: 'Audit', who: u },
        { type: e, who: u },
      ],
    },
    places: { name: '/type', user: '/who', list: '/events' },
    read: [
      ['Audit', u],
      [e, u],
    ],
  },
  { name: 'a pair', body: [e, { user: u }], places: { name: '/0', user: '/1/user' } },
  {
    name: 'the user under a telling name',
    body: { type: e, from: u, chat: { user_id: u } },
    places: { name: '/type', user: '/chat/user_id' },
  },
])('finds name and user: $name', ({ body, headers = [], places, read = [[e, u]] }) => {
  const delivered = delivery(body, headers);
  const { value } = eventPlaces([sighting(delivered)]);
  expect(value).toEqual(places);
  const reader = createReader({ error: null, event: value, bodies: {}, clearWebhook: null }, descriptions);
  expect(reader.events(delivered).map(({ name, user }) => [name, user])).toEqual(read);
});

test.each<[what: string, bodies: unknown[], headers: [string, string][], places: unknown]>([
  ['a decoy first', [{ topic: e, type: e, to: u }], [], { name: '/topic', others: ['/type'], user: '/to' }],
  [
    'a key and a header beside a value',
    [{ a: { type: e }, [e]: { to: u } }],
    [['X-Event', e]],
    { name: '/a/type', others: ['key:', 'header:x-event'], user: `/${e}/to` },
  ],
  [
    'places that only one delivery has',
    [
      { type: e, title: e, topic: e, to: u },
      { type: e, topic: e, to: u },
      { type: e, title: e, topic: e, to: u },
    ],
    [],
    { name: '/type', others: ['/topic'], user: '/to' },
  ],
  [
    'deliveries that do not hold the best place do not count',
    [
      { type: e, kind: e, to: u },
      { type: e, kind: e, to: u },
      { was: e, to: u },
    ],
    [],
    { name: '/type', others: ['/kind'], user: '/to' },
  ],
  [
    'inside a list and beside it',
    [{ what: e, all: [{ type: e, kind: e, to: u }] }],
    [['x-event', e]],
    { name: '/type', others: ['/kind'], user: '/to', list: '/all' },
  ],
  [
    'a list of names is none of events',
    [{ wants: ['Closed', e], about: { type: e, to: u } }],
    [],
    { name: '/about/type', user: '/about/to' },
  ],
  [
    'a word among others, and the user in a list beside it',
    [
      {
        event: ['im', e, '1.0'],
        args: [
          ['op', 'Anna'],
          ['user', u],
        ],
      },
    ],
    [],
    { name: '/event/1', user: '/args/1/1' },
  ],
  [
    'a list of names before a key',
    [{ wants: ['Closed', e], about: { [e]: { to: u } } }],
    [],
    { name: 'key:/about', user: '/about/*/to' },
  ],
  [
    'more than anybody looks at',
    [{ ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, e])), to: u }],
    [],
    { name: '/n0', others: [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `/n${at}`), user: '/to' },
  ],
])('keeps all places of the name: %s', (_, bodies, headers, places) => {
  expect(eventPlaces(bodies.map((body) => sighting(delivery(body, headers)))).value).toEqual(places);
});

test('a delivery of several events speaks once for what they share', () => {
  const list = delivery([
    { type: e, to: u },
    { type: e, to: u },
  ]);
  const flat = delivery({ type: e, to: u });
  const { value, evidence } = eventPlaces([list, flat, flat].map(sighting));
  expect(value).toEqual({ name: '/type', user: '/to' });
  expect(evidence).toContain('held in 2 of 3');
});

test.each([
  ['the whole name before the word in it', { a: { user: u }, user_id: u }, '/user_id'],
  ['the whole name, deeper as it is', { user: u, a: { user_id: u } }, '/a/user_id'],
  ['the word before others, deeper as it is', { to: u, chat: { by: { theUser: u } } }, '/chat/by/theUser'],
  ['among equals the least deep', { a: { b: u }, c: u }, '/c'],
  ['an object of that name counts as well', { to: u, User_ID: { v: u } }, '/User_ID/v'],
])('of several places of the user it takes %s', (_, body, user) => {
  const sighted = { ...sighting(delivery({ event: e, ...body })), userField: 'User_Id' };
  expect(eventPlaces([sighted]).value).toEqual({ name: '/event', user });
  expect(maySight(sighted)).toBe(true);
});

test('where no delivery names its user, the name alone is sought in most of them', () => {
  const at = (body: unknown): unknown =>
    namePlace(
      [body].flat().map((body) => delivery(body)),
      e,
    ).value;
  expect(at([{ type: e }, { type: 'other', was: e }, { type: e, was: e, is: 1 }])).toEqual({
    name: '/type',
    user: null,
  });
  expect(at([{ topic: e, type: e }])).toEqual({ name: '/topic', others: ['/type'], user: null });
  expect(at([{ type: e }, { was: e }])).toBeNull();
  expect(at([{ type: e }, { type: e }, { was: e }, { was: e }])).toBeNull();
  expect(at([{ type: 'other' }])).toBeNull();
  expect(at([])).toBeNull();
  expect(at([{ all: { of: [e, e, e] } }, { is: e }, { is: e }])).toEqual({ name: '/is', user: null });
});

test('what most deliveries share wins', () => {
  const shared = delivery({ event: e, client: u });
  const places = eventPlaces([delivery({ event: e, client: u, user: u }), shared, shared].map(sighting));
  expect(places.value).toEqual({ name: '/event', user: '/client' });
});

test.each<{ name: string; delivery: Delivery; why: string }>([
  { name: 'a form', delivery: delivery(`event=${e}&user=${u}`), why: 'not JSON' },
  { name: 'not posted', delivery: delivery({ event: e, user: u }, [], 'PUT'), why: 'not posted' },
  { name: 'no name', delivery: delivery({ user: u }), why: 'both' },
  { name: 'no user', delivery: delivery({ event: e, user: 'u-12' }), why: 'both' },
])('says why nothing is found: $name', ({ delivery, why }) => {
  expect(maySight(sighting(delivery))).toBe(false);
  const { value, evidence } = eventPlaces([sighting(delivery)]);
  expect(value).toBeNull();
  expect(evidence).toContain(why);
});

test('what came of several deliveries is told by the best of them', () => {
  const why = (...some: Delivery[]): string => eventPlaces(some.map(sighting)).evidence;
  const form = delivery('event=x');
  expect(why()).toContain('nothing was delivered');
  expect(why(form, delivery({ user: u }, [], 'GET'))).toContain('not JSON');
  expect(why(form, delivery({ user: u }))).toContain('both');
});

test('a delivery for the user is recognized in any form', () => {
  expect(holdsUser(sighting(delivery(`event=${e}&user=${u}`)))).toBe(true);
  expect(holdsUser(sighting(delivery({}, [['x-user', u]])))).toBe(true);
  expect(holdsUser(sighting(delivery({ user: 'v-1' })))).toBe(false);
});
