import type { Description, EventRule } from '../../description/types.js';
import { contentFields, operationOf, operationsOf, responseFields } from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import { conversation, look, perform, prepare, send, withContent } from '../steps.js';
import type { CaseDraft, Duty, Need, Step } from '../types.js';

/**
 * What the setup of other cases rests on. A breach spoils those cases, and is counted here once for the whole run; each
 * of these cases also does itself what it is about.
 */
export function duties(description: Description): CaseDraft[] {
  return [
    ...operationsOf(description, 'destinations', 'select', 'message', 'address').map((operation) =>
      acceptance(description, operation),
    ),
    listing(description, operationOf(description, 'destinations')),
    ...Object.entries(description.events).flatMap(([event, rule]) => dueEvent(description, event, rule)),
    ...operationsOf(description, 'message').map((operation) => delivery(description, operation)),
  ];
}

function judgeDuty(kind: Duty['kind'], about: string): Step {
  return { do: 'judge-duty', duty: { kind, about } };
}

function acceptance(description: Description, operation: string): CaseDraft {
  return {
    group: 'requests',
    name: 'every-accepted',
    operation,
    title: `Every valid ${operation} in the setup of a case is accepted`,
    needs: description.operations[operation]?.kind === 'address' ? [{ kind: 'body', operation }] : [],
    steps: [send(description, operation, { kind: 'accepted' }), judgeDuty('accepted', operation)],
  };
}

function listing(description: Description, operation: string): CaseDraft {
  const [field] =
    responseFields(description, operation).find(([, field]) => field.role === 'destinations') ?? [];
  return {
    group: 'destinations',
    name: 'every-listed',
    operation,
    title: `${operation} lists a destination at every contact point that a case needs`,
    needs: [],
    steps: [
      prepare(description, operation),
      ...(field ? [{ do: 'invariant', rule: 'at-least', operation, field } as const] : []),
      judgeDuty('listed', operation),
    ],
  };
}

/** An event without a name prepares nothing. */
function dueEvent(
  description: Description,
  event: string,
  { cause, carries = [], unnamed }: EventRule,
): CaseDraft[] {
  if (unnamed || cause.kind === 'delivery') return [];
  const [needs, steps]: [Need[], Step[]] =
    cause.kind === 'routing'
      ? [[], [prepare(description, operationOf(description, 'message'))]]
      : [[action(cause.action)], [...conversation(description), perform(cause, { as: 'act' })]];
  return [
    {
      group: 'events',
      name: `every-due-${event}`,
      title: `Every ${event} caused in the setup of a case arrives`,
      needs: [WEBHOOK, ...needs],
      steps: [
        ...steps,
        { do: 'expect-event', event, user: 'a', times: 1, ...withContent(carries) },
        judgeDuty('due', event),
      ],
    },
  ];
}

function delivery(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  return {
    group: 'employee',
    name: 'every-delivered',
    operation,
    title: `Every ${operation} message in the setup of a case reaches its employee`,
    needs: inboxNeeds(names),
    steps: [
      prepare(description, operationOf(description, 'select')),
      prepare(description, operation, {}, 'message'),
      look('present', ['message'], names),
      judgeDuty('delivered', operation),
    ],
  };
}
