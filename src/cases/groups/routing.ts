import { type RoutingStep, runRouting, scenarioStep } from '../../description/routing.js';
import { poolOf } from '../../description/samples.js';
import type { Description, Field, FieldRole, Scenario, Trigger } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import {
  closeRule,
  type EmployeeEvent,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  rowsOf,
  siblingOf,
  timesAsked,
  triggersOf,
  unusualValues,
} from '../description-lookups.js';
import { action, closeNeed, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';

import {
  ADDRESS_OF_SECOND,
  expectOnePrompt,
  operate,
  prepare,
  SECOND_POINT,
  secondAddress,
  send,
  tryValues,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, Need, Step } from '../types.js';

/**
 * The routing truth table (sections 1, 3 and 9): each scenario by each message operation. What is due follows
 * from walking the version's state machine; the last step is judged, the others are setup.
 */
export function routing(description: Description): CaseDraft[] {
  return operationsOf(description, 'message')
    .flatMap((operation) => [
      ...Object.entries(description.scenarios).map(([id, scenario]) =>
        scenarioCase(description, id, scenario, operation),
      ),
      ...isolation(description, operation),
      ...afterRefusals(description, operation),
      ...oddMessages(description, operation),
    ])
    .concat(operationsOf(description, 'select').map((operation) => secondSelection(description, operation)))
    .concat(promptCount(description));
}

/** In every case, the routing asks for a destination no more often than what happened allows. */
function promptCount(description: Description): CaseDraft {
  const event = routingEvent(description);
  return {
    group: 'events',
    name: `every-caused-${event}`,
    title: `No ${event} arrives during the run unless a message caused it`,
    needs: [WEBHOOK],
    steps: [
      prepare(description, operationOf(description, 'message')),
      { do: 'expect-event', event, user: 'a', times: 1, setup: true },
      { do: 'prompt-count', event },
    ],
  };
}

/** A first message with an unusual value is a message all the same if it is accepted: it asks for a destination. */
function oddMessages(description: Description, operation: string): CaseDraft[] {
  const event = routingEvent(description);
  return requestFields(description, operation)
    .filter(([, { role }]) => role !== 'user')
    .flatMap(([name, field]) =>
      [...unusualValues(description, field.type), ...longest(description, field)].map(
        ([sample, value]): CaseDraft => ({
          group: 'routing',
          name: `odd-message-${name}-${sample}`,
          operation,
          title: `A first ${operation} with an unusual ${name} (${wordsOf(sample)}) is refused, or sends ${event}`,
          needs: [WEBHOOK],
          steps: [
            { ...tryValues(description, operation, { [name]: value }, sample), endsIf: 'refused' },
            { do: 'expect-event', event, user: 'a', times: 1, settles: true },
          ],
        }),
      ),
    );
}

/** The longest text of the field's pool. */
function longest(description: Description, field: Field): [string, unknown][] {
  if (field.type !== 'string') return [];
  const length = ([, value]: [string, unknown]): number => String(value).length;
  return poolOf(description, field)
    .toSorted((a, b) => length(b) - length(a))
    .slice(0, 1);
}

function scenarioCase(
  description: Description,
  id: string,
  scenario: Scenario,
  operation: string,
): CaseDraft {
  const event = routingEvent(description);
  const steps = scenario.steps.map(scenarioStep);
  const own = runRouting(description.routing, triggersOf(steps, 'a'));
  const other = runRouting(description.routing, triggersOf(steps, 'b'));
  const last = own.at(-1);
  const expected = last?.open ? 'open' : last?.sends === event ? 'sent' : 'not sent';
  // Otherwise what the last step must not send would count as what an earlier one may.
  const isHidden = expected === 'not sent' && own.some(({ open }) => open?.event === event);
  const alike =
    isHidden && steps.every(({ trigger, user, otherKind }) => trigger && user === 'a' && !otherKind)
      ? triggersOf(steps.slice(0, -1), 'a')
      : null;
  const due = expected === 'open' ? 'may or may not send' : expected === 'sent' ? 'sends' : 'sends no';
  return {
    group: 'routing',
    name: id,
    operation,
    title: `${operation}: ${scenario.title} ${due} ${event}`,
    needs: needs(description, steps),
    scenario: { id, expected },
    steps: [
      ...(alike ? replay(description, alike, operation) : []),
      ...steps.flatMap(({ trigger, user, otherKind }, at): Step[] => {
        const before = own.slice(0, triggersOf(steps.slice(0, at), 'a').length);
        if (trigger === null) return [reply(description, otherKind, isEmpty(before))];
        const walked = user === 'a' ? own : other;
        const done = walked.slice(0, triggersOf(steps.slice(0, at + 1), user).length);
        const isLast = at === steps.length - 1;
        return [
          ...stimulus(
            description,
            trigger,
            otherKind ? siblingOf(description, operation) : operation,
            user,
            isLast,
            isEmpty(done.slice(0, -1)),
          ),
          ...consequences(description, done, user, isLast).map((step) =>
            isLast && alike ? { ...step, noMoreThan: LIKE } : step,
          ),
        ];
      }),
    ],
  };
}

/** Does the same as the user but for the last step. */
const LIKE: UserLabel = 'c';

/** What another user does to show how often an earlier step asks that need not. */
function replay(description: Description, triggers: readonly Trigger[], operation: string): Step[] {
  const done = runRouting(description.routing, triggers);
  return done.flatMap(({ trigger }, at) => [
    ...stimulus(description, trigger, operation, LIKE, false, isEmpty(done.slice(0, at))),
    ...consequences(description, done.slice(0, at + 1), LIKE, false),
  ]);
}

function needs(description: Description, steps: ReturnType<typeof scenarioStep>[]): Need[] {
  const triggers = steps.map(({ trigger }) => trigger);
  const written = steps.filter(({ trigger }) => trigger === null);
  return [
    WEBHOOK,
    ...(triggers.includes('close') ? [closeNeed(description)] : []),
    ...[...new Set(written.map(({ otherKind }) => replyOf(description, otherKind).action))].map(action),
  ];
}

/** Nobody has written in the conversation: employees may have none to write in or to close. */
function isEmpty(done: readonly RoutingStep[]): boolean {
  return done.at(-1)?.trigger === 'select' && done.at(-2)?.trigger !== 'message';
}

function reply(description: Description, otherKind: boolean, isEmpty: boolean): Step {
  const { action: name, parameters } = replyOf(description, otherKind);
  const write = operate(name, parameters, { setup: true });
  return isEmpty ? { ...write, mayBeImpossible: true } : write;
}

/** The first kind of reply; another kind if there is one. */
function replyOf(description: Description, otherKind: boolean): EmployeeEvent {
  const [first, second = first] = replies(description);
  const found = otherKind ? second : first;
  if (!found) throw new Error('The description has no reply of an employee.');
  return found;
}

function stimulus(
  description: Description,
  trigger: Trigger,
  operation: string,
  user: UserLabel,
  judged: boolean,
  isEmpty: boolean,
): Step[] {
  if (trigger === 'close') {
    const close = operate(closeRule(description).action, {}, { user, setup: true });
    return [isEmpty ? { ...close, mayBeImpossible: true } : close];
  }
  const name = trigger === 'select' ? operationOf(description, 'select') : operation;
  return judged
    ? [send(description, name, { kind: 'accepted' }, { user })]
    : [prepare(description, name, { user })];
}

/** Every event that the steps so far must have caused, counted from the start of the case. */
function consequences(
  description: Description,
  done: RoutingStep[],
  user: UserLabel,
  judged: boolean,
): ExpectEventStep[] {
  const event = routingEvent(description);
  const sent = done.filter(({ sends }) => sends === event).length;
  const open = done.filter((step) => step.open?.event === event);
  const step = done.at(-1);
  if (judged) {
    const single = done.length === 1 && sent === 1;
    return [
      {
        do: 'expect-event',
        event,
        user,
        times: times(sent, open),
        ...(single ? { calibrates: true } : { settles: true }),
      },
    ];
  }
  if (step?.sends === null || step === undefined) return [];
  const total = done.filter(({ sends }) => sends === step.sends).length;
  return [
    {
      do: 'expect-event',
      event: step.sends,
      user,
      times: step.sends === event ? times(total, open, total) : total,
      setup: true,
    },
  ];
}

function times(sent: number, open: RoutingStep[], least = sent): ExpectEventStep['times'] {
  const gap = open[0]?.open?.gap;
  return gap ? { atLeast: least, atMost: sent + open.length, gap } : sent;
}

/** What asks for a destination once. */
const TALK = ['message', 'select', 'message'] as const;

/** What happens to a user at one contact point does not affect the same user's conversation at another. */
function isolation(description: Description, operation: string): CaseDraft[] {
  const event = routingEvent(description);
  const select = operationOf(description, 'select');
  const there = SECOND_POINT;
  const { action: close, event: closed } = closeRule(description);
  const needs: Need[] = [WEBHOOK, { kind: 'second-key' }];
  return [
    {
      group: 'routing',
      name: 'contact-points',
      operation,
      title: `${operation}: a selection at one contact point leaves another contact point alone`,
      needs,
      steps: [
        prepare(description, select, there),
        send(description, operation, { kind: 'accepted' }),
        { do: 'expect-event', event, user: 'a', times: 1 },
      ],
    },
    {
      group: 'routing',
      name: 'contact-points-heard',
      operation,
      title: `${operation}: the first message at a contact point asks for a destination, though the user has one at another; the next one does not`,
      needs,
      steps: [
        secondAddress(),
        prepare(description, operation),
        prepare(description, select),
        prepare(description, operation),
        send(description, operation, { kind: 'accepted' }, there),
        { do: 'expect-event', event, user: 'a', times: 1, address: ADDRESS_OF_SECOND },
        prepare(description, select, there),
        send(description, operation, { kind: 'accepted' }, there),
        // Of both together.
        { do: 'expect-event', event, user: 'a', times: 2 * timesAsked(description, TALK), settles: true },
      ],
    },
    {
      group: 'routing',
      name: 'contact-points-closed',
      operation,
      title: `${operation}: a close at one contact point leaves the destination selected at another one`,
      needs: [...needs, action(close)],
      steps: [
        prepare(description, operation),
        prepare(description, select),
        prepare(description, operation, there),
        prepare(description, select, there),
        operate(close, {}, { ...there, setup: true }),
        send(description, operation, { kind: 'accepted' }),
        // It is the other contact point's, which may have no address.
        { do: 'expect-event', event: closed, user: 'a', times: 0, settles: true },
        expectOnePrompt(description),
      ],
    },
  ];
}

/** What a second selection does is not shown: it is recorded, and a response of the table in any case. */
function secondSelection(description: Description, operation: string): CaseDraft {
  return {
    group: 'routing',
    name: 'select-again',
    operation,
    title: `${operation} while a destination is selected`,
    needs: [],
    steps: [
      prepare(description, operation),
      send(description, operation, { kind: 'documented', gap: 'select-again' }),
    ],
  };
}

/** A request that is refused for a field of the wrong type changes nothing: what follows is due as if it had not been sent. */
function afterRefusals(description: Description, operation: string): CaseDraft[] {
  const event = routingEvent(description);
  const rows = rowsOf(description, 'wrong-type');
  const select = operationOf(description, 'select');
  const draft = (
    name: string,
    title: string,
    refused: { by: string; role: FieldRole },
    before: Trigger[] = [],
  ): CaseDraft[] => {
    const field = fieldOf(requestFields(description, refused.by), refused.role);
    if (rows.length === 0 || field === undefined) return [];
    const body = { kind: 'documented', set: { [field]: {} } } as const;
    const sent = runRouting(description.routing, [...before, 'message']).filter(
      ({ sends }) => sends === event,
    );
    return [
      {
        group: 'routing',
        name,
        operation,
        title: `${operation}: ${title}`,
        needs: [WEBHOOK],
        steps: [
          ...before.map((trigger) => prepare(description, trigger === 'select' ? select : operation)),
          { ...send(description, refused.by, { kind: 'refused', rows }, { body }), setup: true },
          send(description, operation, { kind: 'accepted' }),
          { do: 'expect-event', event, user: 'a', times: sent.length, settles: true },
        ],
      },
    ];
  };
  const message = { by: operation, role: 'content' } as const;
  const selection = { by: select, role: 'person' } as const;
  return [
    ...draft('after-refusal', 'a refused message leaves the destination selected', message, [
      'message',
      'select',
    ]),
    ...draft(
      'after-refused-selection',
      "the message after a refused selection is the user's first",
      selection,
    ),
    ...draft('after-refused-message', "the message after a refused message is the user's first", message),
  ];
}
