import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Delivery } from '../engine/ports.js';
import { createReader } from './reader.js';
import type { Dialect, EventDialect } from './types.js';

const descriptions = await loadDescriptions();
const DIALECT: Dialect = {
  error: { code: '/error/code', message: '/error/message' },
  event: { name: '/event', user: '/user' },
  bodies: { setWebhook: { url: '{webhook_url}', for: ['{user}'] } },
  clearWebhook: null,
};

const reading = (more: Partial<Dialect> = {}, isOwn: ((user: string) => boolean) | null = null) =>
  createReader({ ...DIALECT, ...more }, descriptions, isOwn);

const delivery = (body: unknown, more: Partial<Delivery> = {}): Delivery => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    id: 1,
    address: 'main',
    method: 'POST',
    headers: [],
    body: bytes,
    size: bytes.length,
    at: 0,
    ...more,
  };
};

test.each<[body: unknown, read: object]>([
  [[{ code: 9, text: 'm' }], { code: '9', message: 'm', codeAt: '/errors/0/code' }],
  [[{ trace: 'x' }, { code: 9, text: 'm' }], { code: '9', message: 'm', codeAt: '/errors/1/code' }],
  [[{ code: 9 }, { text: 'm' }], { code: '9', message: null }],
  [[{ trace: 'x' }, { code: 77, text: 'm' }], { code: null, message: null }],
  [
    { 0: { trace: 'x' }, 1: { code: 9, text: 'm' } },
    { code: null, message: null },
  ],
])('where errors are elements of a list, of %j it reads %j', (errors, read) => {
  const error = { code: '/errors/0/code', message: '/errors/0/text' };
  expect(reading({ error }).error({ errors })).toMatchObject(read);
  const beside = { code: 'key:/errors/0/by', message: '/message' };
  expect(
    reading({ error: beside }).error({ errors: [{ trace: 'x' }, { by: { 4: 1 } }], message: 'n' }),
  ).toMatchObject({ code: '4', message: 'n' });
});

test.each([
  [{ error: { code: 9, message: 'm' } }, { code: '9', message: 'm' }],
  [
    { code: 1, message: 'n' },
    { code: '1', message: 'n' },
  ],
  [
    { code: 1, message: 'n', error: { code: 9, message: 'm' } },
    { code: '9', message: 'm' },
  ],
  [
    { code: 1, message: 'n', error: { code: 77, message: 'm' } },
    { code: '1', message: 'n' },
  ],
  [
    { code: 1, error: { code: 77, message: 'm' } },
    { code: '77', message: 'm' },
  ],
  [
    { code: 77, message: 'n' },
    { code: null, message: null },
  ],
])('where errors have two shapes, of %j it reads %j', (body, read) => {
  const error = {
    code: '/error/code',
    message: '/error/message',
    others: [{ code: '/code', message: '/message' }],
  };
  expect(reading({ error }).error(body)).toMatchObject(read);
});

test.each([
  [{ error: { code: 7, message: 'm' } }, { code: '7', message: 'm' }],
  [{ error: { code: '07', message: '' } }, { code: '07', message: '' }],
  [{ error: { code: 'E7', message: 7 } }, { code: null, message: null }],
  [{ error: { code: '7E', message: null } }, { code: null, message: null }],
  [{ error: { code: [7] } }, { code: null, message: null }],
  [{ error: { code: true } }, { code: null, message: null }],
  ['text', { code: null, message: null }],
])('of the error %j it reads %j', (body, read) => {
  expect(reading().error(body)).toMatchObject({ ...read, codeIn: null, messageIn: null });
});

