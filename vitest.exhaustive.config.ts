import { defineConfig, mergeConfig } from 'vitest/config';

process.env.CONFORM_TESTS = 'exhaustive';
const { default: long } = await import('./vitest.long.config.ts');

/** The tests of `npm run test:exhaustive`: the long ones, whose sweeps leave nothing out. */
export default mergeConfig(
  long,
  defineConfig({
    test: {
      env: { CONFORM_TESTS: 'exhaustive' },
      testTimeout: 600_000,
      reporters: ['default', ['json', { outputFile: 'reports/tests-exhaustive.json' }]],
    },
  }),
);
