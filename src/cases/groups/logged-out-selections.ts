import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  allContentFields,
  cardOf,
  closeRule,
  contentFields,
  operationOf,
  operationsOf,
  shownFields,
} from '../description-lookups.js';
import { action, inboxNeeds } from '../needs.js';
import { closeAtOwnPoint, logIn, logOut, look, OWN_POINT, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** Selections while their employees are logged out, or log out later (sections 2 and 3). */
export function loggedOutSelections(description: Description): CaseDraft[] {
  return [
    ...cardsOfLoggedOut(description),
    ...earlySelectionThroughLogOut(description),
    ...detailsOfLoggedOut(description),
    ...selectionThroughLogOut(description),
  ];
}

/** A selection before the first message: employees come and go, and the selection and what it said of the user stay. */
function earlySelectionThroughLogOut(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  const sent = ['m1', 'm2'];
  const chosen = prepare(description, select, OWN_POINT, 'selection');
  const draft = (name: string, title: string, steps: Step[]): CaseDraft => ({
    group: 'storage',
    name,
    title,
    needs: [...inboxNeeds([...names, ...card]), action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      ...steps,
      look('present', sent, names, OWN_POINT),
      ...(card.length > 0 ? [look('present', sent, card, { ...OWN_POINT, card: 'selection' })] : []),
    ],
  });
  return [
    draft(
      'selected-early-through-log-out',
      'A selection before the first message outlasts a logout and login of its employees',
      [logIn(), chosen, logOut(), logIn(), ...writeInTurn(description, sent, OWN_POINT)],
    ),
    draft(
      'selected-early-while-logged-out',
      'Messages after a selection before the first message wait for a login if its employees have logged out since',
      [logIn(), chosen, logOut(), ...writeInTurn(description, sent, OWN_POINT), logIn()],
    ),
    draft(
      'selected-early-at-logged-out',
      'A selection before the first message holds, though nobody was logged in at its destination',
      [logOut(), chosen, ...writeInTurn(description, sent, OWN_POINT), logIn()],
    ),
  ];
}

/** Whatever a message carries beside its content comes through, also where a login delivers it. */
function detailsOfLoggedOut(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').flatMap((operation) => {
    const names = contentFields(description, operation);
    const details = shownFields(description, operation).filter((name) => !names.includes(name));
    return details.map(
      (name): CaseDraft => ({
        group: 'storage',
        name: `login-brings-${name}`,
        operation,
        title: `The ${name} of a ${operation} message that waits for a login reaches the employee unchanged`,
        needs: [...inboxNeeds([...names, name]), action('set_presence'), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          logOut(),
          prepare(description, operation, OWN_POINT, 'kept'),
          prepare(description, operationOf(description, 'select'), OWN_POINT),
          prepare(description, operation, OWN_POINT, 'waiting'),
          logIn(),
          look('present', ['kept', 'waiting'], [name], OWN_POINT),
        ],
      }),
    );
  });
}

/** Who the user is does not depend on whether anybody is there when a destination is selected, for the first time or later. */
function cardsOfLoggedOut(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  if (card.length === 0) return [];
  const { action: close } = closeRule(description);
  /** A selection while nobody is logged in; they see it after their login. */
  const selectUnattended = (which: 'First' | 'Later'): Step[] => [
    ...writeInTurn(description, [`${which} kept`], OWN_POINT),
    logOut(),
    prepare(
      description,
      select,
      { ...OWN_POINT, body: { kind: 'documented', set: cardOf(description, which) } },
      which,
    ),
    ...writeInTurn(description, [`${which} waiting`], OWN_POINT),
    logIn(),
    look('present', [`${which} kept`, `${which} waiting`], card, { ...OWN_POINT, card: which }),
  ];
  const draft = (name: string, when: string, more: Need[], steps: Step[]): CaseDraft => ({
    group: 'employee',
    name,
    operation: select,
    title: `Employees who were logged out when ${select} chose them${when} see its ${conjunction(card)} after their login`,
    needs: [
      ...inboxNeeds([...allContentFields(description), ...card]),
      action('set_presence'),
      { kind: 'unset-address' },
      ...more,
    ],
    phase: 'unset',
    steps,
  });
  return [
    draft('card-while-logged-out', '', [], selectUnattended('First')),
    draft(
      'later-card-while-logged-out',
      ' in a second conversation',
      [action(close)],
      [...selectUnattended('First'), closeAtOwnPoint(description), ...selectUnattended('Later')],
    ),
  ];
}

/** A selection outlasts a logout of the employees of its destination. */
function selectionThroughLogOut(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const key = 'unset' as const;
  return [
    {
      group: 'storage',
      name: 'selected-through-log-out',
      title: 'A selection outlasts a logout and login of its employees',
      needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        logIn(),
        ...writeInTurn(description, ['m1'], { key }),
        prepare(description, operationOf(description, 'select'), { key }),
        look('present', ['m1'], names, { key, setup: true }),
        logOut(),
        logIn(),
        ...writeInTurn(description, ['m2', 'm3'], { key }),
        look('present', ['m1', 'm2', 'm3'], names, { key }),
      ],
    },
  ];
}
