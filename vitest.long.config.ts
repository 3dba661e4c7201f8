import { configDefaults, defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/process/longest-first.js';
import { EXHAUSTIVE } from './test/support/share.js';
import { product } from './vitest.config.ts';

/**
 * Which tests are long: hostile targets, and files called `*.long.test.ts`, such as odd deployments, every set-up, crowds,
 * interruptions, the console and the sandbox. All others belong to `npm test`.
 */
export const LONG = ['test/hostile/**/*.test.ts', '{src,test}/**/*.long.test.{ts,tsx}'];

/** What a change meets on a newer Node only (`npm run test:node24`). */
const ON_NEWER_NODE = ['test/run/big.long.test.ts'];

/** Those that take longest. */
const LONGEST = [
  'memory',
  'setups.long',
  'verdicts.long',
  'serve-screen.long',
  'console.long',
  'merge.long',
  'guilty-time.long',
  'after-a-day.long',
  'vitest-runner.long',
  'operators.long',
  'second-response',
  'responses',
  'blns',
  'mid-run',
  'webhook',
  'wrong-setups.long',
  'cli/serve.long',
  'console/state.long',
  'interruption-points',
  'reference-memory',
  'big.long',
  'setups-live.long',
  'crowded.long',
  'odd-deployments.long',
  'distance.long',
  'interruption',
  'contents',
  'axe.long',
  'secrets',
  'held-up',
];

/** The tests of `npm run test:long`. Files share their process, as in `npm test`. */
export default defineConfig({
  test: {
    ...product,
    isolate: false,
    // A guard against a test that hangs, not a measure: machines may be slow.
    testTimeout: 120_000,
    include: LONG,
    exclude: [...configDefaults.exclude, ...(EXHAUSTIVE ? [] : ON_NEWER_NODE)],
    sequence: { sequencer: longestFirst(LONGEST) },
    reporters: ['default', ['json', { outputFile: 'reports/tests-long.json' }]],
  },
});
