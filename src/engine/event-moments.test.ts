import { expect, test } from 'vitest';
import { EventMoments } from './event-moments.js';

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
  const key = moments.keyOf(made('u3', at, 3));
  expect(key).not.toBeNull();
  expect(moments.keyOf(made('u3', at, 999))).toBe(key);
  expect(moments.keyOf(made('u3', at + 1, 3))).not.toBe(key);
});

test.each<[what: string, made: Made, users?: number]>([
  ['no moment', (user, _at, number) => ({ user, number })],
  ['a moment to the second', (user, at) => ({ user, at: new Date(at).toISOString().replace(/\.\d+/, '') })],
  ['a moment that the events of a user share', (user) => ({ user, began: START + Number(user.slice(1)) })],
  ['too few events', (user, at) => ({ user, at }), 19],
  ['too many values', (user, at) => ({ user, at, all: Array.from({ length: 60 }, (_, each) => each) })],
])('nothing is recognized where payloads have %s', (_, made, users) => {
  expect(momentsOf(made, users).keyOf(made('u3', START, 3))).toBeNull();
});

test('what else differs is no repeat', () => {
  const moments = momentsOf((user, at, number) => ({ user, at, text: `text ${number % 5}` }));
  const of = (text: string) => moments.keyOf({ user: 'u3', at: START, text });
  expect(of('text 1')).not.toBe(of('text 2'));
  const momentOf = (text: string) => moments.momentOf({ user: 'u3', at: START, text });
  expect(momentOf('text 1')).toBe(momentOf('text 2'));
  expect(moments.momentOf({ user: 'u3', text: 'text 1' })).toBeNull();
});
