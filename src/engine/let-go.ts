import type { CaseContext } from './case-context.js';

/** Lets go of the answers of a case that were judged. */
export function letGo({ scope, exchanges }: CaseContext): void {
  for (const exchange of exchanges) scope.condenser.condense(exchange);
}
