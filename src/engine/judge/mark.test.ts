import { expect, test } from 'vitest';
import { Mark } from './mark.js';

const escapesOf = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
    .map((digits) => `\\u${digits}`)
    .join('');
const holds = (mark: string, body: string): boolean => new Mark(mark).isIn(Buffer.from(body));

test.each([
  ['as it is', '{"user":"u-0af3-17"}'],
  ['in capitals', '{"user":"U-0AF3-17"}'],
  ['in escapes', `{"user":"${escapesOf('u-0af3-17')}"}`],
  ['in escapes with capital digits', '{"user":"\\u0075\\u002D\\u0030af3-17"}'],
  ['in escapes of capitals', `{"user":"${escapesOf('U-0AF3-17')}"}`],
  ['partly in escapes', '{"user":"u\\u002d0\\u0061f3-17"}'],
])('a text is found %s', (_, body) => {
  expect(holds('u-0af3', body)).toBe(true);
  expect(holds('u-0af4', body)).toBe(false);
});

test('characters that mean something in a pattern, or lie beyond the basic plane, are found as well', () => {
  for (const text of ['a.b*(c)?[d]', 'a\\d', '$1^', 'Grüße 😀 2', 'a/b-c'])
    for (const body of [`x ${text} y`, `{"text":"${escapesOf(text)}","more":1}`]) {
      expect(holds(text, body), text).toBe(true);
      expect(holds(`${text}!`, body), text).toBe(false);
    }
  expect(holds('a.b', 'acb \\u0061')).toBe(false);
});
