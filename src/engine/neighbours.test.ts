import { expect, test } from 'vitest';
import type { BookedEvent } from './event-book.js';
import { sawAnotherRun } from './neighbours.js';

const OWN = '0123456789';

function bookOf(users: readonly (string | null)[]): { all: () => readonly BookedEvent[] } {
  return { all: () => users.map((user) => ({ user }) as BookedEvent) };
}

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `u-fedcba9876-${String(at).padStart(5, '0')}a`);

test('what an earlier run left behind is no other run, however often it is repeated', () => {
  expect(sawAnotherRun(bookOf([...others(2), ...others(2), ...others(2)]), OWN)).toBe(false);
});

test('events for many users of another run tell of a run at the same time', () => {
  expect(sawAnotherRun(bookOf(others(5)), OWN)).toBe(true);
});

test('own users and those of people tell nothing', () => {
  const users = [...others(9).map((user) => user.replace('fedcba9876', OWN)), 'ada', 'u-7', null];
  expect(sawAnotherRun(bookOf(users), OWN)).toBe(false);
});
