import { expect, test } from 'vitest';
import { concurrencyFor } from './concurrency.js';

test('more requests are under way at once the longer a round trip takes, within bounds', () => {
  expect([undefined, 0.4, 32, 50, 64, 300].map((ms) => concurrencyFor('auto', ms))).toEqual([
    32, 32, 32, 50, 64, 64,
  ]);
});

test('what the user says holds at any distance', () => {
  expect([concurrencyFor(1, 300), concurrencyFor(1_000, 1)]).toEqual([1, 1_000]);
});
