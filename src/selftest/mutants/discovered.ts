import { matches } from '../../cases/statements.js';
import { behaviour } from './behaviour.js';
import type { Mutant } from './mutant.js';

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
 * Named faults met by a run that is told nothing of the dialect: it finds the dialect out by what the service does, and
 * must say what is wrong with that all the same.
 */
export function discovered(): Mutant[] {
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
