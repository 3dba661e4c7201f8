import { expect, test } from 'vitest';
import { weigh } from './model.js';

test('a value weighs more with all that is in it', () => {
  const values = [1, 'abc', [1], ['abc', 1], { a: 1 }, { a: 'abc', b: [1] }, { a: { a: { a: 'abc' } } }];
  for (const value of values) {
    expect(weigh(value)).toBeGreaterThan(0);
    expect(weigh([value, value])).toBeGreaterThan(2 * weigh(value));
    expect(weigh({ value })).toBeGreaterThan(weigh(value));
  }
  expect(weigh('x'.repeat(1_000))).toBeGreaterThanOrEqual(2_000);
});

test('no depth is too deep', () => {
  expect(weigh(JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBeGreaterThan(100_000);
});
