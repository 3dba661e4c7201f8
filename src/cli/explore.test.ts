import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { conformHere } from '../../test/support/process/command-here.js';
import { loadDescriptions } from '../description/load.js';

const [first] = await loadDescriptions();
const version = first?.version ?? '';

test.each([
  [['explore', '--walks', '0'], '--walks'],
  [['explore', '--for', 'soon'], '--for'],
  [['explore', '--exhaustive', '99'], '--exhaustive'],
  [['explore', '--exhaustive', '3', '--concurrent'], '--concurrent'],
  [['explore', '--walk', '3'], "unknown option '--walk'"],
  [['replay', 'nowhere'], 'is not a walk'],
  [['replay', `${version}/walks/dance`], '"dance" is not a move'],
])('what is wrong on the command line is said: %s', async (args, said) => {
  const { code, stderr } = await conformHere(tmpdir(), args);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});
