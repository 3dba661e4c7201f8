import { expect, test } from 'vitest';
import type { Description } from '../description/types.js';
import { statementMatcher } from './statements.js';

test('a case is claimed by patterns of its group and by those of several, once by each statement', () => {
  const patterns = {
    own: ['a/*', 'a/x'],
    other: ['b/**'],
    either: ['{a,b}/x'],
    any: ['*/x'],
    all: ['**'],
    silent: undefined,
  };
  const statements = Object.fromEntries(Object.entries(patterns).map(([id, cases]) => [id, { cases }]));
  const capabilities = statementMatcher({ statements } as unknown as Description);
  expect(capabilities('a/x')).toEqual(['own', 'either', 'any', 'all']);
  expect(capabilities('b/x')).toEqual(['other', 'either', 'any', 'all']);
  expect(capabilities('b/y')).toEqual(['other', 'all']);
  expect(capabilities('c/y')).toEqual(['all']);
});
