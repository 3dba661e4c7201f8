import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import { namedFaults } from '../../reference/faults/catalogue.js';
import { answers, successFlag } from './answers.js';
import { errorRows } from './error-rows.js';
import { events } from './events.js';
import type { Mutant } from './mutant.js';
import { requestFieldMutants } from './request-fields.js';
import { responseFieldMutants } from './response-fields.js';
import { routing } from './routing.js';
import { lists, transport } from './served.js';
import { windows } from './windows.js';

/** All mutants that follow from the descriptions, and the named faults, in a stable order. */
export function deriveMutants(descriptions: readonly Description[]): Mutant[] {
  return [
    ...[
      errorRows,
      successFlag,
      answers,
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

/** Faults in what discovery rests on: globs over the names of faults. */
const RESTED_ON = [
  'errors-*',
  'address-{refused-*,unchecked}',
  'selection-never-asked',
  'selection-asked-{by-own-name,for-*}',
  'event-{not-json,by-get,by-put}',
  'close-untold',
  'code-swapped',
];

/**
 * Named faults met by a run that knows nothing of the dialect: it finds the dialect out by what the service does, and
 * must say what is wrong with that all the same.
 */
function discovered(): Mutant[] {
  const isRestedOn = ({ id }: Mutant): boolean =>
    RESTED_ON.some((glob) => matches(glob, id.split('/').at(-1) ?? ''));
  return behaviour()
    .filter(isRestedOn)
    .map((mutant) => ({
      ...mutant,
      id: mutant.id.replace(mutant.family, 'discovered'),
      family: 'behaviour, the dialect found out',
      discover: true,
    }));
}
