import { expect, test } from 'vitest';
import { fill, sampleBody } from './samples.js';
import type { Field } from './types.js';

const placeholders = { nonce: 'z' };

test('names in braces are filled wherever they stand, unknown ones stay', () => {
  const filled = fill({ a: ['{x} and {y}', 1, null], b: { c: '{z}{x}' } }, { x: 'X', y: '{x}' });
  expect(filled).toEqual({ a: ['X and {x}', 1, null], b: { c: '{z}X' } });
});

test('a sample holds every field: the user, the destination, its example, else a value of its type', () => {
  const fields: [string, Field][] = [
    ['who', { type: 'string', role: 'user', section: '2' }],
    ['to', { type: 'string', role: 'destination-id', section: '2', example: 'd-{nonce}' }],
    ['kind', { type: 'string', role: 'destination-kind', section: '2' }],
    ['text', { type: 'string', section: '2', example: '{zigzag}{n} of {user}, {nonce}' }],
    ['size', { type: 'number', section: '2' }],
  ];
  const known = { who: 'u', text: 'a1 of u, z', size: 1 };
  expect(sampleBody(fields, { user: 'u', placeholders })).toEqual({ ...known, to: 'd-z', kind: 'sample' });
  expect(sampleBody(fields, { user: 'u', placeholders, destination: { id: 'd', kind: 'k' } })).toEqual({
    ...known,
    to: 'd',
    kind: 'k',
  });
});
