import type { Description } from '../../description/types.js';
import { conjunction, count } from '../../phrases.js';
import { allContentFields, operationOf, shownFields } from '../description-lookups.js';
import { hoursAfter, overMidnight } from '../midnight.js';
import { action, closeNeed, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import { earlierConversation, logIn, logOut, look, OWN_POINT, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Time takes nothing from employees: neither earlier conversations, nor who the user is, nor what waits for their login. */
export function lastingSight(description: Description): CaseDraft[] {
  const waits = Object.entries(description.samples.hours ?? {}).map(
    ([name, hours]): Wait => ({ name, hours }),
  );
  const shortest = Math.min(...waits.map(({ hours }) => hours));
  const drafts = waits.flatMap((wait) => [
    ...earlierConversations(description, wait),
    ...secondConversations(description, wait),
    ...earlySelections(description, wait),
    waiting(description, wait),
    ...cards(description, wait),
    // Where kept messages need not last, their order could not be seen.
    ...(wait.hours === shortest ? [keptInOrder(description, wait), waitingInOrder(description, wait)] : []),
  ]);
  return overMidnight(description, drafts);
}

/** How long a case waits, and how it is named for that. */
interface Wait {
  name: string;
  hours: number;
}

function draft(
  wait: Wait,
  draft: Pick<CaseDraft, 'group' | 'name' | 'title' | 'needs' | 'steps'>,
): CaseDraft {
  return {
    ...draft,
    name: `${draft.name}-for-${wait.name}`,
    needs: [...draft.needs, action('advance_clock')],
    phase: 'clock',
  };
}

function clock({ hours }: Wait): Step {
  return { do: 'clock', hours };
}

function earlierConversations(description: Description, wait: Wait): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return [
    draft(wait, {
      group: 'storage',
      name: 'history',
      title: `Employees see an earlier conversation ${hoursAfter(wait.hours)} its close`,
      needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
      steps: [
        ...earlierConversation(description),
        clock(wait),
        ...writeInTurn(description, ['m3']),
        prepare(description, select),
        look('present', ['m1', 'm2', 'm3'], names),
      ],
    }),
    draft(wait, {
      group: 'storage',
      name: 'history-elsewhere',
      title: `Employees see a conversation that another destination had ${hoursAfter(wait.hours)} its close`,
      needs: otherDestinationNeeds(description, names),
      steps: [
        ...earlierConversation(description, ['m1']),
        clock(wait),
        ...writeInTurn(description, ['m2', 'm3']),
        prepare(description, select, { destination: 'other' }),
        look('present', ['m1', 'm2', 'm3'], names, { destination: 'other' }),
      ],
    }),
  ];
}

/** A second conversation that rests, before its selection or after it. */
function secondConversations(description: Description, wait: Wait): CaseDraft[] {
  const names = allContentFields(description);
  const select = prepare(description, operationOf(description, 'select'));
  return [true, false].map((isSelected) =>
    draft(wait, {
      group: 'storage',
      name: `second-${isSelected ? 'selected' : 'kept'}`,
      title: `An idle second conversation can continue ${hoursAfter(wait.hours)} its ${isSelected ? 'selection' : 'messages'}`,
      needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
      steps: [
        ...earlierConversation(description, ['m1']),
        ...writeInTurn(description, ['m2', 'm3']),
        ...(isSelected ? [select] : []),
        clock(wait),
        ...(isSelected ? writeInTurn(description, ['m4']) : [select]),
        look('present', ['m1', 'm2', 'm3', ...(isSelected ? ['m4'] : [])], names),
      ],
    }),
  );
}

/** Selections before the first message of a second conversation: after the wait, or before it. */
function earlySelections(description: Description, wait: Wait): CaseDraft[] {
  const names = allContentFields(description);
  const operation = operationOf(description, 'select');
  const card = shownFields(description, operation);
  const select = prepare(description, operation, {}, 'selection');
  const early = (name: string, title: string, middle: Step[]): CaseDraft =>
    draft(wait, {
      group: 'storage',
      name,
      title,
      needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
      steps: [
        ...earlierConversation(description, ['m1']),
        ...middle,
        ...writeInTurn(description, ['m2', 'm3']),
        look('present', ['m1', 'm2', 'm3'], names),
        look('present', ['m2', 'm3'], card, { card: 'selection', asShown: true }),
      ],
    });
  return [
    early(
      'closed-then-selected-early',
      `A selection ${hoursAfter(wait.hours)} the close, before the next message, holds for that message`,
      [clock(wait), select],
    ),
    early(
      'second-selected-early',
      `A selection that began a second conversation still holds for the first message ${hoursAfter(wait.hours)} it`,
      [select, clock(wait)],
    ),
  ];
}

function waiting(description: Description, wait: Wait): CaseDraft {
  const names = allContentFields(description);
  return draft(wait, {
    group: 'storage',
    name: 'waiting',
    title: `Messages to logged-out employees reach them at a login ${hoursAfter(wait.hours)} they were sent`,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    steps: [
      logIn(),
      ...writeInTurn(description, ['m1'], OWN_POINT),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      look('present', ['m1'], names, { ...OWN_POINT, setup: true }),
      logOut(),
      ...writeInTurn(description, ['m2', 'm3'], OWN_POINT),
      clock(wait),
      ...writeInTurn(description, ['m4'], OWN_POINT),
      logIn(),
      look('present', ['m1', 'm2', 'm3', 'm4'], names, OWN_POINT),
    ],
  });
}

function cards(description: Description, wait: Wait): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  return [
    draft(wait, {
      group: 'employee',
      name: 'later-card',
      title: `Employees see ${conjunction(card)} of a second selection, ${hoursAfter(wait.hours)} the close of the conversation before`,
      needs: [...inboxNeeds([...names, ...card]), WEBHOOK, closeNeed(description)],
      steps: [
        ...earlierConversation(description, ['m1']),
        clock(wait),
        ...writeInTurn(description, ['m2']),
        prepare(description, select, {}, 'selection'),
        look('present', ['m2'], card, { card: 'selection' }),
      ],
    }),
    draft(wait, {
      group: 'employee',
      name: 'card',
      title: `Employees see ${conjunction(card)} of ${select} ${hoursAfter(wait.hours)} it`,
      needs: inboxNeeds([...names, ...card]),
      steps: [
        ...writeInTurn(description, ['m1']),
        prepare(description, select, {}, 'selection'),
        look('present', ['m1'], card, { card: 'selection', setup: true }),
        clock(wait),
        ...writeInTurn(description, ['m2']),
        look('present', ['m2'], card, { card: 'selection' }),
      ],
    }),
  ];
}

