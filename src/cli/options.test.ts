import { Command } from 'commander';
import { beforeAll, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.js';
import type { Configuration } from '../configuration/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { packageRoot } from '../package-root.js';
import { runOptions } from './options.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/** The configuration of a command line, by way of the parser that a user's goes through. */
function configured(args: string[], env: Record<string, string> = {}): Promise<Configuration> {
  const command = new Command().exitOverride();
  runOptions(command);
  command.parse(args, { from: 'user' });
  return loadConfiguration({ flags: command.opts(), env, cwd: packageRoot(), descriptions });
}

test.each([
  [[], ['1.0', '1.2']],
  [
    ['--api-version', 'all'],
    ['1.0', '1.2'],
  ],
  [
    ['--api-version', '1.0', 'all'],
    ['1.0', '1.2'],
  ],
  [['--api-version', '1.2'], ['1.2']],
  [
    ['--api-version', '1.2', '--api-version', '1.0'],
    ['1.0', '1.2'],
  ],
])('the versions of %j are %j', async (args, versions) => {
  expect((await configured(args)).target.versions).toEqual(versions);
});

test.each<[string[], Record<string, string>, { color: boolean; input: boolean }]>([
  [[], {}, { color: true, input: true }],
  [[], { CONFORM_COLOR: 'no', CONFORM_INPUT: '0' }, { color: false, input: false }],
  [[], { CONFORM_NO_COLOR: '1', CONFORM_NO_INPUT: 'yes' }, { color: false, input: false }],
  [[], { CONFORM_COLOR: 'yes', CONFORM_INPUT: '1' }, { color: true, input: true }],
  [[], { CONFORM_NO_COLOR: 'no', CONFORM_NO_INPUT: '0' }, { color: true, input: true }],
  [[], { CONFORM_COLOR: 'yes', CONFORM_NO_COLOR: 'yes' }, { color: false, input: true }],
  [['--no-color', '--no-input'], {}, { color: false, input: false }],
  [['--no-color'], { CONFORM_COLOR: 'yes', CONFORM_NO_COLOR: 'no' }, { color: false, input: true }],
  [['--no-input'], { CONFORM_INPUT: 'x' }, { color: true, input: false }],
])('%j with %j: %o', async (args, env, output) => {
  expect((await configured(args, env)).output).toMatchObject(output);
});

test.each(['CONFORM_COLOR', 'CONFORM_INPUT', 'CONFORM_NO_COLOR', 'CONFORM_NO_INPUT'])(
  'a wrong value of %s is a mistake',
  async (name) => {
    await expect(configured([], { [name]: 'x' })).rejects.toThrow(
      `${name}: "x" is neither yes nor no; expected true or false`,
    );
  },
);
