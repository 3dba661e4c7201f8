import { expect, test } from 'vitest';
import { jsonFacts } from './json-text.js';

test('depth, and names that are given twice however they are spelled', () => {
  expect(jsonFacts('{"a":[{"b":"[[[{"}],"c":1}')).toEqual({ depth: 3, repeated: [] });
  expect(jsonFacts('{"a":1,"\\u0061":{"a":1,"a":2},"b":":","b\\"":2}').repeated).toEqual(['a']);
  expect(jsonFacts('{"x\\\\":1,"x\\\\":"\\\\\\""}').repeated).toEqual(['x\\']);
  expect(jsonFacts('7')).toEqual({ depth: 0, repeated: [] });
});
