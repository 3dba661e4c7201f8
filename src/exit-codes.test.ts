import { expect, test } from 'vitest';
import { BY_GRAVITY, EXIT, gravestExit } from './exit-codes.js';

test('every code of a run has its place by gravity', () => {
  expect([...BY_GRAVITY].sort((a, b) => a - b)).toEqual(Object.values(EXIT));
});

test('of several codes the gravest is said; of none, that all is well', () => {
  expect(gravestExit([EXIT.incomplete, EXIT.SIGINT, EXIT.checkerError])).toBe(EXIT.SIGINT);
  expect(gravestExit([EXIT.incomplete, EXIT.violated, EXIT.passed])).toBe(EXIT.violated);
  expect(gravestExit([])).toBe(EXIT.passed);
});
