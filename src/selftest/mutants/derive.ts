import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import { namedFaults } from '../../reference/faults/catalogue.js';
import type { NamedFault } from '../../reference/faults/fault.js';
import { errorRows } from './error-rows.js';
import { events } from './events.js';
import type { Mutant } from './mutant.js';
import { requestFieldMutants } from './request-fields.js';
import { responseFieldMutants } from './response-fields.js';
import { lists, responses, successFlag, transport } from './responses.js';
import { routing } from './routing.js';

import { windows } from './windows.js';

/** All mutants that follow from the descriptions, and the named faults, in a stable order. */
export function deriveMutants(descriptions: readonly Description[]): Mutant[] {
  return [
    ...[
      errorRows,
      successFlag,
      responses,
      responseFieldMutants,
      requestFieldMutants,
      routing,
      events,
      lists,
      transport,
      windows,
    ].flatMap((derive) => derive(descriptions)),
    ...behaviour(),
    ...discovered(),
  ];
}

/** Family of the named faults. */
export const BEHAVIOUR = 'behaviour';

/** The named faults of the reference service: what no change of the description can express. */
export function behaviour(): Mutant[] {
  return namedFaults.map(mutantOf);
}

/** Named faults met by a run that does not know the dialect and discovers it. */
function discovered(): Mutant[] {
  return namedFaults
    .filter(({ discovery }) => discovery)
    .map((fault) => ({
      ...mutantOf(fault),
      id: `all/discovered/${fault.name}`,
      family: 'behaviour, the dialect found out',
      discover: true,
    }));
}

function mutantOf(fault: NamedFault): Mutant {
  const { name, summary, kills, stimuli = [], lacks, tls, sockets } = fault;
  return {
    id: `all/behaviour/${name}`,
    family: BEHAVIOUR,
    summary,
    version: null,
    fault: () => fault,
    killedBy: among(kills),
    stimuli: among(stimuli),
    ...(lacks && { lacks }),
    ...(tls && { tls }),
    ...(sockets && { sockets }),
  };
}

function among(patterns: readonly string[]): (testCase: Case) => boolean {
  return ({ id, version }) => patterns.some((pattern) => matches(pattern, id.slice(version.length + 1)));
}