test('where no place of an error is known, its parts may stand anywhere', () => {
  const body = { error: { code: 1, message: 'm' } };
  const all = ['error', 'code', '1', 'message', 'm'];
  const read = (error: Dialect['error']) => {
    const { codeIn, messageIn, ...found } = reading({ error }).error(body);
    return { ...found, codeIn: codeIn?.toSorted(), messageIn: messageIn?.toSorted() };
  };
  const nothing = { code: null, message: null };
  expect(read(null)).toMatchObject({ ...nothing, codeIn: all.toSorted(), messageIn: all.toSorted() });
  expect(read({ code: '/error/code', message: null })).toMatchObject({
    ...nothing,
    code: '1',
    messageIn: all.toSorted(),
  });
});

const NAMELESS = { name: null, user: null };

test.each<[what: string, given: Delivery, event: EventDialect | null, read: object[]]>([
  ['a visit', delivery({ event: 'Closed', user: 'u' }, { method: 'GET' }), DIALECT.event, []],
  ['an empty post', delivery(''), DIALECT.event, []],
  [
    'no JSON',
    delivery('event=Closed\u00e9'),
    DIALECT.event,
    [{ ...NAMELESS, payload: 'event=Closed\u00c3\u00a9' }],
  ],
  [
    'no UTF-8',
    delivery('', { body: Buffer.from([0x22, 0xff, 0x22]) }),
    DIALECT.event,
    [{ ...NAMELESS, payload: '"\u00ff"' }],
  ],
  ['unknown places', delivery({ event: 'Closed' }), null, [{ ...NAMELESS, payload: { event: 'Closed' } }]],
  [
    'both in place',
    delivery({ event: 'Closed', user: 'u' }),
    DIALECT.event,
    [{ name: 'Closed', user: 'u', payload: { event: 'Closed', user: 'u' } }],
  ],
  [
    'a user in digits, a name that is none',
    delivery({ event: 5, user: 5 }),
    DIALECT.event,
    [{ name: null, user: '5', payload: { event: 5, user: 5 } }],
  ],
  [
    'a user that is an object',
    delivery({ event: 'Closed', user: { id: 'u' } }),
    DIALECT.event,
    [{ name: 'Closed', user: null, payload: { event: 'Closed', user: { id: 'u' } } }],
  ],
  [
    'events without users',
    delivery({ event: 'Closed', user: 'u' }),
    { name: '/event', user: null },
    [{ name: 'Closed', user: null, payload: { event: 'Closed', user: 'u' } }],
  ],
  [
    'a list of two, the user beside it',
    delivery({ to: 'u', list: [{ event: 'A' }, { event: 'B', to: 'v' }] }),
    { name: '/event', user: '/to', list: '/list' },
    [
      { name: 'A', user: 'u', payload: { event: 'A' } },
      { name: 'B', user: 'v', payload: { event: 'B', to: 'v' } },
    ],
  ],
  [
    'a list of one: what stands beside it is its own',
    delivery({ to: 'u', list: [{ event: 'A' }] }),
    { name: '/event', user: '/to', list: '/list' },
    [{ name: 'A', user: 'u', payload: { event: 'A' }, whole: { to: 'u', list: [{ event: 'A' }] } }],
  ],
  [
    'a single event where the list stands elsewhere',
    delivery({ list: { event: 'A', to: 'u' } }),
    { name: '/event', user: '/to', list: '/list' },
    [{ name: 'A', user: 'u', payload: { event: 'A', to: 'u' }, whole: { list: { event: 'A', to: 'u' } } }],
  ],
  [
    'no list where one is known',
    delivery({ event: 'A', to: 'u' }),
    { name: '/event', user: '/to', list: '/list' },
    [{ name: 'A', user: 'u', payload: { event: 'A', to: 'u' } }],
  ],
  ['an empty list', delivery([]), { name: '/event', user: '/to', list: '' }, []],
  [
    'several in a list, though one alone comes without',
    delivery([
      { event: 'A', to: 'u' },
      { event: 'B', to: 'v' },
    ]),
    { name: '/event', user: '/to' },
    [
      { name: 'A', user: 'u', payload: { event: 'A', to: 'u' } },
      { name: 'B', user: 'v', payload: { event: 'B', to: 'v' } },
    ],
  ],
  [
    'several in a member, though one alone comes without',
    delivery({ tags: ['A'], list: [{ A: { to: 'u' } }, { B: { to: 'v' } }] }),
    { name: 'key:', user: '/A/to' },
    [
      { name: 'A', user: 'u', payload: { A: { to: 'u' } } },
      { name: 'B', user: null, payload: { B: { to: 'v' } } },
    ],
  ],
  [
    'an event with a list of its own',
    delivery({ event: 'A', to: 'u', related: [{ event: 'B', to: 'v' }] }),
    { name: '/event', user: '/to' },
    [{ name: 'A', user: 'u', payload: { event: 'A', to: 'u', related: [{ event: 'B', to: 'v' }] } }],
  ],
  [
    'a list of anything else',
    delivery([{ sound: 'A' }, { sound: 'B' }]),
    { name: '/event', user: '/to' },
    [{ name: null, user: null, payload: [{ sound: 'A' }, { sound: 'B' }] }],
  ],
  [
    'the name in a header',
    delivery(
      { user: 'u' },
      {
        headers: [
          ['Via', 'x'],
          ['X-Event', 'Closed'],
        ],
      },
    ),
    { name: 'header:x-EVENT', user: '/user' },
    [{ name: 'Closed', user: 'u', payload: { user: 'u' } }],
  ],
  [
    'a header that did not arrive',
    delivery({ user: 'u' }, { headers: [['Via', 'x']] }),
    { name: 'header:x-event', user: '/user' },
    [{ name: null, user: 'u', payload: { user: 'u' } }],
  ],
  [
    'a known name among keys',
    delivery({ at: 1, Closed: { user: 'u' } }),
    { name: 'key:', user: '/*/user' },
    [{ name: 'Closed', user: 'u', payload: { at: 1, Closed: { user: 'u' } } }],
  ],
  [
    'the first of unknown keys',
    delivery({ in: { sent: 1, read: 2 } }),
    { name: 'key:/in', user: '/user' },
    [{ name: 'sent', user: null, payload: { in: { sent: 1, read: 2 } } }],
  ],
  [
    'no key at all',
    delivery({ in: null }),
    { name: 'key:/in', user: '/user' },
    [{ name: null, user: null, payload: { in: null } }],
  ],
  [
    'a text where keys were',
    delivery({ in: 'ab' }),
    { name: 'key:/in', user: '/user' },
    [{ name: null, user: null, payload: { in: 'ab' } }],
  ],
])('reads events: %s', (_, given, event, read) => {
  expect(reading({ event }).events(given)).toEqual(read);
});

