import { expect, test } from 'vitest';
import { shortPair } from './field.js';

test('two values that differ far behind are shown from shortly before the difference', () => {
  const same = 'x'.repeat(1_000);
  expect(shortPair(`${same}A${same}`, `${same}B${same}`, 100)).toEqual({
    expected: `…${'x'.repeat(40)}A${'x'.repeat(57)}…`,
    received: `…${'x'.repeat(40)}B${'x'.repeat(57)}…`,
  });
  expect(shortPair(`${same}end`, same, 100)).toEqual({
    expected: `…${'x'.repeat(40)}end"`,
    received: `…${'x'.repeat(40)}"`,
  });
});

test('of two values that differ early, the beginning is shown; no character is halved', () => {
  const long = '👋'.repeat(200);
  expect(shortPair(`a${long}`, `b${long}`, 100)).toEqual({
    expected: `"a${'👋'.repeat(48)}…`,
    received: `"b${'👋'.repeat(48)}…`,
  });
  const { expected, received } = shortPair(`${long}a`, `${long}b`, 100);
  expect([expected, received]).toEqual([`…${'👋'.repeat(20)}a"`, `…${'👋'.repeat(20)}b"`]);
  expect(shortPair({ text: 'a' }, { text: undefined })).toEqual({ expected: '{"text":"a"}', received: '{}' });
});
