import { expect, test } from 'vitest';
import { encodingsOf } from './encodings.js';
import { createRedactor } from './redact.js';

const KEY = 'kE7/x+Zq"9&mN<4vT_é-w2';
const redact = createRedactor([KEY, 'abc']);

test('every spelling is masked, in strings, lists, keys and values', () => {
  for (const form of encodingsOf(KEY).filter(({ length }) => length >= 4)) {
    for (const one of [form, form.toUpperCase(), form.toLowerCase()]) {
      expect(redact(`before ${one} after`)).toBe('before [key] after');
      expect(redact({ [one]: [{ deep: `${one}${one}` }] })).toEqual({ '[key]': [{ deep: '[key][key]' }] });
    }
  }
});

test('base64 of a text around the secret does not give it away', () => {
  for (const before of ['', 'x', 'yz', 'key=']) {
    const text = Buffer.from(`${before}${KEY} and more`).toString('base64');
    const masked = redact(text);
    expect(masked).toContain('[key]');
    expect(Buffer.from(masked.split('[key]')[1] ?? '', 'base64').toString('latin1')).not.toContain('w2');
  }
});

test('what a cut leaves of a secret goes too, from eight characters on', () => {
  const key = '0123456789abcdef0123456789abcdef';
  const own = createRedactor([key]);
  for (let length = 8; length <= key.length; length += 1) {
    expect(own(`text ${key.slice(0, length)}`)).toBe('text [key]');
    expect(own(`"text ${key.slice(0, length)}…", more`)).toBe('"text [key]…", more');
  }
  expect(own('01234567 stands here by chance')).toBe('01234567 stands here by chance');
  expect(own('it ends in 0123')).toBe('it ends in 0123');
});

test('what is no string, and short secrets, stay as they are', () => {
  expect(redact([1, null, true, 'abc', undefined])).toEqual([1, null, true, 'abc', undefined]);
  const same = { a: 1 };
  expect(createRedactor(['', 'abc'])(same)).toBe(same);
});

test('ten megabytes are masked in a moment', () => {
  const many = createRedactor(Array.from({ length: 12 }, (_, n) => `${n}`.repeat(3) + KEY + n));
  const text = 'an ordinary text with 000 and 111kE '.repeat(300_000);
  const start = performance.now();
  expect(many(text)).toBe(text);
  expect(performance.now() - start).toBeLessThan(3_000);
});
