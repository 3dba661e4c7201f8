import type { Description } from '../description/types.js';
import type { Expectation, RequestPlan } from './request-plan.js';
import { send } from './steps.js';
import type { CaseDraft, Need } from './types.js';

/** A case of one request that is judged. */
export function requestCase(
  description: Description,
  name: string,
  operation: string,
  title: string,
  expect: Expectation,
  plan: Partial<RequestPlan> = {},
  needs: Need[] = [],
): CaseDraft {
  return {
    group: 'requests',
    name,
    operation,
    title: `${operation} ${title}`,
    needs,
    steps: [send(description, operation, expect, plan)],
  };
}
