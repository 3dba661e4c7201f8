import { expect, test } from 'vitest';
import { isUnchanged } from './unchanged.js';

test.each<[sent: unknown, seen: unknown, unified: boolean, exact: boolean]>([
  ['a', 'a', true, true],
  ['a', 'b', false, false],
  ['a\r\nb', 'a\nb', true, false],
  ['a\rb', 'a\r\nb', true, false],
  ['a\nb', 'a b', false, false],
  [' a ', 'a', true, false],
  ['a  b', 'a b', false, false],
  ['e\u0301', '\u00e9', true, false],
  ['\ufb01', 'fi', false, false],
  [1, 1, true, true],
  [1, '1', false, false],
  [0, undefined, false, false],
  ['', undefined, false, false],
  [{}, undefined, true, true],
  [{}, null, true, true],
  [{}, {}, true, true],
  [{}, { a: 'b' }, false, false],
  [{ a: 'b' }, { a: 'b' }, true, true],
  [{ a: 'b' }, { a: 'b', c: 'd' }, false, false],
  [{ a: 'b', c: 'd' }, { a: 'b' }, false, false],
  [{ ' e\u0301': 'b ' }, { '\u00e9': 'b' }, true, false],
  [JSON.parse('{"__proto__":"b"}'), JSON.parse('{"__proto__":"b"}'), true, true],
  [JSON.parse('{"__proto__":"b"}'), {}, false, false],
  [{ a: 'b' }, { c: 'b' }, false, false],
])('%j seen as %j is unchanged when unified: %s, exactly: %s', (sent, seen, unified, other) => {
  expect([isUnchanged(sent, seen), isUnchanged(sent, seen, true)]).toEqual([unified, other]);
});
