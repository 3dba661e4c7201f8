import { casesOf } from '../../cases/derive.js';
import { fits } from '../../cases/filter.js';
import { gapsOf } from '../../cases/statements.js';
import type { Description } from '../../description/types.js';
import { inNaturalOrder } from '../natural-order.js';
import type { Entry } from './entry.js';

/** Every case, by version, group, name and operation. */
export function caseEntries(descriptions: readonly Description[]): Entry[] {
  const sorted = inNaturalOrder(casesOf(descriptions), ({ version, group, name, operation = '' }) => [
    version,
    group,
    name,
    operation,
  ]);
  return sorted.map((testCase): Entry => {
    const { id, version, group, name, operation, level, title, statements, needs } = testCase;
    return {
      line: `${id}  ${level}  ${title}`,
      data: {
        id,
        version,
        group,
        name,
        ...(operation !== undefined && { operation }),
        level,
        title,
        statements,
        gaps: [...new Set(gapsOf(testCase))],
        needs,
      },
      fits: (pattern) => fits(pattern, testCase),
    };
  });
}
