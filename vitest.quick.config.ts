import { configDefaults, defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/process/longest-first.js';
import { product } from './vitest.config.ts';
import { LONG } from './vitest.long.config.ts';

/** Those that take longest. */
const LONGEST = [
  'cli/cli',
  'cases/descriptions',
  'http/transport',
  'reporters/evidence',
  'run/operator-side',
  'run/discovery',
  'reporters/finding',
  'webhook/catcher',
  'engine/schedule',
  'reporters/markup',
  'description/load',
  'explore/draw',
  'cli/doctor',
  'reporters/machine-formats',
  'cli/trigger',
  'api/check',
  'operator/exec',
];

/**
 * `npm test`: all that one wants to know between two edits. What takes longer is left to `npm run test:all`. Files share
 * their process, and so what they import: to load it anew for each would cost more than the tests.
 */
export default defineConfig({
  test: {
    ...product,
    isolate: false,
    exclude: [...configDefaults.exclude, ...LONG],
    sequence: { sequencer: longestFirst(LONGEST) },
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
