import type { Duty, Step } from '../../cases/types.js';
import { operationOf, operationsOf } from '../../cases/vocabulary.js';
import type { CaseContext } from '../case-context.js';

/** The duty that a violation found by this step is a breach of; null: a law of its own. */
export function dutyOf({ description, named }: CaseContext, step: Step): Duty | null {
  switch (step.do) {
    case 'send':
      return {
        kind: step.expect.kind === 'accepted' ? 'accepted' : 'refused',
        about: step.request.operation,
      };
    case 'address':
      return { kind: 'accepted', about: operationOf(description, 'address') };
    case 'notified':
      return { kind: 'due', about: step.event };
    case 'inbox': {
      const sent = named.get(step.holds[0] ?? '')?.exchange.operation;
      const [first] = operationsOf(description, 'message');
      return { kind: 'delivered', about: sent ?? first ?? '' };
    }
    default:
      return null;
  }
}
