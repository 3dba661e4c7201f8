import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import { faults } from '../../reference/faults/index.js';
import type { Mutant } from './mutant.js';

/** Each named fault of the reference service: what no change of the description can express. */
export function behaviour(): Mutant[] {
  return Object.entries(faults).map(([name, { summary }]): Mutant => {
    const patterns = AIMS[name];
    return {
      id: `all/behaviour/${name}`,
      family: 'behaviour',
      summary,
      version: null,
      fault: name,
      aims: (one) => patterns === undefined || patterns.some((pattern) => matches(pattern, pathOf(one))),
      ...(TLS.includes(name) && { tls: true }),
    };
  });
}

function pathOf({ id, version }: Case): string {
  return id.slice(version.length + 1);
}

/** Faults of the TLS port. */
const TLS = ['plain-http-served'];

/** Cases, without their version, that must see a fault: globs. A fault that is not here may be seen by any. */
const AIMS: Record<string, string[]> = {};
