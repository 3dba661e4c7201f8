import { expect, test } from 'vitest';
import { DistinctEvents, EventMoments } from './event-identity.js';

const START = 1_795_000_000_000;

/** So many users have two events each; `made`: the payload of an event by its user, its moment and its number. */
function momentsOf(made: (user: string, at: number, number: number) => unknown, users = 40): EventMoments {
  const events = Array.from({ length: 2 * users }, (_, number) => {
    const user = `u${number % users}`;
    return { user, payload: made(user, START + 7 * number, number) };
  });
  return new EventMoments(events);
}

type Made = (user: string, at: number, number: number) => unknown;

test.each<[what: string, made: Made]>([
  ['a moment alone', (user, at) => ({ user, at })],
  ['a moment as a text', (user, at) => ({ user, sent: new Date(at).toISOString() })],
  ['a moment and a number of each posting', (user, at, number) => ({ user, at, posting: number })],
  [
    'a moment and an identifier of each posting',
    (user, at, number) => ({ meta: { id: `p${number}` }, data: { user, at } }),
  ],
])('a repeat is recognized by %s', (_, made) => {
  const moments = momentsOf(made);
  const at = START + 7 * 3;
  const key = moments.keyOf({ user: 'u3', payload: made('u3', at, 3) });
  expect(key).not.toBeNull();
  expect(moments.keyOf({ user: 'u3', payload: made('u3', at, 999) })).toBe(key);
  expect(moments.keyOf({ user: 'u3', payload: made('u3', at + 1, 3) })).not.toBe(key);
});

test.each<[what: string, made: Made, users?: number]>([
  ['no moment', (user, _at, number) => ({ user, number })],
  ['a moment to the second', (user, at) => ({ user, at: new Date(at).toISOString().replace(/\.\d+/, '') })],
  ['a moment that the events of a user share', (user) => ({ user, began: START + Number(user.slice(1)) })],
  ['too few events', (user, at) => ({ user, at }), 19],
  ['too many values', (user, at) => ({ user, at, all: Array.from({ length: 60 }, (_, each) => each) })],
])('nothing is recognized where payloads have %s', (_, made, users) => {
  expect(momentsOf(made, users).keyOf({ user: 'u3', payload: made('u3', START, 3) })).toBeNull();
});

test('events of one moment that name different messages of the user are no repeats; a number that is an id by chance changes nothing', () => {
  const payload = (user: string, at: number, number: number) => ({
    user,
    at,
    message: `m-${number}`,
    number,
  });
  const events = Array.from({ length: 80 }, (_, number) => {
    const user = `u${number % 40}`;
    return { user, payload: payload(user, START + 7 * number, number) };
  });
  // The fourth user has written `m-3`, `m-43` and one that is called like a posting.
  const isOf = (user: string, text: string | number): boolean =>
    text === 43
      ? user === 'u3'
      : /^m-/.test(String(text)) && `u${Number(String(text).slice(2)) % 40}` === user;
  const moments = new EventMoments(events, isOf);
  const of = (message: number, posting: number) => ({
    user: 'u3',
    payload: { ...payload('u3', START, message), number: posting },
  });
  expect(moments.keyOf(of(3, 43))).toBe(moments.keyOf(of(3, 44)));
  expect(moments.keyOf(of(43, 1))).not.toBe(moments.keyOf(of(3, 1)));
  expect(moments.momentOf(of(43, 1))).not.toBe(moments.momentOf(of(3, 1)));
  expect(new EventMoments(events).keyOf(of(43, 1))).toBe(new EventMoments(events).keyOf(of(3, 1)));
});

test('what else differs is no repeat', () => {
  const moments = momentsOf((user, at, number) => ({ user, at, text: `text ${number % 5}` }));
  const of = (text: string) => moments.keyOf({ user: 'u3', payload: { user: 'u3', at: START, text } });
  expect(of('text 1')).not.toBe(of('text 2'));
  const momentOf = (text: string) =>
    moments.momentOf({ user: 'u3', payload: { user: 'u3', at: START, text } });
  expect(momentOf('text 1')).toBe(momentOf('text 2'));
  expect(moments.momentOf({ user: 'u3', payload: { user: 'u3', text: 'text 1' } })).toBeNull();
});

test.each<[string, [user: string, text: string][], boolean]>([
  ['none', [], false],
  [
    'one user alone',
    [
      ['u-1', 'u-1 a'],
      ['u-1', 'u-1 b'],
    ],
    false,
  ],
  [
    'two users, each with a number',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 b'],
    ],
    true,
  ],
  [
    'the same for two users',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 a'],
    ],
    false,
  ],
  [
    'a repeat for one user',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 b'],
      ['u-1', 'u-1 a'],
    ],
    true,
  ],
  [
    'the same for two users, once and early',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 a'],
      ['u-1', 'u-1 b'],
      ['u-2', 'u-2 c'],
    ],
    false,
  ],
])('%s', (_, events, expected) => {
  const distinct = new DistinctEvents();
  for (const [user, text] of events) distinct.add(user, text);
  expect(distinct.tellApart).toBe(expected);
});
