import { expect, test } from 'vitest';
import { inNaturalOrder } from './list.js';

test('ids are sorted part by part, numbers by their value', () => {
  const ids = ['1.10/b/x', '1.2/b/size-1000', '1.2/b/size-200', '1.2/a-c/x', '1.2/a/x'];
  expect(inNaturalOrder(ids, (id) => id.split('/'))).toEqual([
    '1.2/a/x',
    '1.2/a-c/x',
    '1.2/b/size-200',
    '1.2/b/size-1000',
    '1.10/b/x',
  ]);
});

test('what is alike keeps its order', () => {
  expect(inNaturalOrder(['b2', 'a1', 'b1', 'a2'], ([first = '']) => [first])).toEqual([
    'a1',
    'a2',
    'b2',
    'b1',
  ]);
});
