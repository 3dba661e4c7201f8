import type { Description } from '../../description/types.js';
import { walk } from '../routing-model.js';
import type { CaseDraft, Step } from '../types.js';
import {
  action,
  comes,
  employeeEvents,
  loggedIn,
  look,
  operate,
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

/** However long a conversation rests: what comes then is told. */
export function toldAfterTime(description: Description): CaseDraft[] {
  const rules = employeeEvents(description);
  const message = operationOf(description, 'message');
  const reports = Object.keys(description.events).filter(
    (name) => description.events[name]?.cause.kind === 'delivery',
  );
  return Object.entries(description.samples.hours ?? {}).map(([name, hours]) => ({
    group: 'events',
    name: `told-after-${name}`,
    title: `What employees do ${after(hours)} the selection is told, and that they got what was kept until then`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      { kind: 'online' },
      ...rules.map((rule) => action(rule.action)),
    ],
    phase: 'clock',
    steps: [
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      prepare(description, message, { user: 'b' }),
      { do: 'clock', hours },
      ...rules.flatMap((rule): Step[] => [
        operate(rule.action, rule.parameters, { as: rule.event }),
        comes(rule, rule.event),
      ]),
      prepare(description, operationOf(description, 'select'), { user: 'b' }),
      ...reports.map(
        (event): Step => ({
          do: 'notified',
          event,
          user: 'b',
          times: { atLeast: 1, atMost: Number.MAX_SAFE_INTEGER, gap: 'delivery-name' },
        }),
      ),
    ],
  }));
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
