import { configDefaults, defineConfig } from 'vitest/config';
import whole from './vitest.config.ts';
import { LONG } from './vitest.long.config.ts';

/** `npm test`: all that one wants to know between two edits. What takes longer is left to `npm run test:all`. */
export default defineConfig({
  test: { ...whole.test, exclude: [...configDefaults.exclude, ...LONG] },
});
