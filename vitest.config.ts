import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Two at least: most tests wait for somebody, and on two processors Vitest would take them one by one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['test/support/process/own-temp-folder.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
