import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  contentFields,
  operationOf,
  operationsOf,
  shownFields,
} from '../description-lookups.js';
import { namedRefusals, refusals } from '../faulty-requests.js';
import { action, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  closeConversation,
  earlierConversationOf,
  logIn,
  logOut,
  look,
  MORE_THAN_A_PAGE,
  numbered,
  prepare,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, InboxStep, Step } from '../types.js';

/** What the system keeps of each kind of message until employees receive it, and afterwards (sections 1 and 3). */
export function keptMessages(description: Description): CaseDraft[] {
  return [
    ...operationsOf(description, 'message').flatMap((operation) => [
      ...beforeSelection(description, operation),
      beforeSecondSelection(description, operation),
      toLoggedOut(description, operation),
      earlierConversations(description, operation),
    ]),
    ...toLoggedOutAtEach(description),
  ];
}

const STORAGE = 'storage' as const;
const THREE = ['m1', 'm2', 'm3'];

function messages(description: Description, operation: string, names: string[]): Step[] {
  return names.map((as) => prepare(description, operation, {}, as));
}

/** Messages before the selection: not seen earlier; then all of them, in order, once, unchanged. */
function beforeSelection(description: Description, operation: string): CaseDraft[] {
  const names = contentFields(description, operation);
  const select = prepare(description, operationOf(description, 'select'));
  const inbox = (judge: InboxStep['judge'], shownNames: string[]): InboxStep =>
    look(judge, THREE, shownNames);
  const draft = (name: string, title: string, steps: Step[], more: string[] = []): CaseDraft => ({
    group: STORAGE,
    name: `kept-${name}`,
    operation,
    title: `${operation} messages before the selection ${title}`,
    needs: inboxNeeds([...names, ...more]),
    steps,
  });
  const sent = messages(description, operation, THREE);
  // A case of its own, because an inbox may not show it.
  const details = shownFields(description, operation).filter((name) => !names.includes(name));
  const arrived: Step = { ...inbox('present', names), setup: true };
  const alike = (...as: string[]): Step[] =>
    as.map((each) => prepare(description, operation, { body: { kind: 'documented', like: 'm1' } }, each));
  return [
    draft('not-before', 'are not seen before it', [...sent, { ...inbox('absent', names), settles: true }]),
    draft('all', 'all reach the employee after it, unchanged', [...sent, select, inbox('present', names)]),
    ...details.map((name) =>
      draft(
        `with-${name}`,
        `keep their ${name}`,
        [...sent, select, arrived, inbox('present', [name])],
        [name],
      ),
    ),
    draft('in-order', 'reach the employee in the order sent', [
      ...sent,
      select,
      arrived,
      inbox('order', names),
    ]),
    draft('equal', 'all reach the employee even if they and later ones are equal', [
      prepare(description, operation, {}, 'm1'),
      ...alike('m2', 'm3'),
      select,
      ...alike('m4', 'm5', 'm6'),
      { ...inbox('present', names), holds: ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'] },
    ]),
    draft('once', 'reach the employee once each', [...sent, select, arrived, inbox('once', names)]),
  ];
}

/** The close ends the selection: whoever had the conversation before does not see the next one begin. */
function beforeSecondSelection(description: Description, operation: string): CaseDraft {
  const refused = namedRefusals(description, operation, refusals(description, operation));
  const names = contentFields(description, operation);
  return {
    group: STORAGE,
    name: 'kept-not-before-again',
    operation,
    title: `${operation} messages after a close are not seen before the next selection; refused ones are never shown`,
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierConversationOf(description, operation),
      ...refused,
      ...messages(description, operation, THREE),
      look('absent', [...refused.flatMap(({ as }) => as ?? []), ...THREE], names, { settles: true }),
    ],
  };
}

function toLoggedOut(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const key = { key: 'unset' as const };
  return {
    group: STORAGE,
    name: 'employee-logged-out',
    operation,
    title: `What ${operation} sends to logged-out employees, before and after the selection, reaches them after login`,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logOut(),
      prepare(description, operation, key, 'kept'),
      prepare(description, operationOf(description, 'select'), key),
      prepare(description, operation, key, 'first'),
      prepare(description, operation, key, 'second'),
      logIn(),
      {
        do: 'inbox',
        user: 'a',
        destination: 'chosen',
        key: 'unset',
        holds: ['kept', 'first', 'second'],
        judge: 'present',
        names,
      },
    ],
  };
}

/** The same with texts and files, at every destination. */
function toLoggedOutAtEach(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const key = 'unset' as const;
  return [
    { name: 'logged-out-at-each-destination', count: 2, what: 'Messages of all kinds' },
    {
      name: 'many-waiting-at-each-destination',
      count: MORE_THAN_A_PAGE,
      what: `${MORE_THAN_A_PAGE} messages`,
    },
  ].map(({ name, count, what }) => {
    const waiting = numbered(count);
    return {
      group: STORAGE,
      name,
      title: `${what} to logged-out employees of any destination reach them after login`,
      needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
      phase: 'unset',
      eachDestination: key,
      steps: [
        logOut(),
        ...writeInTurn(description, ['k1', 'k2'], { key }),
        prepare(description, operationOf(description, 'select'), { key }),
        ...writeInTurn(description, waiting, { key }),
        logIn(),
        look('present', ['k1', 'k2', ...waiting], names, { key }),
      ],
    };
  });
}

function earlierConversations(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const { action: close } = closeRule(description);
  const select = prepare(description, operationOf(description, 'select'));
  return {
    group: STORAGE,
    name: 'earlier-conversations',
    operation,
    title: `An employee who receives a new conversation sees the user's earlier ones (${operation})`,
    needs: [...inboxNeeds(names), WEBHOOK, action(close)],
    steps: [
      ...messages(description, operation, ['earlier']),
      select,
      look('present', ['earlier'], names, { setup: true }),
      ...closeConversation(description),
      ...messages(description, operation, ['later']),
      select,
      look('present', ['earlier', 'later'], names),
    ],
  };
}
