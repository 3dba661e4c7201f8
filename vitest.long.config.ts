import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from './vitest.config.ts';

/**
 * Which tests are long: hostile targets, and files called `*.long.test.ts`, such as every dialect, every set-up, crowds and
 * interruptions. All others belong to `npm test`.
 */
export const LONG = ['test/hostile/**/*.test.ts', '{src,test}/**/*.long.test.{ts,tsx}'];

/** Half a minute and more each: begun first, so that none of them is waited for alone at the end. */
const LONGEST = /(memory|setups|big|operators|mid-run|odd-deployments|explore|dialects)(\.long)?\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification): number => Number(!LONGEST.test(moduleId));
    return files.toSorted((a, b) => isShort(a) - isShort(b));
  }
}

/** The tests of `npm run test:all`. */
export default defineConfig({
  test: {
    ...whole.test,
    include: LONG,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: 'reports/tests-long.json' }]],
  },
});
