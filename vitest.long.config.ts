import { defineConfig } from 'vitest/config';
import whole from './vitest.config.ts';

/**
 * Which tests are long: hostile targets, and files called `*.long.test.ts`, such as every dialect, every set-up, crowds and
 * interruptions. All others belong to `npm test`.
 */
export const LONG = ['test/hostile/**/*.test.ts', '{src,test}/**/*.long.test.{ts,tsx}'];

/** The tests of `npm run test:all`. */
export default defineConfig({
  test: {
    ...whole.test,
    include: LONG,
    reporters: ['default', ['json', { outputFile: 'reports/tests-long.json' }]],
  },
});
