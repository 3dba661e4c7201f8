import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createReader } from '../dialect/reader.js';
import { VirtualClock } from '../testing/virtual-clock.js';
import { VirtualMailbox } from '../testing/virtual-mailbox.js';
import { EventBook } from './event-book.js';
import { sawAnotherRun } from './neighbours.js';

const OWN = '0123456789';
const [description] = (await loadDescriptions()) as [Description];

/** Events for these users, one after the other. */
function bookOf(users: readonly (string | null)[]): EventBook {
  const mailbox = new VirtualMailbox(new VirtualClock());
  for (const user of users) mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user }));
  const dialect = { error: null, event: { name: '/event', user: '/user' }, bodies: {}, clearWebhook: null };
  return new EventBook(mailbox, createReader(dialect, [description]), description, OWN);
}

const others = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `u-fedcba9876-${String(at).padStart(5, '0')}a`);

test('what an earlier run left behind is no other run, however often it is repeated', () => {
  expect(sawAnotherRun(bookOf([...others(2), ...others(2), ...others(2)]))).toBe(false);
});

test('events for many users of another run tell of a run at the same time', () => {
  expect(sawAnotherRun(bookOf(others(5)))).toBe(true);
});

test('own users and those of people tell nothing', () => {
  const users = [...others(9).map((user) => user.replace('fedcba9876', OWN)), 'ada', 'u-7', null];
  expect(sawAnotherRun(bookOf(users))).toBe(false);
});
