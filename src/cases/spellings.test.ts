import { expect, test } from 'vitest';
import { SPELLINGS, spell } from './spellings.js';

const VALUE = { user: 'Zoë', text: 'a/b "c" \\ é 😀', size: 20483, list: [0, 0.5, true, null], map: {} };

test('without a spelling the text is the plainest', () => {
  expect(spell(VALUE)).toBe(JSON.stringify(VALUE));
  expect(() => spell(VALUE, 'none')).toThrow('none');
});

test.each(Object.keys(SPELLINGS))('%s means the same and looks otherwise', (id) => {
  const text = spell(VALUE, id);
  expect(JSON.parse(text)).toEqual(VALUE);
  expect(text).not.toBe(JSON.stringify(VALUE));
});

test.each([
  ['escaped-letters', '{"\\u0061":"\\u0042 \\u0063\\u0064/é"}', { a: 'B cd/é' }],
  ['escaped-pairs', '{"a":"b\\u00e9\\uD83D\\ude00"}', { a: 'bé😀' }],
  ['escaped-values', '{"a":"\\u0062","c":{"d":["\\u0065"]}}', { a: 'b', c: { d: ['e'] } }],
  ['escaped-slashes', '{"a":"http:\\/\\/b\\/"}', { a: 'http://b/' }],
  ['exponent', '{"a":2.0483e+4,"b":0e+0,"c":"1"}', { a: 20483, b: 0, c: '1' }],
  ['fraction', '{"a":20483.0,"b":0.5}', { a: 20483, b: 0.5 }],
  ['white-space', ' \t\r\n{ \t\r\n"a" \t\r\n: \t\r\n1 \t\r\n} \t\r\n', { a: 1 }],
  ['reversed', '{"b":{"d":1,"c":[1,2]},"a":1}', { a: 1, b: { c: [1, 2], d: 1 } }],
])('%s', (id, text, value) => {
  expect(spell(value, id)).toBe(text);
});
