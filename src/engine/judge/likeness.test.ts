import { expect, test } from 'vitest';
import { likeness } from './likeness.js';

test('texts are like each other by their pairs of characters', () => {
  expect(likeness('Order 7')('ORDER 7')).toBe(1);
  expect(likeness('abcd')('wxyz')).toBe(0);
  const likenessTo = likeness('the whole of a text');
  expect(likenessTo('the whole of a')).toBeGreaterThan(likenessTo('another text'));
});