function keptInOrder(description: Description, wait: Wait): CaseDraft {
  const names = allContentFields(description);
  return draft(wait, {
    group: 'storage',
    name: 'kept-in-order',
    title: `What is kept before and ${count(wait.hours, 'hour')} later reaches the employee in the order sent`,
    needs: [...inboxNeeds(names), WEBHOOK],
    steps: [
      ...writeInTurn(description, ['m1', 'm2']),
      clock(wait),
      ...writeInTurn(description, ['m3', 'm4']),
      prepare(description, operationOf(description, 'select')),
      look('present', ['m1', 'm2', 'm3', 'm4'], names, { setup: true }),
      look('order', ['m1', 'm2', 'm3', 'm4'], names),
    ],
  });
}

function waitingInOrder(description: Description, wait: Wait): CaseDraft {
  const names = allContentFields(description);
  return draft(wait, {
    group: 'storage',
    name: 'waiting-in-order',
    title: `What waits for a login, and what comes ${count(wait.hours, 'hour')} later, reach the employee in the order sent`,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    steps: [
      logOut(),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      ...writeInTurn(description, ['m1', 'm2'], OWN_POINT),
      clock(wait),
      ...writeInTurn(description, ['m3', 'm4'], OWN_POINT),
      logIn(),
      look('present', ['m1', 'm2', 'm3', 'm4'], names, { ...OWN_POINT, setup: true }),
      look('order', ['m1', 'm2', 'm3', 'm4'], names, OWN_POINT),
    ],
  });
}
