import { expect, test } from 'vitest';
import { at, pointer, segments } from '../json.js';
import { bodyWith, packed, suggestedPlaces } from './address-bodies.js';
import { jsonOf, placesOf } from './places.js';

const PLAY = { a: { 'b/c': ['x', { '~': 1 }], '*': 'star' }, list: [{ k: 1 }, { v: 2 }], none: null };

test.each([
  ['', PLAY],
  ['/a/b~1c/0', 'x'],
  ['/a/b~1c/1/~0', 1],
  ['/a/*', 'star'],
  ['/list/*/v', 2],
  ['/list/*/w', undefined],
  ['/*/list', undefined],
  ['/none', null],
  ['/none/x', undefined],
  ['/a/b~1c/0/0', undefined],
  ['/a/b~1c/length/x', undefined],
  ['/toString', undefined],
  ['/', undefined],
])('at %j stands %j', (pointer, value) => {
  expect(at(PLAY, pointer)).toEqual(value);
});

test('a pointer and its segments are the same thing', () => {
  const path = ['a/b', '~1', '', '0'];
  expect(segments(pointer(...path))).toEqual(path);
  expect(pointer(...[])).toBe('');
  expect(segments('')).toEqual([]);
  expect(() => segments('a/b')).toThrow('a/b');
});

test('all texts, numbers and keys have a place, shallow ones first', () => {
  expect(placesOf({ a: ['x', true, null], b: { c: 1 } })).toEqual([
    { path: [], value: 'a', isKey: true },
    { path: [], value: 'b', isKey: true },
    { path: ['b'], value: 'c', isKey: true },
    { path: ['a', 0], value: 'x', isKey: false },
    { path: ['b', 'c'], value: 1, isKey: false },
  ]);
  expect(placesOf('x')).toEqual([{ path: [], value: 'x', isKey: false }]);
  expect(placesOf(true)).toEqual([]);
});

test('bodies without measure are not walked to their end', () => {
  const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
  expect([placesOf(nested(39)).length, placesOf(nested(40)).length]).toEqual([1, 0]);
  const wide = Array.from({ length: 6_000 }, (_, index) => index);
  expect(placesOf(wide)).toHaveLength(5_000);
  expect(placesOf(Object.fromEntries(wide.map((index) => [`k${index}`, true])))).toHaveLength(5_000);
  expect(placesOf([wide, wide])).toHaveLength(5_000);
  expect(placesOf([...wide.map(() => 'x'), [['deep']]])).toHaveLength(5_000);
  // What holds nothing takes no room from what does.
  expect(placesOf([...wide.slice(0, 4_000).map(() => true), wide.slice(0, 2_000)])).toHaveLength(2_000);
});

test('bytes that are not JSON in UTF-8, or too many values, have no value', () => {
  expect(jsonOf(Buffer.from('{"a":"\u00e9"}'))).toEqual({ a: '\u00e9' });
  expect(jsonOf(Buffer.from('{'))).toBeUndefined();
  expect(jsonOf(Buffer.from([0x22, 0xff, 0x22]))).toBeUndefined();
  const many = (commas: number): Buffer => Buffer.from(`[${'1,'.repeat(commas)}1]`);
  expect(jsonOf(many(20_000))).toHaveLength(20_001);
  expect(jsonOf(many(20_001))).toBeUndefined();
});

test('places share a body where neither is inside the other and both are of one kind', () => {
  const place = (...path: (string | number)[]) => ({ path, text: path.join('.') });
  const groups = packed([
    place('a'),
    place('b', 'c'),
    place('a', 'd'),
    place('b', 0),
    place('b'),
    place('b', 'e'),
    place('a'),
  ]);
  expect(groups.map((group) => group.map(({ text }) => text))).toEqual([
    ['a', 'b.c', 'b.e'],
    ['a.d', 'b.0'],
    ['b', 'a'],
  ]);
  expect(JSON.stringify(groups.map(bodyWith))).toBe(
    '[{"a":"a","b":{"c":"b.c","e":"b.e"}},{"a":{"d":"a.d"},"b":["b.0"]},{"b":"b","a":"a"}]',
  );
});

test('words of a refusal suggest places: nested ones also by their last part, each once, not without end', () => {
  expect(suggestedPlaces(['"hook.url" is required', 'hook.url: a/b/c', '42 !'])).toEqual([
    ['hook', 'url'],
    ['url'],
    ['is'],
    ['required'],
    ['a', 'b', 'c'],
    ['c'],
  ]);
  expect(suggestedPlaces([])).toEqual([]);
  expect(suggestedPlaces([Array.from({ length: 50 }, (_, index) => `w${index}`).join(' ')])).toHaveLength(24);
});
