import { configDefaults, defineConfig } from 'vitest/config';
import whole from './vitest.config.ts';
import { LONG } from './vitest.long.config.ts';

/**
 * `npm test`: all that one wants to know between two edits. What takes longer is left to `npm run test:all`. Files share
 * their process, and so what they import: to load it anew for each would cost more than the tests.
 */
export default defineConfig({
  test: { ...whole.test, isolate: false, exclude: [...configDefaults.exclude, ...LONG] },
});
