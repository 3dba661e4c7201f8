import { gapsOf, matches } from '../../../src/cases/statements.js';
import type { Case } from '../../../src/cases/types.js';
import type { Description } from '../../../src/description/types.js';

/**
 * What is not accounted for: cases that cover no statement or gap; statements whose patterns match no case; and gaps that
 * nothing answers, in any version, without a reason.
 */
export function unaccounted(descriptions: readonly Description[], cases: readonly Case[]): string[] {
  const filled = new Set(cases.flatMap(gapsOf));
  return descriptions.flatMap((description) => {
    const own = cases.filter(({ version }) => version === description.version);
    const paths = own.map(({ id }) => id.slice(description.version.length + 1));
    return [
      ...own
        .filter((testCase) => testCase.statements.length === 0 && gapsOf(testCase).length === 0)
        .map(({ id }) => `The case ${id} belongs to no statement and fills no gap.`),
      ...own
        .flatMap((testCase) => gapsOf(testCase).map((gap) => ({ testCase, gap })))
        .filter(({ gap }) => !description.gaps[gap])
        .map(({ testCase, gap }) => `The case ${testCase.id} fills the gap "${gap}", which is not listed.`),
      ...Object.entries(description.gaps)
        .filter(([id, { from, unobservable }]) => !from && !unobservable && !filled.has(id))
        .map(([id]) => `The gap "${id}" is answered by no case, and does not say by what else or why not.`),
      ...Object.entries(description.statements).flatMap(([id, { cases: patterns }]) =>
        (patterns ?? [])
          .filter((pattern) => !paths.some((path) => matches(pattern, path)))
          .map(
            (pattern) =>
              `The pattern "${pattern}" of statement "${id}" matches no case of version ${description.version}.`,
          ),
      ),
    ];
  });
}
