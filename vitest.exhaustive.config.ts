import { defineConfig, mergeConfig } from 'vitest/config';

// Read by the configuration of the long tests, and by the processes that run them.
process.env.CONFORM_TESTS = 'exhaustive';
const { default: long } = await import('./vitest.long.config.ts');

/** The tests of `npm run test:exhaustive`: the long ones, whose sweeps leave nothing out. */
export default mergeConfig(
  long,
  defineConfig({
    test: {
      testTimeout: 600_000,
      reporters: ['default', ['json', { outputFile: 'reports/tests-exhaustive.json' }]],
    },
  }),
);
