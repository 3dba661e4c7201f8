import { expect, test } from 'vitest';
import { CANARY, SPELLINGS } from '../../test/support/hostile/canary.js';
import { createRedactor } from './redact.js';

const redact = createRedactor([CANARY, 'abc']);

test.each(Object.entries(SPELLINGS))('%s, in strings, lists, names and values', (_name, write) => {
  const form = write(CANARY);
  for (const spelling of [form, form.toUpperCase(), form.toLowerCase()]) {
    for (const text of [`before ${spelling} after`, spelling, `"${spelling}"`]) {
      const masked = redact(text);
      expect(masked).toContain('[key]');
      expect(masked.length).toBeLessThan(25);
    }
    expect(JSON.stringify(redact({ [spelling]: [{ deep: `${spelling}|${spelling}` }] })).length).toBeLessThan(
      60,
    );
  }
});

test('spellings may be mixed within one word', () => {
  const mixed = [...CANARY]
    .map((character, at) => [character, `%${hex(character)}`, `&#${character.codePointAt(0)};`][at % 3])
    .join('');
  expect(redact(`a ${mixed.replace('%e9', '%c3%a9')} b`)).toBe('a [key] b');
});

test('base64 of a text around the secret does not give it away', () => {
  for (const before of ['', 'x', 'yz', 'key=']) {
    for (const text of [`${before}${CANARY} and more`, `${before}${CANARY}`]) {
      const masked = redact(Buffer.from(text).toString('base64'));
      expect(masked).toContain('[key]');
      expect(masked.length).toBeLessThan(30);
    }
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

test('a cut in the middle of an escape gives nothing away, however the secret is written', () => {
  const own = createRedactor([CANARY]);
  for (const write of Object.values(SPELLINGS)) {
    const form = write(CANARY);
    const head = write(CANARY.slice(0, 8));
    for (let length = head.length + 6; length < form.length; length += 1)
      expect(own(`before ${form.slice(0, length)}… [900 characters]`)).not.toContain(head.slice(0, 10));
  }
});

test('what is no string, and short secrets, stay as they are', () => {
  expect(redact([1, null, true, 'abc', undefined])).toEqual([1, null, true, 'abc', undefined]);
  const same = { a: 1 };
  expect(createRedactor(['', 'abc'])(same)).toBe(same);
});

test('the time to mask grows with the length of the text and not with its square', () => {
  const many = createRedactor(Array.from({ length: 12 }, (_, n) => `${n}`.repeat(3) + CANARY + n));
  const best = (text: string): number => {
    const times = [1, 2, 3].map(() => {
      const start = performance.now();
      expect(many(text)).toBe(text);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  const piece = 'an ordinary text with 000 and 111cA ';
  const short = best(piece.repeat(5_000));
  // Sixteen times the length; a square would be 256 times the time.
  expect(best(piece.repeat(80_000))).toBeLessThan(100 * short);
});

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
}

test('what holds no secret is handed back as it is, and nothing is changed in place', () => {
  const redact = createRedactor(['s3cr3t-key']);
  const clean = { list: [{ text: 'harmless' }], number: 1 };
  const held = { url: 'https://host/?key=s3cr3t-key', headers: clean };
  const masked = redact(held);
  expect(redact(clean)).toBe(clean);
  expect(masked.headers).toBe(clean);
  expect(masked.url).not.toContain('s3cr3t');
  expect(held.url).toContain('s3cr3t-key');
});
