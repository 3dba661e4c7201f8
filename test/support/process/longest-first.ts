import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begins with the files of these names, in this order: none of them is waited for alone at the end. */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification): number => {
    const at = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return at < 0 ? names.length : at;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return files.toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
