import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Run whole sets of cases: asked last, of what no smaller test has noticed. */
const LARGE = /verdicts|odd-|cases\.test|schedule/;

class SmallFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLarge = ({ moduleId }: TestSpecification): number => Number(LARGE.test(moduleId));
    return files.toSorted((a, b) => isLarge(a) - isLarge(b));
  }
}

/** The tests of the code, without those that run long or watch the time: mutated code is slow. */
export default defineConfig({
  test: {
    include: [`${process.env['MUTATED_FOLDER'] ?? '{src,test}/{engine,cases,dialect}'}/**/*.test.ts`],
    exclude: ['src/engine/judge/json-text-long.test.ts', 'test/engine/refused-deliveries.test.ts'],
    testTimeout: 30_000,
    sequence: { sequencer: SmallFirst },
  },
});