test('a delivery is read once', () => {
  const reader = reading();
  const delivered = delivery({ event: 'Closed', user: 'u' });
  expect(reader.events(delivered)).toBe(reader.events(delivered));
});

const isOwn = (user: string): boolean => user.startsWith('own');

test.each<[what: string, body: unknown, read: [name: string | null, user: string | null]]>([
  [
    'in their places',
    { event: 'Closed', user: 'own-1', more: ['TextMessage', 'own-2'] },
    ['Closed', 'own-1'],
  ],
  ['elsewhere, without a rival', { a: { b: 'Closed', c: 'own-1' } }, ['Closed', 'own-1']],
  ['a name as a key', { Closed: ['own-1', 'own-1'] }, ['Closed', 'own-1']],
  ['two names', { a: 'Closed', b: 'TextMessage', c: 'own-1' }, [null, 'own-1']],
  ['two users', { event: 'Closed', a: 'own-1', b: 'own-2' }, ['Closed', null]],
  ['an own id as a key', { event: 'Closed', 'own-1': 1 }, ['Closed', 'own-1']],
  ["somebody else's id in place", { event: 'Closed', user: 'else', to: 'own-1' }, ['Closed', 'own-1']],
  ["nobody but somebody else's", { event: 'Closed', user: 'else' }, ['Closed', 'else']],
  ['a name of no event', { event: 'Ping', user: 'own-1' }, ['Ping', 'own-1']],
  ['names that are not shown are none', { a: 'delivery', b: 'own-1' }, [null, 'own-1']],
])('knows its own users and names: %s', (_, body, [name, user]) => {
  expect(reading({}, isOwn).events(delivery(body))).toEqual([{ name, user, payload: body }]);
});

