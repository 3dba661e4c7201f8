import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Run whole sets of cases: sought out last, by what no smaller test has noticed. */
const LARGE = /verdicts|schedule|waiting/;

class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLarge = ({ moduleId }: TestSpecification): number => Number(LARGE.test(moduleId));
    return files.toSorted((a, b) => isLarge(a) - isLarge(b));
  }
}

/** The tests of the judging code, without those that watch the machine's time: mutated code is slow. */
export default defineConfig({
  test: {
    include: ['src/{engine,cases,dialect}/**/*.test.ts'],
    exclude: ['src/engine/judge/json-text-long.test.ts', 'src/engine/steps/repeated.test.ts'],
    testTimeout: 30_000,
    sequence: { sequencer: SmallFirst },
  },
});
