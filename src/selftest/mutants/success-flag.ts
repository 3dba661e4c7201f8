import type { Case } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import type { Reply } from '../../reference/requests/call.js';
import type { Mutant } from './mutant.js';
import { isAt, type Place, placesOf, withBody } from './place.js';

/** The flag of success, wrong in the answers of one operation, and successes under a wrong status (sections 2 and 4). */
export function successFlag(descriptions: readonly Description[]): Mutant[] {
  return placesOf(descriptions).flatMap(({ description, place }) => {
    const { field } = description.success;
    return Object.entries(CHANGES).flatMap(([change, apply]) =>
      (['success', 'error'] as const).map((on): Mutant => {
        const isDue = ({ status }: Reply): boolean =>
          (status === description.http.successStatus) === (on === 'success');
        return {
          id: `${place.version}/flag/${on}/${place.operation}/${change}`,
          family: `flag of ${on}: ${change}`,
          summary: `"${field}" is ${change} in every ${on} of ${place.operation}`,
          version: place.version,
          fault: () => ({
            summary: '',
            hook: ({ respond }) => ({
              respond(due, call) {
                const reply = respond(due, call);
                return isAt(call, place) && isDue(reply)
                  ? withBody(reply, apply(reply.body, field, on === 'success'))
                  : reply;
              },
            }),
          }),
          aims: (testCase) => judgesFlag(testCase, place),
        };
      }),
    );
  });
}

type Body = Reply['body'];

const CHANGES: Record<string, (body: Body, flag: string, due: boolean) => Body> = {
  missing: (body, flag) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== flag)),
  inverted: (body, flag, due) => ({ ...body, [flag]: !due }),
  'a text': (body, flag, due) => ({ ...body, [flag]: String(due) }),
};

function judgesFlag({ version, steps }: Case, place: Place): boolean {
  return (
    version === place.version &&
    steps.some(
      (step) => step.do === 'invariant' && step.rule === 'success-flag' && step.operation === place.operation,
    )
  );
}