const SD = 'SelectDestination';

test.each<[what: string, event: Partial<EventDialect>, body: object, name: string | null]>([
  ['all agree', {}, { a: SD, b: SD }, SD],
  ['the first differs at times', {}, { a: 'Talk', b: 'TextMessage' }, 'TextMessage'],
  ['the first never differs', {}, { a: SD, b: 'TextMessage' }, 'TextMessage'],
  ['the second differs at times', {}, { a: 'TextMessage', b: 'Talk' }, 'TextMessage'],
  ['the second never differs', {}, { a: 'TextMessage', b: SD }, 'TextMessage'],
  ['unnamed, the first never differs', {}, { a: SD, b: 'Delivered' }, 'Delivered'],
  ['unnamed, the second never differs', {}, { a: 'Delivered', b: SD }, 'Delivered'],
  ['unnamed, both differ', {}, { a: 'Talk', b: 'Delivered' }, 'Talk'],
  ['two names', {}, { a: 'Closed', b: 'TextMessage' }, 'Closed'],
  ['one holds nothing', {}, { b: SD }, SD],
  ['neither holds anything', {}, { c: SD }, null],
  ['a name that is no text', {}, { a: 5, b: 'Closed' }, 'Closed'],
  ['three', { others: ['/b', '/c'] }, { a: SD, b: 'Talk', c: 'Closed' }, 'Closed'],
  ['a header that never differs', { others: ['header:x-event'] }, { a: 'Closed' }, 'Closed'],
  ['a header alone', { others: ['header:x-event'] }, { b: 'Closed' }, SD],
  ['a key', { others: ['key:'] }, { a: 'Talk', Closed: {} }, 'Closed'],
  ['keys that are no names', { others: ['key:'] }, { a: SD, c: {} }, SD],
  ['deep keys that are no names', { others: ['key:/k'] }, { a: SD, k: { Read: 1 } }, SD],
  ['a key first, behind another', { name: 'key:/k' }, { k: { at: 1, [SD]: 1 }, b: SD }, SD],
  ['a key first, unnamed', { name: 'key:/k' }, { k: { Read: 1 }, b: SD }, 'Read'],
  ['all names as keys', { others: ['key:/k'] }, { a: 'Closed', k: { TextMessage: 1, [SD]: 1 } }, 'Closed'],
  ['all names as keys, all agree', { others: ['key:/k'] }, { a: SD, k: { TextMessage: 1, [SD]: 1 } }, SD],
])('of several places one that differs tells the name: %s', (_, event, body, name) => {
  const reader = reading({ event: { name: '/a', others: ['/b'], user: null, ...event } });
  const headers: [string, string][] = [['X-Event', SD]];
  expect(reader.events(delivery(body, { headers })).map((event) => event.name)).toEqual([name]);
});

test('what stands beside a list of one is looked at as well, beside a list of two it is not', () => {
  const reader = reading({ event: { name: '/event', user: '/user', list: '/list' } }, isOwn);
  const users = (list: object[]): (string | null)[] =>
    reader.events(delivery({ for: { whom: 'own-1' }, list })).map(({ user }) => user);
  expect(users([{ event: 'Closed' }])).toEqual(['own-1']);
  expect(users([{ event: 'Closed' }, { event: 'Closed' }])).toEqual([null, null]);
});

test('payloads that are too deep or too many are not parsed', () => {
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const many = (commas: number): string => `[${'1,'.repeat(commas)}1]`;
  const isText = (text: string): boolean =>
    typeof reading({ event: null }).events(delivery(text))[0]?.payload === 'string';
  expect([isText(deep(200)), isText(deep(201))]).toEqual([false, true]);
  expect([isText(many(10_000)), isText(many(10_001))]).toEqual([false, true]);
});

