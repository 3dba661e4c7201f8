import type { Description } from '../../description/types.js';
import type { CaseDraft, OperatorStep, Step } from '../types.js';
import {
  action,
  closing,
  comes,
  fieldOf,
  look,
  operate,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  tried,
  WEBHOOK,
} from '../vocabulary.js';
import { allContent, inboxNeeds } from './employee.js';

/** User ids of every shape, each with a twin that a service may take for it (section 1): what employees see. */
export function exactUsers(description: Description): CaseDraft[] {
  const names = allContent(description);
  return twins(description, 'employee', ({ write, choose }) => ({
    needs: inboxNeeds([...names, description.employee.user]),
    steps: [
      write(0, 'a', 'own'),
      write(1, 'b', 'foreign'),
      choose('a'),
      choose('b'),
      look('present', ['own'], names, { without: ['foreign'] }),
      look('present', ['foreign'], names, { user: 'b', without: ['own'] }),
    ],
  }));
}

/** The same for events that ask for a destination, and for whom they ask. */
export function routedUsers(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  return twins(description, 'routing', ({ write, choose }) => ({
    needs: [WEBHOOK],
    steps: [
      write(0, 'a'),
      { do: 'notified', event, user: 'a', times: 1 },
      choose('a'),
      write(1, 'b'),
      { do: 'notified', event, user: 'b', times: 1 },
      write(1, 'a'),
      { do: 'notified', event, user: 'a', times: 1, settles: true },
    ],
  }));
}

/** The same for what employees write, and for whom they close. */
export function closedUsers(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  const { action: close, event: closes } = closing(description);
  const acts = replies(description);
  return twins(description, 'events', ({ write, choose }) => ({
    needs: [WEBHOOK, ...[close, ...acts.map((act) => act.action)].map(action)],
    steps: [
      write(0, 'a'),
      write(1, 'b'),
      choose('a'),
      choose('b'),
      ...acts.flatMap((act): Step[] => [
        may(operate(act.action, act.parameters, { as: act.event })),
        comes(act, act.event),
      ]),
      may(operate(close, {})),
      { do: 'notified', event: closes, user: 'a', times: 1 },
      write(0, 'b', 'further message of b'),
      write(1, 'a', 'further message of a'),
      { do: 'notified', event, user: 'a', times: 2, settles: true },
      { do: 'notified', event, user: 'b', times: 1, settles: true },
    ],
  }));
}

/** A driver that cannot act for a user with an oddly shaped id says nothing of the target. */
function may(step: OperatorStep): Step {
  return { ...step, mayBeImpossible: true };
}

interface Acts {
  /** A message of the kind with this number. */
  write: (kind: number, user: 'a' | 'b', as?: string) => Step;
  choose: (user: 'a' | 'b') => Step;
}

/** A case for each pair of ids; it ends where an id is refused. */
function twins(
  description: Description,
  group: 'employee' | 'routing' | 'events',
  course: (acts: Acts) => Pick<CaseDraft, 'needs' | 'steps'>,
): CaseDraft[] {
  const kinds = operationsOf(description, 'message');
  const select = operationOf(description, 'select');
  const field = fieldOf(requestFields(description, select), 'user') ?? '';
  return Object.entries(description.samples.users ?? {}).map(([sample, { id, twin }]): CaseDraft => {
    const act = (operation: string, user: 'a' | 'b', as: string): Step => ({
      ...tried(description, operation, {}, sample, { user, of: field }),
      as,
      endsIf: 'refused',
    });
    return {
      group,
      name: `exact-user-${sample}`,
      title: `Each ${field} is refused or kept distinct: ${JSON.stringify(id)} and ${JSON.stringify(twin)}`,
      users: { a: id, b: twin },
      ...course({
        write: (kind, user, as = `message of ${user}`) => act(kinds[kind % kinds.length] as string, user, as),
        choose: (user) => act(select, user, `selection of ${user}`),
      }),
    };
  });
}
