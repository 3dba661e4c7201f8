import { expect, test } from 'vitest';
import { hasMoreCommas, jsonDepth, jsonOddities, withoutAmbiguous } from './json-text.js';

test.each<[text: string, ambiguous: string[]]>([
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"a":1}', []],
  ['{"a":{"b":1,"c":2},"a":{"c":2, "b":1.0}}', []],
  ['{"a":1,"\\u0061":"1"}', ['/a']],
  ['{"a":1,"a":2,"a":1}', ['/a']],
  ['{"a":{"b":1,"b":2}}', ['/a/b']],
  ['[{"a":1},{"b":1,"b":[]}]', ['/1/b']],
  ['{"a~/b":1,"a~/b":2}', ['/a~0~1b']],
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a\\"":1,"a\\"":2}', ['/a"']],
  ['{"":1,"":2}', ['/']],
  ['{"a":"{\\"a\\":1,\\"a\\":2}","b":[ ] , "c":{ }}', []],
  [' { "a" : [ 1 , { "b" : 1 , "b" : 2 } ] } ', ['/a/1/b']],
])('of %s these members are ambiguous: %j', (text, ambiguous) => {
  expect([...jsonOddities(text).ambiguous]).toEqual(ambiguous);
});

test.each<[text: string, numbers: [string, string][]]>([
  ['{"a":1,"b":-7,"c":1.5}', []],
  ['{"a":9007199254740993}', [['/a', '9007199254740993']]],
  [
    '[1e3, 1.0 ,-0,1E400]',
    [
      ['/0', '1e3'],
      ['/1', '1.0'],
      ['/2', '-0'],
      ['/3', '1E400'],
    ],
  ],
  ['{"a":"1e3","b":true,"c":null}', []],
  ['1e3', [['', '1e3']]],
])('of %s these numbers are spelled otherwise than their doubles: %j', (text, numbers) => {
  expect([...jsonOddities(text).numbers]).toEqual(numbers);
});

test('what is ambiguous can be left out', () => {
  const text = '{"a":{"b":1,"b":2,"c":3},"l":[{"x":1,"x":2}],"d":4,"d":4}';
  expect(withoutAmbiguous(JSON.parse(text), jsonOddities(text))).toEqual({ a: { c: 3 }, l: [{}], d: 4 });
  const replaced = '{"a":{"b":1,"b":2},"a":7}';
  expect(withoutAmbiguous(JSON.parse(replaced), jsonOddities(replaced))).toEqual({});
  const plain = { a: 1 };
  expect(withoutAmbiguous(plain, jsonOddities('{"a":1}'))).toBe(plain);
});

test('values of some length are the same only if they are spelled the same', () => {
  const long = 'x'.repeat(5_000);
  expect(jsonOddities(`{"a":"${long}","a":"${long}"}`).ambiguous.size).toBe(0);
  expect(jsonOddities(`{"a":["${long}"],"a":[ "${long}"]}`).ambiguous.size).toBe(1);
});

test('a long text costs a moment', () => {
  for (const piece of ['{"a":1e3},', '"\\\\",', '{"a":1,"a":2},', '[],']) {
    const text = `[${piece.repeat(5_000)}0]`;
    const start = performance.now();
    jsonOddities(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  }
});

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