test('bodies are filled, and what it knows is told', () => {
  const reader = reading();
  expect(reader.body('setWebhook', { webhook_url: 'http://a', user: 'u' })).toEqual({
    url: 'http://a',
    for: ['u'],
  });
  expect(reader.body('toString', {})).toBeUndefined();
  expect([reader.knows('setWebhook'), reader.knows('toString')]).toEqual([true, false]);
  expect(reader.clearing()).toBeNull();
  const clearWebhook = { operation: 'setWebhook', body: {} };
  expect(reading({ clearWebhook }).clearing()).toBe(clearWebhook);
});

test.each([
  [{ name: '/e', user: '/u' }, true, true],
  [{ name: '/e', user: null }, true, false],
  [null, false, true],
])('with the places %j it reads events: %s, and they name users: %s', (event, readsEvents, namesUsers) => {
  const reader = reading({ event });
  expect([reader.readsEvents, reader.namesUsers]).toEqual([readsEvents, namesUsers]);
});

test('of payloads beyond what is kept, those of others are dropped and those of the run are read again', () => {
  const reader = reading({ event: { name: '/event', user: '/user', list: '' } }, isOwn);
  const filler = 'x'.repeat(3 * 1024 * 1024);
  const large = (...users: string[]): Delivery =>
    delivery(
      users.map((user) => ({ event: 'Closed', user, filler: `${user}${filler}`.slice(0, filler.length) })),
    );
  const first = reader.events(large('own-1'));
  expect(first[0]?.payload).toHaveProperty('filler');

  const own = large('own-2');
  expect(reader.events(own)).toEqual(reader.events(own));
  expect(reader.events(own)).not.toBe(reader.events(own));
  expect(reader.events(own)[0]).toMatchObject({
    name: 'Closed',
    user: 'own-2',
    payload: { event: 'Closed' },
  });

  const strange = delivery([{ event: 'E'.repeat(300), user: 'u'.repeat(300), filler }, { user: 'someone' }]);
  expect(reader.events(strange)).toEqual([
    { name: 'E'.repeat(256), user: 'u'.repeat(256), payload: undefined },
    { name: null, user: 'someone', payload: undefined },
  ]);
  expect(reader.events(strange)).toBe(reader.events(strange));
  const nobody = delivery([
    { event: 'Closed', filler },
    { user: 'someone', filler: '' },
  ]);
  expect(reader.events(nobody)[0]?.payload).toHaveProperty('filler');
});

test('qualified names and users count without what precedes them, wherever they are', () => {
  const event = { name: '/type', user: '/user', qualified: true, userPrefix: 'users/' };
  const { events } = reading({ event }, (user) => user.startsWith('own-'));
  const read = (body: unknown) => events(delivery(body)).map(({ name, user }) => [name, user]);
  expect(read({ type: 'com.example.Closed', user: 'users/own-1' })).toEqual([['Closed', 'own-1']]);
  expect(read({ type: 'com.example.2/Closed', user: 'own-1' })).toEqual([['Closed', 'own-1']]);
  expect(read({ type: 'com.example.Seen', user: 'own-1' })).toEqual([['com.example.Seen', 'own-1']]);
  expect(read({ type: 'com.example.NotClosed', user: 'own-1' })).toEqual([
    ['com.example.NotClosed', 'own-1'],
  ]);
  expect(read({ kind: 'com.example.Closed', of: 'users/own-1' })).toEqual([['Closed', 'own-1']]);
  expect(read({ kind: 'com.example.Seen', of: 'people/own-1' })).toEqual([[null, null]]);
  expect(
    reading({ event: { name: '/type', user: '/user' } })
      .events(delivery({ type: 'com.example.Closed', user: 'u' }))
      .map(({ name }) => name),
  ).toEqual(['com.example.Closed']);
});
