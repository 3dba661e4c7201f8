import type { CaseContext } from './case-context.js';

/** Releases the answers of a case that were judged. */
export function releaseAnswers({ runState, exchanges }: CaseContext): void {
  for (const exchange of exchanges) runState.compactor.condense(exchange);
}
