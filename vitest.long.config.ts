import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/process/longest-first.js';
import { product } from './vitest.config.ts';

/**
 * Which tests are long: hostile targets, and files called `*.long.test.ts`, such as every dialect, every set-up, crowds and
 * interruptions. All others belong to `npm test`.
 */
export const LONG = ['test/hostile/**/*.test.ts', '{src,test}/**/*.long.test.{ts,tsx}'];

/** Those that take longest. */
const LONGEST = [
  'memory',
  'merge.long',
  'setups.long',
  'crowded.long',
  'guilty-time.long',
  'interruption-points',
  'operators.long',
  'odd-deployments.long',
  'big.long',
  'suite.long',
  'vitest.long',
  'dialects.long',
  'answers',
  'crowd.long',
  'interruption',
  'machine',
  'setups-live.long',
  'webhook',
  'mid-run',
  'blns',
];

/** The tests of `npm run test:all`. Files share their process, as in `npm test`. */
export default defineConfig({
  test: {
    ...product,
    isolate: false,
    include: LONG,
    sequence: { sequencer: longestFirst(LONGEST) },
    reporters: ['default', ['json', { outputFile: 'reports/tests-long.json' }]],
  },
});
