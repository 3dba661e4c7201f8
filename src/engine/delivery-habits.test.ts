import { expect, test } from 'vitest';
import { EventQueues } from './delivery-habits.js';
import type { BookedEvent } from './event-book.js';

/** Users whose first letters are equal wrote to the same contact point. */
const isOfPointOf = (_: string, one: string, other: string): boolean => one[0] === other[0];

const event = (user: string, at: number): BookedEvent =>
  ({ name: 'Closed', user, index: 0, delivery: { at } }) as BookedEvent;

test('a line moves as long as what comes was caused before', () => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  lines.begins('a1', 50);
  lines.begins('a1', 300);
  expect(lines.movedAt(100, 'a2', [event('a1', 150), event('a1', 200)])).toBe(200);
  expect(lines.movedAt(100, 'a2', [])).toBeNull();
});

test.each<[string, (lines: EventQueues) => void]>([
  ['of a user whose case began later', (lines) => lines.begins('a1', 120)],
  [
    'that a later request alone can have caused',
    (lines) => {
      lines.begins('a1', 50);
      lines.came('a1', 120);
    },
  ],
])('what was caused before has been overtaken by an event %s', (_, happens) => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  lines.begins('a3', 50);
  happens(lines);
  expect(lines.movedAt(100, 'a2', [event('a1', 150)])).toBe(150);
  const came = [event('a3', 150), event('a1', 150), event('a1', 150)];
  expect(lines.movedAt(100, 'a2', came)).toBeNull();
  expect(lines.movedAt(130, 'a2', came)).toBe(150);
});

test('an event of somebody else shows no line', () => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  expect(lines.movedAt(100, 'a2', [event('a1', 150), event('a1', 160)])).toBeNull();
});

test('there is one line for all, or one for each contact point', () => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  const [other, own] = [event('b1', 150), event('a1', 140)];
  lines.begins('a1', 50);
  lines.begins('b1', 90);
  expect(lines.movedAt(100, 'a2', [other])).toBe(150);
  expect(lines.movedAt(100, 'a2', [other, own])).toBe(150);
  lines.came('b1', 120);
  expect(lines.movedAt(100, 'a2', [other, other])).toBeNull();
  expect(lines.movedAt(100, 'a2', [other, other, own])).toBe(140);
});

test('where users are shared out to several lines, one moves while events come for somebody for whom nothing was done since', () => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  const overtakes = [event('a3', 150), event('a4', 150)];
  for (const { user } of overtakes) lines.begins(user, 120);
  lines.acts(['a1'], 90);
  lines.acts(['a1'], 180);
  // What it did after the event came cannot have caused it.
  expect(lines.movedAt(100, 'a2', [...overtakes, event('a1', 170)])).toBe(170);
  expect(lines.movedAt(100, 'a2', [...overtakes, event('a1', 190)])).toBeNull();
});

test('late events show that a line may move as well, once others have overtaken some', () => {
  const lines = new EventQueues({ isOfPointOf }, 10_000);
  const overtakes = [event('a3', 9_000), event('a4', 9_000)];
  for (const { user } of overtakes) lines.begins(user, 500);
  lines.acts(['a1'], 300);
  const came = [...overtakes, event('a1', 9_500)];
  expect(lines.movedAt(100, 'a2', came)).toBeNull();
  for (const user of ['b1', 'b2', 'b3', 'b4']) lines.came(user, user === 'b1' ? 8_000 : 1_000);
  expect(lines.movedAt(100, 'a2', came)).toBe(9_500);
  expect(lines.movedAt(100, 'a2', [...overtakes, event('a1', 2_000)])).toBeNull();
});
