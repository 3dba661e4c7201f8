import { expect, test } from 'vitest';
import type { KeyChange } from '../cases/types.js';
import { changedKey, partsOf } from './key-changes.js';

const NONCE = 'abcdef0123';

test.each<[KeyChange, key: string, changed: string | null]>([
  ['longer', '0123456789abcdef', '0123456789abcdef0'],
  ['longer', '7', '7abcdef0123'],
  ['longer-before', '0123456789abcdef', '00123456789abcdef'],
  ['longer-before', '7', 'abcdef01237'],
  ['cut-at-end', '0123456789abcdef', '0123456789abcde'],
  ['cut-at-start', '0123456789abcdef', '123456789abcdef'],
  ['cut-in-half', '0123456789abcdef0123', '0123456789'],
  ['cut-in-half', '0123456789', '01234567'],
  ['cut-in-half', '01234567', null],
  ['cut-at-end', '01234567', null],
  ['cut-at-start', '7', null],
  ['other-case', 'aB-1', 'Ab-1'],
  ['other-case', '12-34', null],
  ['blank-before', 'a', ' a'],
  ['blank-after', 'a', 'a '],
])('%s of %s', (change, key, changed) => {
  expect(changedKey(key, change, NONCE)).toBe(changed);
});

test('the parts of a key that are sent are known', () => {
  expect(partsOf('0123456789abcdef')).toEqual(['0123456789abcde', '01234567', '123456789abcdef']);
  expect(partsOf('12345678')).toEqual([]);
});
