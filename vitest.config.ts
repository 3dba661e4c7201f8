import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What all tests of the product have in common. */
export const product = {
  include: ['{src,test}/**/*.test.{ts,tsx}'],
  // A guard against what hangs, not a measure: machines may be slow.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // One more than there are processors: most tests wait for somebody.
  maxWorkers: availableParallelism() + 1,
  // Most tests play whole runs: collecting young objects less often saves a tenth of the time.
  execArgv: ['--max-semi-space-size=32'],
  globalSetup: ['test/support/process/own-temp-folder.ts'],
};

/**
 * The suites check the deployment that the environment names, or the bundled service:
 * `npx vitest run --project suites`. They set its webhook address, so one file has it at a time.
 */
const suites = {
  name: 'suites',
  include: ['suites/*.test.ts'],
  fileParallelism: false,
  isolate: false,
};

export default defineConfig({
  test: { projects: [{ test: { name: 'product', ...product } }, { test: suites }] },
});
