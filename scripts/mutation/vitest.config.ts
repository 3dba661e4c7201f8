import { defineConfig } from 'vitest/config';

/** The tests of the judging code, without those that watch the time: mutated code is slow. */
export default defineConfig({
  test: {
    include: ['src/{engine,cases,dialect}/**/*.test.ts'],
    exclude: [
      'src/engine/judge/json-text-long.test.ts',
      'src/engine/schedule.test.ts',
      'src/engine/waiting.test.ts',
      'src/engine/steps/repeated.test.ts',
    ],
    testTimeout: 30_000,
  },
});
