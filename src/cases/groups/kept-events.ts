import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { operationOf, prepare, routingEvent, WEBHOOK } from '../vocabulary.js';

/** Whether what users are asked while no address is set is kept as replies are, is not shown (section 6). */
export function keptEvents(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const key = { key: 'unset' as const };
  return [
    {
      group: 'storage',
      name: 'event-kept',
      operation,
      title: `${routingEvent(description)} for a ${operation} sent while no address is set, once one is set`,
      needs: [WEBHOOK, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        { do: 'address', label: null, ...key, setup: true },
        prepare(description, operation, key),
        { do: 'address', label: 'late', ...key, setup: true },
        {
          do: 'notified',
          event: routingEvent(description),
          user: 'a',
          times: { atLeast: 0, atMost: 1, gap: 'events-kept' },
          settles: true,
        },
      ],
    },
  ];
}
