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
  'setups.long',
  'memory',
  'webhook',
  'mid-run',
  'responses',
  'operators.long',
  'contents',
  'explore.long',
  'documented.long',
  'interrupted-waits',
  'interruption',
  'interruption-points',
  'evidence.long',
  'served.long',
  'guilty-time.long',
  'serve-screen.long',
  'secrets',
  'machine',
  'odd-deployments.long',
  'big.long',
  'axe.long',
  'merge.long',
  'driver-streams',
  'distance.long',
  'selftest.long',
  'vitest-runner.long',
  'cli/serve.long',
  'held-up',
  'queues.long',
  'random-services.long',
  'crowded.long',
  'console.long',
  'exchanges.long',
  'verdicts.long',
  'blns',
  'headline.long',
  'setups-live.long',
  'console/state.long',
  'reference-memory',
];

/** The tests of `npm run test:long`. Files share their process, as in `npm test`. */
export default defineConfig({
  test: {
    ...product,
    isolate: false,
    include: LONG,
    exclude: [...configDefaults.exclude, ...(EXHAUSTIVE ? [] : ON_NEWER_NODE)],
    sequence: { sequencer: longestFirst(LONGEST) },
    reporters: ['default', ['json', { outputFile: 'reports/tests-long.json' }]],
  },
});
