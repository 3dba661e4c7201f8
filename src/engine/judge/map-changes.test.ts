import { expect, test } from 'vitest';
import { mapChanges } from './map-changes.js';

const long = 'x'.repeat(300);

test.each([
  ['without "name"', { name: '1', b: '2' }, { b: '2' }],
  ['without "a" and "c"', { a: '1', b: '2', c: '3' }, { b: '2' }],
  ['without empty entries', { a: '1', b: '', c: '3' }, { c: '3', a: '1' }],
  ['cut after 2 entries', { a: '1', b: '2', c: '3' }, { a: '1', b: '2' }],
  ['without some of the entries', { a: '1', b: '2', c: '3', d: '4' }, { c: '3' }],
  ['with keys in lower case', { 'Order No': '1', b: '2' }, { 'order no': '1', b: '2' }],
  ['with keys in lower case', { A: '1', a: '2' }, { a: '2' }],
  [
    'with keys that differ only in letter case taken as one',
    { City: '1', city: '2', CITY: '3' },
    { City: '1' },
  ],
  ['with keys in lower case', { B: '1' }, { b: '1' }],
  ['with keys cut after 64 characters', { [long]: '1' }, { [long.slice(0, 64)]: '1' }],
  ['with values cut after 200 characters', { a: long, b: '2' }, { a: long.slice(0, 200), b: '2' }],
  ['with values percent-decoded', { a: '%41', b: 'x%20y' }, { a: 'A', b: 'x y' }],
])('%s: %j', (words, sent, seen) => {
  expect(mapChanges(sent, seen)).toContain(words);
});

test('entries that are cut off are told by what is missing as well, which further maps may share', () => {
  expect(mapChanges({ a: '1', b: '2' }, { a: '1' })).toEqual([
    'cut after 1 entry',
    'without "b"',
    'without some of the entries',
  ]);
});

test.each([
  [
    { a: '1', b: '2' },
    { a: '2', b: '1' },
  ],
  [{ a: '1' }, { a: '1', more: '2' }],
  [{ a: '1' }, { a: '1' }],
  [{}, {}],
])('of %j as %j, nothing is known', (sent, seen) => {
  expect(mapChanges(sent, seen)).toEqual([]);
});
