import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import { faultNames, loadFault } from '../../reference/faults/catalogue.js';
import { AIMS, RACES, STIMULI, TLS } from './behaviour-aims.js';
import type { Mutant } from './mutant.js';

/** Family of the named faults. */
export const BEHAVIOUR = 'behaviour';

/** Each named fault of the reference service: what no change of the description can express. */
export function behaviour(): Promise<Mutant[]> {
  return Promise.all(
    faultNames().map(async (name): Promise<Mutant> => {
      const fault = await loadFault(name);
      const among = (table: typeof AIMS) => {
        const patterns = table.find(([glob]) => matches(glob, name))?.[1] ?? [];
        return (one: Case): boolean => patterns.some((pattern) => matches(pattern, pathOf(one)));
      };
      return {
        id: `all/behaviour/${name}`,
        family: BEHAVIOUR,
        summary: fault.summary,
        version: null,
        fault: () => fault,
        aims: among(AIMS),
        stimuli: among(STIMULI),
        ...(TLS.includes(name) && { tls: true }),
        ...(RACES.some((glob) => matches(glob, name)) && { sockets: true }),
      };
    }),
  );
}

function pathOf({ id, version }: Case): string {
  return id.slice(version.length + 1);
}
