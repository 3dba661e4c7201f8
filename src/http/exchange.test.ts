import { expect, test } from 'vitest';
import { twoPartsOf } from './exchange.js';

test.each([
  ['{"a":1}', ['{"a', '":1}']],
  ['', ['', '']],
])('%j without characters of several bytes is cut in the middle', (text, parts) => {
  expect(twoPartsOf(Buffer.from(text)).map((part) => Buffer.from(part).toString())).toEqual(parts);
});

test.each(['ab€', 'a😀b', 'ß'])('%j is cut inside its first character of several bytes', (text) => {
  const [first, second] = twoPartsOf(Buffer.from(text));
  expect(Buffer.concat([first, second]).toString()).toBe(text);
  for (const part of [first, second])
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(part)).toThrow();
});
