import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    globalSetup: ['src/testing/own-temp-folder.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
