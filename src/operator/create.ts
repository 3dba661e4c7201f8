import type { OperatorSettings } from '../configuration/types.js';
import type { Operator } from '../engine/ports.js';
import { createHttpOperator } from './http.js';
import { noOperator } from './none.js';

export interface OperatorContext {
  /** Values that no child may see in its environment. */
  secrets: readonly string[];
  /** False: nothing may be asked. */
  input: boolean;
}

/** The driver of the employee's side that the configuration names. */
export function createOperator(settings: OperatorSettings, _context: OperatorContext): Operator {
  switch (settings.kind) {
    case 'http':
      return createHttpOperator(settings);
    default:
      return noOperator;
  }
}
