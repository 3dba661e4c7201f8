import { expect, test } from 'vitest';
import { hasMoreCommas, jsonDepth } from './json-text.js';

test('depth of what is nested, and of nothing', () => {
  expect(jsonDepth('{"a":[{"b":"[[[{"}],"c":1}')).toBe(3);
  expect(jsonDepth('7')).toBe(0);
});

test('commas are counted outside of strings, in what is not JSON too', () => {
  expect(hasMoreCommas('[1,2,",,,\\",",3]', 3)).toBe(false);
  expect(hasMoreCommas('[1,2,",,,\\",",3]', 2)).toBe(true);
  expect(hasMoreCommas(',,"', 1)).toBe(true);
  expect(hasMoreCommas('', 0)).toBe(false);
});

test.each([
  ['{"a":"\\"[[["}', 1],
  ['{"a":"\\\\","b":[[]]}', 3],
  ['{"a":"\\\\\\"[[[[","b":[]}', 2],
  ['{"a":"","b":[[[]]]}', 4],
  ['{"a":[],"b":{},"c":[[]]}', 3],
  ['"[[["', 0],
])('in %s strings end where they end, and depth comes down again', (text, depth) => {
  expect(jsonDepth(text)).toBe(depth);
});

test.each([
  ['[1,2,3]', 1, true],
  ['[1,2,3]', 2, false],
  ['["a,b\\",c",1]', 1, false],
  ['["a,b\\\\",1,2]', 1, true],
  ['"a,b,c', 0, false],
  ['', 0, false],
])('%s has more than %i commas between values: %s', (text, most, more) => {
  expect(hasMoreCommas(text, most)).toBe(more);
});
