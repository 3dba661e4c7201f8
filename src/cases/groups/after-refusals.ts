import type { Description } from '../../description/types.js';
import { groupBy } from '../../group-by.js';
import {
  allContentFields,
  closeRule,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
} from '../description-lookups.js';
import { addressRefusals, namedRefusals, refusals } from '../faulty-requests.js';
import { action, actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  conversation,
  expectEventOf,
  expectOnePrompt,
  look,
  OWN_POINT,
  operate,
  prepare,
  sampleReplies,
  send,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/** Refused requests take nothing from what goes on: events, inboxes, a selection (sections 3 and 7). */
export function afterRefusals(description: Description): CaseDraft[] {
  return [
    ...eventsAfterRefusals(description),
    ...messagesBetweenRefusals(description),
    ...selectionThroughRefusedAddress(description),
  ];
}

/** Replies and the close send their events, also right after a refused request of the user (sections 3 and 6). */
function eventsAfterRefusals(description: Description): CaseDraft[] {
  const kinds = replies(description);
  const { event, action: close } = closeRule(description);
  const requests = requestsOf(description);
  return [
    ...requests.map((request, turn): CaseDraft => {
      const values = sampleReplies(description);
      return {
        group: 'events',
        name: 'told-after-refusals',
        operation: request,
        title: `Replies send their events right after a refused ${request} of any kind`,
        needs: [WEBHOOK, ...actionsOf(kinds)],
        steps: [
          ...conversation(description),
          ...ofUser(description, request, turn).flatMap((refusal, at): Step[] => {
            const rule = kinds[(at + turn) % kinds.length] as (typeof kinds)[number];
            const as = `reply ${at + 1}`;
            return [refusal, operate(rule.action, values.next(rule), { as }), expectEventOf(rule, as)];
          }),
        ],
      };
    }),
    ...requests.map(
      (request): CaseDraft => ({
        group: 'events',
        name: `told-${event}-after-refusals`,
        operation: request,
        title: `${event} arrives right after a refused ${request} of any kind`,
        needs: [WEBHOOK, action(close)],
        steps: onePerFault(ofUser(description, request)).flatMap((refusal, at): Step[] => [
          ...conversation(description),
          refusal,
          operate(close, {}),
          { do: 'expect-event', event, user: 'a', times: at + 1 },
        ]),
      }),
    ),
  ];
}

/** What employees see of messages with refused requests right before and behind each of them (section 3). */
function messagesBetweenRefusals(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return operationsOf(description, 'message').map((operation, turn) => {
    const each = refusals(description, operation, turn);
    const [kept, later] = ['kept', 'later'].map((word) => each.map((_, at) => `${word} ${at + 1}`)) as [
      string[],
      string[],
    ];
    const between = (messages: readonly string[], refused: readonly SendStep[]): Step[] =>
      writeInTurn(description, messages).flatMap((message, at) => [message, refused[at] as SendStep]);
    const unseen = namedRefusals(description, operation, each);
    return {
      group: 'storage',
      name: 'kept-between-refusals',
      operation,
      title: `Messages before and after the selection reach the employee, with a refused ${operation} behind each of them`,
      needs: inboxNeeds(names),
      steps: [
        ...between(kept, each),
        prepare(description, select),
        ...between(later, unseen),
        look('present', [...kept, ...later], names, { without: unseen.flatMap(({ as }) => as ?? []) }),
      ],
    };
  });
}

/** A refused address leaves the users of its contact point selected (section 3). */
function selectionThroughRefusedAddress(description: Description): CaseDraft[] {
  const to = { address: 'late' };
  const messages = operationsOf(description, 'message').map((operation) =>
    send(description, operation, { kind: 'accepted' }, OWN_POINT),
  );
  return [
    {
      group: 'routing',
      name: 'selected-through-refused-address',
      title: 'Destinations remain selected when an address is refused, however often',
      needs: [WEBHOOK, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        setAddress(null),
        setAddress('late'),
        prepare(description, operationOf(description, 'message'), OWN_POINT),
        { do: 'expect-event', event: routingEvent(description), user: 'a', times: 1, setup: true, ...to },
        prepare(description, operationOf(description, 'select'), OWN_POINT),
        ...addressRefusals(description),
        ...messages,
        ...addressRefusals(description),
        ...messages,
        { ...expectOnePrompt(description), ...to },
      ],
    },
  ];
}

function requestsOf(description: Description): string[] {
  return [...operationsOf(description, 'message'), operationOf(description, 'select')];
}

/** Refused requests that name the user, unless nobody reads what they say. */
function ofUser(description: Description, operation: string, turn = 0): SendStep[] {
  const user = fieldOf(requestFields(description, operation), 'user') ?? '';
  return refusals(description, operation, turn).filter(
    ({ request: { body } }) => body.kind !== 'documented' || body.set?.[user] === undefined,
  );
}

/** One wrong value stands for all of them. */
function onePerFault(steps: readonly SendStep[]): SendStep[] {
  const faultOf = ({ request: { body, ...plan }, expect }: SendStep): string =>
    JSON.stringify([plan, expect, body.kind === 'documented' ? null : body]);
  return [...groupBy(steps, faultOf).values()].flatMap(([first]) => first ?? []);
}
