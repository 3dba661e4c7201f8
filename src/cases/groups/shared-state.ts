import type { Description } from '../../description/types.js';
import { STATE_ACROSS_VERSIONS } from '../concurrency/readings.js';
import type { CaseDraft, Need, NotifiedStep } from '../types.js';
import { operationOf, prepare, routingEvent, send, WEBHOOK } from '../vocabulary.js';

/** Whether a selection, or an address, of one version counts in another is not shown (sections 3, 4 and 9): here every message asks. */
export function sharedState(description: Description, other: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const { version } = other;
  const needs: Need[] = [WEBHOOK, { kind: 'version', version }];
  const event = routingEvent(description);
  const key = 'unset';
  const open = (gap: string): NotifiedStep => ({
    do: 'notified',
    event,
    user: 'a',
    times: { atLeast: 0, atMost: 1, gap },
    settles: true,
  });
  return [
    {
      group: 'versions',
      name: `shared-state-${version}`,
      operation,
      title: `${operation} in ${description.version} after a destination was selected in ${version}`,
      needs,
      steps: [
        send(other, operationOf(other, 'select'), { kind: 'documented' }, { version }),
        prepare(description, operation),
        open(STATE_ACROSS_VERSIONS),
      ],
    },
    {
      group: 'versions',
      name: `shared-address-${version}`,
      operation,
      title: `${event} for ${operation} in ${description.version} where an address is set in ${version} alone`,
      needs: [...needs, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        { do: 'address', label: null, key, setup: true },
        { do: 'address', label: 'late', key, version, setup: true },
        prepare(description, operation, { key }),
        open('address-across-versions'),
      ],
    },
  ];
}
