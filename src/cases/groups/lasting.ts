import type { Description } from '../../description/types.js';
import { walk } from '../routing-model.js';
import type { CaseDraft, NotifiedStep, Step } from '../types.js';
import {
  action,
  fieldOf,
  loggedIn,
  look,
  operationOf,
  operationsOf,
  prepare,
  requestFields,
  routingEvent,
  rowsOf,
  send,
  turns,
  WEBHOOK,
} from '../vocabulary.js';
import { allContent, inboxNeeds } from './employee.js';

/** Nothing but the close ends a selection: as events tell it (section 3). */
export function lasting(description: Description): CaseDraft[] {
  const hours = Object.entries(description.samples.hours ?? {});
  return [
    ...operationsOf(description, 'message').flatMap((operation) => throughRefusals(description, operation)),
    ...hours.map(([name, count]) => selectedFor(description, name, count)),
  ];
}

/** The same as employees see it, who log out meanwhile. */
export function lastingLogOut(description: Description): CaseDraft[] {
  const names = allContent(description);
  const key = 'unset' as const;
  return [
    {
      group: 'storage',
      name: 'selected-through-log-out',
      title: 'A selection outlasts that its employees log out and in again',
      needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        loggedIn(true, key),
        ...turns(description, ['m1'], { key }),
        prepare(description, operationOf(description, 'select'), { key }),
        look('present', ['m1'], names, { key, setup: true }),
        loggedIn(false, key),
        loggedIn(true, key),
        ...turns(description, ['m2', 'm3'], { key }),
        look('present', ['m1', 'm2', 'm3'], names, { key }),
      ],
    },
  ];
}

/** A request of every kind is refused while a destination is selected. */
function throughRefusals(description: Description, operation: string): CaseDraft[] {
  const rows = rowsOf(description, 'wrong-type');
  const select = operationOf(description, 'select');
  const refused = [...operationsOf(description, 'message'), select].flatMap((by): Step[] => {
    const fields = requestFields(description, by);
    const field = fieldOf(fields, 'person') ?? fieldOf(fields, 'content');
    if (field === undefined) return [];
    const body = { kind: 'documented', set: { [field]: [] } } as const;
    return [{ ...send(description, by, { kind: 'refused', rows }, { body }), setup: true }];
  });
  if (rows.length === 0 || fieldOf(requestFields(description, operation), 'content') === undefined) return [];
  return [
    {
      group: 'routing',
      name: 'after-refusals-of-each-kind',
      operation,
      title: `${operation}: refused requests of each kind leave the destination selected`,
      needs: [WEBHOOK],
      steps: [
        prepare(description, operation),
        prepare(description, select),
        ...refused,
        send(description, operation, { kind: 'accepted' }),
        askedOnce(description),
      ],
    },
  ];
}

/** The first message alone asked, for the selection holds. */
function askedOnce(description: Description): NotifiedStep {
  const event = routingEvent(description);
  const due = walk(description.routing, ['message', 'select', 'message']);
  return {
    do: 'notified',
    event,
    user: 'a',
    times: due.filter(({ sends }) => sends === event).length,
    settles: true,
  };
}

function selectedFor(description: Description, name: string, hours: number): CaseDraft {
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `selected-for-${name}`,
    title: `A message ${hours} ${hours === 1 ? 'hour' : 'hours'} after the selection asks for no destination`,
    needs: [WEBHOOK, action('advance_clock')],
    phase: 'clock',
    steps: [
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      { do: 'clock', hours },
      send(description, message, { kind: 'accepted' }),
      askedOnce(description),
    ],
  };
}
