import type { Description } from '../../description/types.js';
import { closeRule, deliveryEvents, employeeEvents, operationOf, replies } from '../description-lookups.js';
import { hoursAfter, overMidnight } from '../midnight.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  conversation,
  expectDeliveries,
  expectEventOf,
  ifPossible,
  logIn,
  logOut,
  operate,
  perform,
  prepare,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** Time takes no event away (sections 1 and 6). */
export function lastingEvents(description: Description): CaseDraft[] {
  const hours = Object.entries(description.samples.hours ?? {});
  return overMidnight(description, [
    ...hours.flatMap(([name, count]) => repliesToUnwritten(description, name, count)),
    ...eventsAfterTime(description),
  ]);
}

/** However long a first or a second conversation rests, whatever its employee does first then sends its event. */
function eventsAfterTime(description: Description): CaseDraft[] {
  const rules = employeeEvents(description);
  const message = operationOf(description, 'message');
  const end = closeRule(description);
  const reports = deliveryEvents(description);
  const draft = (name: string, title: string, needs: Need[], steps: Step[]): CaseDraft => ({
    group: 'events',
    name,
    title,
    needs: [WEBHOOK, action('advance_clock'), ...needs],
    phase: 'clock',
    steps,
  });
  return Object.entries(description.samples.hours ?? {}).flatMap(([name, hours]): CaseDraft[] => [
    draft(
      `told-after-${name}`,
      `Events still arrive ${hoursAfter(hours)} the selection: for replies, the close, and the delivery of kept and later messages`,
      [{ kind: 'online' }, ...actionsOf(rules)],
      [
        prepare(description, message, {}, 'before'),
        prepare(description, operationOf(description, 'select')),
        prepare(description, message, { user: 'b' }),
        { do: 'clock', hours },
        prepare(description, message, {}, 'after'),
        ...reports.map((event) => expectDeliveries(event, ['before', 'after'])),
        ...rules.flatMap((rule) => replyWithEvent(rule)),
        prepare(description, operationOf(description, 'select'), { user: 'b' }),
        ...reports.map((event) => expectDeliveries(event, [], { user: 'b' })),
      ],
    ),
    ...reports.map((event) => reportOfWaiting(description, event, [name, hours])),
    ...rules.map((rule) =>
      draft(
        `told-${rule.event}-after-${name}`,
        `${rule.event} still arrives when it is the first event in a second conversation, ${hoursAfter(hours)} its selection`,
        [...new Set([end.action, rule.action])].map(action),
        [
          ...conversation(description),
          operate(end.action, {}, { setup: true }),
          { do: 'expect-event', event: end.event, user: 'a', times: 1, setup: true },
          ...conversation(description),
          { do: 'clock', hours },
          perform(rule, { as: 'act' }),
          { ...expectEventOf(rule, 'act'), ...(rule.event === end.event && { times: 2 }) },
        ],
      ),
    ),
  ]);
}

/** A message is delivered whenever its employees log in. */
function reportOfWaiting(
  description: Description,
  event: string,
  [name, hours]: [string, number],
): CaseDraft {
  const key = 'unset' as const;
  const message = operationOf(description, 'message');
  return {
    group: 'events',
    name: `told-waiting-after-${name}`,
    title: `A login ${hoursAfter(hours)} messages were sent reports their delivery`,
    needs: [WEBHOOK, action('advance_clock'), action('set_presence'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [
      setAddress('late'),
      logIn(),
      prepare(description, message, { key }, 'before'),
      ...(['a', 'b'] as const).map((user) =>
        prepare(description, operationOf(description, 'select'), { key, user }),
      ),
      logOut(),
      ...writeInTurn(description, ['waiting', 'waiting too'], { key }),
      { do: 'clock', hours },
      ...writeInTurn(description, ['later', 'later too'], { key, user: 'b' }),
      logIn(),
      // Its timestamp shows those of the two before.
      ...writeInTurn(description, ['last'], { key, user: 'b' }),
      expectDeliveries(event, ['waiting', 'waiting too'], { address: 'late' }),
      expectDeliveries(event, ['later', 'later too', 'last'], { user: 'b', address: 'late' }),
    ],
  };
}

/** A selection lasts as well if nobody has written since; whether employees can write then is up to the employee's side. */
function repliesToUnwritten(description: Description, name: string, hours: number): CaseDraft[] {
  const answers = replies(description);
  if (answers.length === 0) return [];
  return [
    {
      group: 'events',
      name: `told-unwritten-after-${name}`,
      title: `Replies ${hoursAfter(hours)} the selection send their events to a user who has written nothing, if employees can write them`,
      needs: [WEBHOOK, ...actionsOf(answers), action('advance_clock')],
      phase: 'clock',
      steps: [
        prepare(description, operationOf(description, 'select')),
        { do: 'clock', hours },
        ...answers.flatMap((rule): Step[] => [
          ifPossible(perform(rule, { as: rule.event })),
          expectEventOf(rule, rule.event),
        ]),
      ],
    },
  ];
}
