import type { Description } from '../../description/types.js';
import { answers, successFlag } from './answers.js';
import { behaviour, discovered } from './behaviour.js';
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
