import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }]],
  },
});
