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
