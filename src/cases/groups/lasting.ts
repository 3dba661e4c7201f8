import type { Description } from '../../description/types.js';
import { walk } from '../routing-model.js';
import type { CaseDraft } from '../types.js';
import {
  action,
  loggedIn,
  look,
  operationOf,
  prepare,
  routingEvent,
  send,
  turns,
  WEBHOOK,
} from '../vocabulary.js';
import { allContent, inboxNeeds } from './employee.js';
import { askedOnce } from './refused.js';

/** Time neither ends a selection nor makes a second message the first: as events tell it (section 3). */
export function lasting(description: Description): CaseDraft[] {
  const hours = Object.entries(description.samples.hours ?? {});
  return hours.flatMap(([name, count]) => [
    selectedFor(description, name, count),
    unselectedFor(description, name, count),
  ]);
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

function selectedFor(description: Description, name: string, hours: number): CaseDraft {
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `selected-for-${name}`,
    title: `A message ${after(hours)} the selection asks for no destination`,
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

function unselectedFor(description: Description, name: string, hours: number): CaseDraft {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const [, second] = walk(description.routing, ['message', 'message']);
  const due = second?.sends === event;
  return {
    group: 'routing',
    name: `second-message-after-${name}`,
    title: `A second message ${after(hours)} the first ${due ? 'asks for a destination again' : 'asks for no destination again'}`,
    needs: [WEBHOOK, action('advance_clock')],
    phase: 'clock',
    steps: [
      prepare(description, message),
      { do: 'clock', hours },
      send(description, message, { kind: 'accepted' }),
      { do: 'notified', event, user: 'a', times: due ? 2 : 1, settles: true },
    ],
  };
}

function after(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} after`;
}
