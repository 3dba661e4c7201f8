import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { conformHere } from '../../test/support/process/command-here.js';

test('when no mutant fits, nothing is tried and nothing is proven', async () => {
  const { code, stdout, stderr } = await conformHere(tmpdir(), ['selftest', '--grep', 'no-such-mutant']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('--grep: matches none of the');
});
