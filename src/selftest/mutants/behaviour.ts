import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import { namedFaults } from '../../reference/faults/catalogue.js';
import type { Mutant } from './mutant.js';

/** Family of the named faults. */
export const BEHAVIOUR = 'behaviour';

/** Each named fault of the reference service: what no change of the description can express. */
export function behaviour(): Mutant[] {
  return namedFaults.map((fault): Mutant => {
    const { name, summary, kills, stimuli = [], tls, sockets } = fault;
    return {
      id: `all/behaviour/${name}`,
      family: BEHAVIOUR,
      summary,
      version: null,
      fault: () => fault,
      aims: among(kills),
      stimuli: among(stimuli),
      ...(tls && { tls }),
      ...(sockets && { sockets }),
    };
  });
}

function among(patterns: readonly string[]): (testCase: Case) => boolean {
  return ({ id, version }) => patterns.some((pattern) => matches(pattern, id.slice(version.length + 1)));
}
