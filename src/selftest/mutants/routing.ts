import { routingEvent } from '../../cases/description-lookups.js';
import type { Case, ExpectEventStep } from '../../cases/types.js';
import type { Description, Ordinals, Transition } from '../../description/types.js';
import type { Mutant } from './mutant.js';

/** Each move of the routing state machine, wrong in one respect, in one version (sections 3 and 9). */
export function routing(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) =>
    Object.entries(description.routing.transitions).flatMap(([id, move]) =>
      Object.entries(changesOf(descriptions, description, id, move)).map(
        ([change, { summary, apply, killedBy }]): Mutant => ({
          id: `${description.version}/routing/${id}/${change}`,
          family: `routing: ${change.replace(/-(?:to|of)-.*$/, '')}`,
          summary: `On "${id}" ${summary}`,
          version: description.version,
          fault: () => ({
            summary,
            describe(mutated) {
              const own = mutated.routing.transitions[id];
              if (mutated.version === description.version && own)
                apply(own, Object.values(mutated.routing.transitions));
            },
          }),
          killedBy: (testCase) => testCase.version === description.version && killedBy(testCase),
        }),
      ),
    ),
  );
}

interface Change {
  summary: string;
  apply: (move: Transition, all: readonly Transition[]) => void;
  killedBy: (testCase: Case) => boolean;
}

function changesOf(
  descriptions: readonly Description[],
  description: Description,
  id: string,
  move: Transition,
): Record<string, Change> {
  const event = routingEvent(description);
  const { sends } = move;
  const others = Object.keys(description.routing.states).filter((state) => state !== move.to);
  const guards = descriptions.flatMap(({ version, routing: { transitions } }) => {
    const guard = transitions[id]?.sends?.messages;
    return guard && JSON.stringify(guard) !== JSON.stringify(sends?.messages)
      ? [[version, guard] as const]
      : [];
  });
  const all: [string, Change | false][] = [
    [
      'event-missing',
      // The event of the close is removed where events are sent, because the service tells a close from a reply by it.
      sends !== undefined &&
        move.on !== 'close' && {
          summary: `no ${sends.event} is sent`,
          apply: (own) => delete own.sends,
          killedBy: awaits(sends.event),
        },
    ],
    [
      'event-extra',
      sends === undefined && {
        summary: `${event} is sent although not due`,
        apply: (own) => {
          own.sends = { event };
        },
        killedBy: awaits(event),
      },
    ],
    [
      'event-in-the-wrong-state',
      sends !== undefined &&
        move.on === 'message' && {
          summary: `${sends.event} is sent in every other state instead`,
          apply: (own, all) => {
            delete own.sends;
            for (const other of all) if (other.on === move.on && other !== own) other.sends = { ...sends };
          },
          killedBy: awaits(sends.event),
        },
    ],
    [
      'event-from-the-second',
      sends?.messages?.from === 1 && guarded(sends.event, 'from the second message on', { from: 2 }),
    ],
    ...guards.map(([version, guard]): [string, Change | false] => [
      `guard-of-${version}`,
      sends !== undefined && guarded(sends.event, `as in version ${version}`, guard),
    ]),
    ...others.map((state): [string, Change] => [
      `leads-to-${state}`,
      {
        summary: `the next state is "${state}"`,
        apply: (own) => {
          own.to = state;
        },
        killedBy: isAny('routing', 'storage', 'employee'),
      },
    ]),
    [
      'not-kept',
      move.keeps === true && {
        summary: 'the message is not kept',
        apply: (own) => delete own.keeps,
        killedBy: isAny('storage'),
      },
    ],
    [
      'not-delivered',
      move.delivers === true && {
        summary: 'nothing reaches the employees',
        apply: (own) => delete own.delivers,
        killedBy: isAny('storage', 'employee'),
      },
    ],
    [
      'not-ended',
      // A conversation's end shows only where message positions in it count.
      move.ends === true &&
        Object.values(description.routing.transitions).some((transition) =>
          isCounted(transition.sends?.messages),
        ) && {
          summary: 'the conversation goes on',
          apply: (own) => delete own.ends,
          killedBy: isAny('routing', 'storage'),
        },
    ],
  ];
  return Object.fromEntries(all.filter((entry): entry is [string, Change] => entry[1] !== false));

  function guarded(name: string, summary: string, messages: Ordinals): Change {
    return {
      summary: `${name} is sent ${summary}`,
      apply: (own) => {
        own.sends = { event: name, messages };
      },
      killedBy: awaits(name),
    };
  }
}

function isCounted(messages: Ordinals | undefined): boolean {
  return messages !== undefined && (messages.from > 1 || messages.to !== undefined);
}

/** The case judges how often the event comes. */
function awaits(event: string): (testCase: Case) => boolean {
  return ({ steps }) =>
    steps.some(
      (step): step is ExpectEventStep => step.do === 'expect-event' && !step.setup && step.event === event,
    );
}

function isAny(...groups: Case['group'][]): (testCase: Case) => boolean {
  return ({ group }) => groups.includes(group);
}
