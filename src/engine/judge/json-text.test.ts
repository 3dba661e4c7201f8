import { expect, test } from 'vitest';
import { hasMoreCommas, jsonFacts } from './json-text.js';

test('depth, and names that are given twice however they are spelled', () => {
  expect(jsonFacts('{"a":[{"b":"[[[{"}],"c":1}')).toEqual({ depth: 3, repeated: [] });
  expect(jsonFacts('{"a":1,"\\u0061":{"a":1,"a":2},"b":":","b\\"":2}').repeated).toEqual(['a']);
  expect(jsonFacts('{"x\\\\":1,"x\\\\":"\\\\\\""}').repeated).toEqual(['x\\']);
  expect(jsonFacts('7')).toEqual({ depth: 0, repeated: [] });
});

test('commas are counted outside of strings, in what is no JSON too', () => {
  expect(hasMoreCommas('[1,2,",,,\\",",3]', 3)).toBe(false);
  expect(hasMoreCommas('[1,2,",,,\\",",3]', 2)).toBe(true);
  expect(hasMoreCommas(',,"', 1)).toBe(true);
  expect(hasMoreCommas('', 0)).toBe(false);
});

test.each([
  ['{"a":"\\"[[["}', 1, []],
  ['{"a":"\\\\","b":[[]]}', 3, []],
  ['{"a":"\\\\\\"[[[[","b":[]}', 2, []],
  ['{"a":"","b":[[[]]]}', 4, []],
  ['{"a\\"":1,"a\\"":2}', 1, ['a"']],
  ['{"":1,"":2}', 1, ['']],
  ['{"a":[],"b":{},"c":[[]]}', 3, []],
  ['{"a":[1],"b":{"c":1,"c":2},"b":2}', 2, ['b']],
  ['"[[["', 0, []],
])('in %s strings end where they end, and depth comes down again', (text, depth, repeated) => {
  expect(jsonFacts(text)).toEqual({ depth, repeated });
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
