import type { Step } from '../cases/types.js';
import type { CaseContext } from './case-context.js';
import type { Exchange } from './world.js';

/** Lets go of the answers of a case that none of the steps which are left looks at. */
export function letGo({ scope, description, named, exchanges }: CaseContext, left: readonly Step[]): void {
  const looked = new Set(left.flatMap((step) => (step.do === 'field' ? [step.of] : [])));
  const needed = new Set<Exchange>();
  for (const [name, sent] of named) {
    if (looked.has(name)) needed.add(sent.exchange);
    else sent.answer = null;
  }
  for (const exchange of exchanges)
    if (!needed.has(exchange)) scope.condenser.condense(exchange, description, scope.world.reader);
}
