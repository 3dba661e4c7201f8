import type { Description } from '../../description/types.js';
import {
  allContentFields,
  cardOf,
  contentFields,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  rowsOf,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { namedRefusals, refusals } from '../faulty-requests.js';
import { actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  closeConversation,
  earlierConversation,
  expectOnePrompt,
  look,
  operate,
  prepare,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/** A refused request changes nothing, neither while a destination is selected nor before (section 3). */
export function throughRefusals(description: Description): CaseDraft[] {
  return [
    ...routingThroughRefusals(description),
    ...messagesAfterRefusals(description),
    ...forbiddenRequests(description),
    ...cardAfterRefusals(description),
    ...cardOfNextSelection(description),
    ...keptMessagesThroughRefusals(description),
  ];
}

/** As events show it. */
function routingThroughRefusals(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const requests = [...operationsOf(description, 'message'), select];
  return operationsOf(description, 'message').flatMap((operation, turn) => [
    selectionThrough(description, operation, {
      name: 'after-refusals-of-each-kind',
      title: `${operation}: refused requests of every kind leave the destination selected`,
      between: requests.flatMap((request) => refusals(description, request, turn)),
    }),
    selectionThrough(description, operation, {
      name: 'after-unlisted-selection',
      title: `${operation}: a refused selection of an unlisted destination leaves the previous one selected`,
      between: [selectUnlisted(description)],
    }),
    {
      group: 'routing',
      name: 'first-after-refusals-of-each-kind',
      operation,
      title: `${operation}: the message after refused requests of every kind is the user's first`,
      needs: [WEBHOOK],
      steps: [
        ...requests.flatMap((request) => refusals(description, request, turn)),
        send(description, operation, { kind: 'accepted' }),
        { do: 'expect-event', event: routingEvent(description), user: 'a', times: 1, settles: true },
      ],
    },
    ...repliesThenUnlisted(description, operation),
    secondMessageAfter(description, operation, {
      name: 'second-after-refusals-of-each-kind',
      between: requests.flatMap((request) => refusals(description, request, turn + 2)),
      after: 'refused requests of every kind',
    }),
    secondMessageAfter(description, operation, {
      name: 'second-after-unlisted-selection',
      between: [selectUnlisted(description)],
      after: 'a refused selection of an unlisted destination',
    }),
  ]);
}

/** The same once employees have replied: what they wrote may be where a service looks for the selection. */
function repliesThenUnlisted(description: Description, operation: string): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const draft = selectionThrough(description, operation, {
    name: 'after-replies-and-unlisted-selection',
    title: `${operation}: a refused selection of an unlisted destination leaves the previous one selected after replies as well`,
    between: [
      ...kinds.map(({ action: name, parameters }) => operate(name, parameters, { setup: true })),
      selectUnlisted(description),
    ],
  });
  return [{ ...draft, needs: [...draft.needs, ...actionsOf(kinds)] }];
}

/** What was the first message remains the first. */
function secondMessageAfter(
  description: Description,
  operation: string,
  { name, between, after }: { name: string; between: Step[]; after: string },
): CaseDraft {
  const event = routingEvent(description);
  const times = timesAsked(description, ['message', 'message']);
  const isAskedAgain = times > 1;
  return {
    group: 'routing',
    name,
    operation,
    title: `${operation}: a second message after ${after} ${isAskedAgain ? 'asks for a destination again' : 'does not ask for a destination again'}`,
    needs: [WEBHOOK],
    steps: [
      prepare(description, operation),
      { do: 'expect-event', event, user: 'a', times: 1, setup: true },
      ...between,
      send(description, operation, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times, settles: true },
    ],
  };
}

/** The user's details remain as the last accepted selection gave them. */
function cardAfterRefusals(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  if (card.length === 0) return [];
  // What is not wrong about them says something else than the selection.
  const others = refusals(description, select).map((step): SendStep => {
    const { body } = step.request;
    if (body.kind !== 'documented') return step;
    const set = { ...cardOf(description, 'Someone else', 'something else'), ...body.set };
    return { ...step, request: { ...step.request, body: { ...body, set } } };
  });
  return [
    {
      group: 'employee',
      name: 'card-after-refusals',
      operation: select,
      title: `Refused requests of ${select} change neither ${card.join(' nor ')}`,
      needs: inboxNeeds([...allContentFields(description), ...card]),
      steps: [
        ...writeInTurn(description, ['m1']),
        prepare(description, select, {}, 'selection'),
        look('present', ['m1'], card, { card: 'selection', setup: true }),
        ...others,
        selectUnlisted(description),
        ...writeInTurn(description, ['m2']),
        look('present', ['m2'], card, { card: 'selection' }),
      ],
    },
    {
      group: 'employee',
      name: 'card-after-refusals-again',
      operation: select,
      title: `Refused requests of ${select} in a second conversation change neither ${card.join(' nor ')}`,
      needs: [...inboxNeeds([...allContentFields(description), ...card]), WEBHOOK, closeNeed(description)],
      steps: [
        ...earlierConversation(description, ['m1']),
        ...writeInTurn(description, ['m2']),
        prepare(description, select, {}, 'selection'),
        look('present', ['m2'], card, { card: 'selection', setup: true }),
        ...others,
        ...writeInTurn(description, ['m3']),
        look('present', ['m3'], card, { card: 'selection' }),
      ],
    },
  ];
}

/** The next valid selection sets them again, in a first conversation and in a second one. */
function cardOfNextSelection(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
  if (card.length === 0) return [];
  const refused = refusals(description, select);
  return [
    {
      group: 'employee',
      name: 'card-of-selection-after-refusals',
      operation: select,
      title: `Employees see ${card.join(' and ')} of a valid ${select} that follows refused ones`,
      needs: [...inboxNeeds([...allContentFields(description), ...card]), WEBHOOK, closeNeed(description)],
      steps: [
        ...writeInTurn(description, ['m1']),
        ...refused,
        prepare(description, select, {}, 'first selection'),
        look('present', ['m1'], card, { card: 'first selection' }),
        ...closeConversation(description),
        ...refused,
        ...writeInTurn(description, ['m2']),
        prepare(description, select, {}, 'second selection'),
        look('present', ['m2'], card, { card: 'second selection' }),
      ],
    },
  ];
}

/** The employees of the selected destination go on seeing what the user writes. */
function messagesAfterRefusals(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const requests = [...operationsOf(description, 'message'), select];
  const seen = operationsOf(description, 'message').filter(
    (operation) => shownFields(description, operation).length > 0,
  );
  return seen.map((operation, turn) => {
    const between = requests.flatMap((request) =>
      namedRefusals(description, operation, refusals(description, request, turn + 2)),
    );
    return {
      group: 'employee',
      name: 'sees-after-refusals',
      operation,
      title: `${operation}: the employee sees what follows refused requests of every kind, and none of the refused ones`,
      needs: inboxNeeds(shownFields(description, operation)),
      steps: [
        prepare(description, operation, {}, 'before'),
        prepare(description, select),
        ...between,
        send(description, operation, { kind: 'accepted' }, {}, { as: 'after' }),
        look('present', ['before', 'after'], shownFields(description, operation), {
          without: between.flatMap(({ as }) => as ?? []),
        }),
      ],
    };
  });
}

/**
 * What the restricted account is refused has no effect: a forbidden message reaches no employee, neither before nor after
 * a selection, and a forbidden selection delivers nothing. Only its owner knows what the account has, so whatever it is
 * refused besides accuses nobody.
 */
function forbiddenRequests(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const messages = operationsOf(description, 'message');
  return rowsOf(description, 'restricted-account').flatMap((row) => {
    const sendAllowed = (operation: string, as: string): SendStep =>
      send(description, operation, { kind: 'documented' }, { key: 'restricted' }, { as });
    const sendForbidden = (operation: string, more: Partial<SendStep>): SendStep => ({
      ...send(description, operation, { kind: 'refused', rows: [row] }, { key: 'restricted' }),
      ...more,
    });
    const draft = (operation: string, message: string, needed: string, title: string): CaseDraft => ({
      group: 'employee',
      name: operation === select ? `forbidden-selection-after-${message}` : 'forbidden-unseen',
      operation,
      title,
      needs: [
        { kind: 'restricted', operation },
        { kind: 'restricted-has', operations: [operationOf(description, 'destinations'), needed] },
        ...inboxNeeds(contentFields(description, message)),
      ],
      steps: [],
    });
    const seeNone = (holds: string[], message: string): Step =>
      look('absent', holds, contentFields(description, message), {
        destination: 'each',
        key: 'restricted',
        settles: true,
      });
    return messages.flatMap((message): CaseDraft[] => [
      {
        ...draft(message, message, select, `${message}: no employee sees what an account without it sends`),
        steps: [
          sendForbidden(message, { as: 'm1' }),
          sendAllowed(select, 'selection'),
          sendForbidden(message, { as: 'm2', provided: 'selection' }),
          seeNone(['m1', 'm2'], message),
        ],
      },
      {
        ...draft(
          select,
          message,
          message,
          `${select}: the selection of an account without it does not deliver ${message}`,
        ),
        steps: [
          sendAllowed(message, 'm1'),
          sendForbidden(select, { provided: 'm1' }),
          seeNone(['m1'], message),
        ],
      },
    ]);
  });
}

/** The same as employees see it, who see nothing before the selection. */
function keptMessagesThroughRefusals(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const draft = (name: string, title: string, between: Step[]): CaseDraft => ({
    group: 'storage',
    name,
    title,
    needs: inboxNeeds([...names, description.employee.destination]),
    steps: [
      ...writeInTurn(description, ['m1', 'm2']),
      ...between,
      look('absent', ['m1', 'm2'], names, { destination: 'each' }),
      prepare(description, select),
      look('present', ['m1', 'm2'], names),
    ],
  });
  return [
    draft(
      'kept-through-refused-selections',
      'Kept messages outlast refused selections of every kind, and reach the employee after a valid one',
      refusals(description, select),
    ),
    draft(
      'kept-through-unlisted-selection',
      'Kept messages outlast the refused selection of an unlisted destination',
      [selectUnlisted(description)],
    ),
  ];
}

function selectionThrough(
  description: Description,
  operation: string,
  { name, title, between }: { name: string; title: string; between: Step[] },
): CaseDraft {
  return {
    group: 'routing',
    name,
    operation,
    title,
    needs: [WEBHOOK],
    steps: [
      prepare(description, operation),
      prepare(description, operationOf(description, 'select')),
      ...between,
      send(description, operation, { kind: 'accepted' }),
      expectOnePrompt(description),
    ],
  };
}

/** A service that accepts such a selection has nothing to keep: the case ends there. */
function selectUnlisted(description: Description): Step {
  return {
    ...send(
      description,
      operationOf(description, 'select'),
      { kind: 'documented' },
      { destination: 'unlisted' },
      { as: 'unlisted' },
    ),
    endsIf: 'accepted',
  };
}
