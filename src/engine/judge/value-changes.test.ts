import { expect, test } from 'vitest';
import { textChanges } from './text-changes.js';
import { mapChanges, valueChanges } from './value-changes.js';

const long = 'ab '.repeat(100);

test.each([
  ['cut after 3 characters', 'abcdef', 'abc'],
  ['cut after 1 character', 'ab', 'a'],
  ['cut after 255 characters', long, long.slice(0, 255)],
  ['cut after 255 characters and an ellipsis', long, `${long.slice(0, 255)}…`],
  ['cut after 128 bytes', 'é'.repeat(100), 'é'.repeat(64)],
  ['cut after 60 bytes', '€'.repeat(50), '€'.repeat(20)],
  ['cut after 127 bytes', 'é'.repeat(100), `${'é'.repeat(63)}\ufffd`],
  ['cut inside a character', 'é'.repeat(100), `${'é'.repeat(40)}\ufffd`],
  ['cut at the first emoji', 'a😀b', 'a'],
  ['cut at the first NUL', 'a\0b', 'a'],
  ['cut at its first line', 'a\nb', 'a'],
  ['cut at "<"', 'a <b> c', 'a '],
  ['empty', 'abcdef', ''],
  ['without its leading and trailing spaces', ' a ', 'a'],
  ['in lower case', 'Ab', 'ab'],
  ['in lower case', ' Ab', 'ab'],
  ['in upper case', 'Ab', 'AB'],
  ['with its accents composed', 'e\u0301', 'é'],
  ['with question marks in place of letters', 'aé😀', 'a??'],
  ['without its emoji', '😀a', 'a'],
  ['without its variation selectors', 'a \u2764\ufe0f b', 'a \u2764 b'],
  ['with its emoji replaced', 'é😀', 'é?'],
  ['without its accents', 'déjà', 'deja'],
  ['escaped for HTML', 'a & b', 'a &amp; b'],
  ['escaped for HTML', "a 'b'", 'a &#039;b&#039;'],
  ['with its HTML entities decoded', '&lt;&#65;&#x42;&amp;', '<AB&'],
  ['without what looks like HTML', 'a <b>b</b>', 'a b'],
  ['percent-decoded', 'a%20b%zz', 'a b%zz'],
  ['percent-decoded', 'a 100%25', 'a 100%'],
  ['percent-encoded', 'a b', 'a%20b'],
  ['with spaces in place of its line separators', 'a\u2028b', 'a b'],
  ['with backslashes added', 'a "b"', 'a \\"b\\"'],
  ['without its backslashes', 'a\\b', 'ab'],
  ['with each run of spaces as one', 'a  b   c', 'a b c'],
  ['with its UTF-8 read as Latin-1', 'é', 'Ã©'],
  ['with its replacement patterns carried out', 'a$$b', 'a$b'],
  ['without its leading zeros', '007', '7'],
  ['with a capital at the beginning of each word', 'jane of doe', 'Jane Of Doe'],
  ['with its query parameters in another order', 'a?x=2&b=1#c', 'a?b=1&x=2#c'],
  ['without its invisible characters', 'soft\u00adhyphen', 'softhyphen'],
  ['cut after 50 characters', `${'😀'.repeat(2)}${'a'.repeat(48)}.b`, `${'😀'.repeat(2)}${'a'.repeat(48)}`],
  [
    'without some of its lines',
    `first\n> ${'quoted '.repeat(9)}\nmiddle\n> more\nlast`,
    'first\nmiddle\nlast',
  ],
  ['as 0', 20_483, 0],
  ['reformatted as a number', '1e3', '1000'],
  ['twice', 'ab', 'abab'],
  ['with something added at its end', 'ab', 'ab (edited)'],
  ['with something added at its beginning', 'ab', 'User: ab'],
  ['without its fraction', 1.9, 1],
  ['rounded', 1.5, 2],
  ['cut to 32 bits', 2 ** 40 + 5, 5],
  ['as a text', 7, '7'],
  ['without "b"', { a: '1', b: '2' }, { a: '1' }],
])('%s: %j as %j', (words, sent, seen) => {
  expect(valueChanges(sent, seen)).toContain(words);
});

test('a cut is told by its place first, and then in words that further texts may share', () => {
  expect(textChanges('abcdef', 'abc')).toEqual(['cut after 3 characters', 'cut short']);
  expect(textChanges('a<b', 'a').at(0)).toBe('cut at "<"');
  expect(textChanges('a 100%25', 'a 100%').at(0)).toBe('percent-decoded');
  expect(textChanges('a<b<c', 'a<b').at(0)).toBe('cut after 3 characters');
  expect(textChanges('é'.repeat(100), 'é'.repeat(64)).at(0)).toBe('cut after 128 bytes');
  expect(textChanges('é'.repeat(100), 'é'.repeat(40)).at(0)).toBe('cut after 40 characters');
});

test.each([
  ['abc', 'abc'],
  ['a'.repeat(50), 'b'.repeat(60)],
  [1, 1],
  [1, '2'],
  [null, 'null'],
  [undefined, undefined],
])('of %j as %j, nothing is known', (sent, seen) => {
  expect(valueChanges(sent, seen)).toEqual([]);
});

const longText = 'x'.repeat(300);

test.each([
  ['without "name"', { name: '1', b: '2' }, { b: '2' }],
  ['without "a" and "c"', { a: '1', b: '2', c: '3' }, { b: '2' }],
  ['without empty entries', { a: '1', b: '', c: '3' }, { c: '3', a: '1' }],
  ['cut after 2 entries', { a: '1', b: '2', c: '3' }, { a: '1', b: '2' }],
  ['without some of the entries', { a: '1', b: '2', c: '3', d: '4' }, { c: '3' }],
  ['without any of the entries', { a: '1', b: '2' }, {}],
  ['with entries that the request does not have', { a: '1' }, { b: '2', a: '1' }],
  ['without "a"', { a: '1' }, {}],
  ['with keys in lower case', { 'Order No': '1', b: '2' }, { 'order no': '1', b: '2' }],
  ['with keys in lower case', { A: '1', a: '2' }, { a: '2' }],
  [
    'with keys that differ only in letter case taken as one',
    { City: '1', city: '2', CITY: '3' },
    { City: '1' },
  ],
  ['with keys in lower case', { B: '1' }, { b: '1' }],
  ['with keys cut after 64 characters', { [longText]: '1' }, { [longText.slice(0, 64)]: '1' }],
  ['with values cut after 200 characters', { a: longText, b: '2' }, { a: longText.slice(0, 200), b: '2' }],
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
  [{ a: '1' }, { a: '0', more: '2' }],
  [{ a: '1' }, { a: '1' }],
  [{}, {}],
])('of %j as %j, nothing is known', (sent, seen) => {
  expect(mapChanges(sent, seen)).toEqual([]);
});
