import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  operationOf,
  operationsOf,
  shownFields,
} from '../description-lookups.js';
import { overMidnight } from '../midnight.js';
import { action, inboxNeeds, otherDestinationNeeds } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import {
  earlierConversation,
  ifPossible,
  look,
  MORE_THAN_A_PAGE,
  numbered,
  operate,
  prepare,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Kept messages in any number, at any destination, in any conversation and for any time (sections 1 and 3). */
export function keptAnywhere(description: Description): CaseDraft[] {
  return overMidnight(description, [
    ...counts(description),
    ...atEachDestination(description),
    ...secondConversation(description),
    overtakenMessage(description),
    afterEmptyConversation(description),
    ...Object.entries(description.samples.hours ?? {}).map(([name, hours]) =>
      keptForTime(description, name, hours),
    ),
  ]);
}

/** Texts and files in turn; order and copies are judged for the longest sequence. */
function counts(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const numbers = description.samples.counts ?? [];
  const draft = (count: number, what: string, title: string, more: Step[]): CaseDraft => ({
    group: 'storage',
    name: `kept-${count}${what}`,
    title: `${count === 1 ? 'One message' : `${count} messages of all kinds in turn`} before the selection ${count === 1 ? 'reaches' : 'all reach'} the employee${title}`,
    needs: inboxNeeds(names),
    steps: [
      ...writeInTurn(description, numbered(count)),
      prepare(description, operationOf(description, 'select')),
      ...more,
    ],
  });
  const longest = Math.max(0, ...numbers);
  return [
    ...numbers.map((count) => draft(count, '-in-turn', '', [look('present', numbered(count), names)])),
    draft(longest, '-in-order', ' in the order sent, once each', [
      { ...look('present', numbered(longest), names), setup: true },
      look('order', numbered(longest), names),
      look('once', numbered(longest), names),
    ]),
    inThrees(description),
  ];
}

/** Several messages of one kind, then of the next: what precedes a message is not always of another kind. */
function inThrees(description: Description): CaseDraft {
  const kinds = operationsOf(description, 'message');
  const details = [...new Set(kinds.flatMap((kind) => shownFields(description, kind)))];
  const rows = [...kinds, ...kinds].flatMap((kind, row) =>
    [1, 2, 3].map((at) => ({ kind, as: `${kind} ${row + 1}.${at}` })),
  );
  return {
    group: 'storage',
    name: 'kept-in-threes',
    title:
      'Messages before the selection, three of each kind at a time, reach the employee with all their fields',
    needs: inboxNeeds(details),
    steps: [
      ...rows.map(({ kind, as }) => prepare(description, kind, {}, as)),
      prepare(description, operationOf(description, 'select')),
      look(
        'present',
        rows.map(({ as }) => as),
        details,
      ),
    ],
  };
}

function atEachDestination(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  return [
    { name: 'kept-at-each-destination', count: 3, what: 'Kept and later messages' },
    {
      name: 'kept-many-at-each-destination',
      count: MORE_THAN_A_PAGE,
      what: `${MORE_THAN_A_PAGE} kept messages and later ones`,
    },
  ].map(({ name, count, what }) => {
    const kept = numbered(count);
    return {
      group: 'storage',
      name,
      title: `${what} reach the employees of whichever listed destination is chosen`,
      needs: inboxNeeds([...names, description.employee.destination]),
      eachDestination: 'main',
      steps: [
        ...writeInTurn(description, kept),
        prepare(description, operationOf(description, 'select')),
        ...writeInTurn(description, ['later', 'last']),
        look('present', [...kept, 'later', 'last'], names),
      ],
    };
  });
}

function secondConversation(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  return [
    { name: 'kept-in-second-conversation', count: 3, what: 'Messages' },
    {
      name: 'kept-many-in-second-conversation',
      count: MORE_THAN_A_PAGE,
      what: `${MORE_THAN_A_PAGE} messages`,
    },
  ].map(({ name, count, what }) => {
    const kept = numbered(count, 'k');
    return {
      group: 'storage',
      name,
      title: `${what} kept after a close reach the employees of the next destination, and nobody else`,
      needs: otherDestinationNeeds(description, names),
      steps: [
        ...earlierConversation(description, ['earlier']),
        ...writeInTurn(description, kept),
        look('absent', kept, names, { destination: 'each' }),
        prepare(description, select, { destination: 'other' }),
        look('present', kept, names, { destination: 'other' }),
        look('absent', kept, names, { settles: true }),
      ],
    };
  });
}

/** The selection is sent before the message is answered: in whichever order they take effect, the message arrives. */
function overtakenMessage(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kinds = operationsOf(description, 'message');
  const users = ['a', 'b', 'c'] as const satisfies UserLabel[];
  return {
    group: 'storage',
    name: 'kept-overtaken',
    title: 'A message still unanswered when the selection is sent reaches the employee',
    needs: inboxNeeds(names),
    steps: users.flatMap((user, at): Step[] => {
      const kind = kinds[at % kinds.length] as string;
      const [first, last] = [`first of ${user}`, `last of ${user}`];
      return [
        prepare(description, kind, { user }, first),
        { ...prepare(description, kind, { user }, last), beside: true },
        prepare(description, operationOf(description, 'select'), { user }),
        look('present', [first, last], names, { user }),
      ];
    }),
  };
}

/** The close of a conversation in which nobody wrote ends the selection as well. */
function afterEmptyConversation(description: Description): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  return {
    group: 'storage',
    name: 'kept-after-close-without-message',
    title: 'A message after the close of a conversation without messages waits for the next selection',
    needs: [...inboxNeeds([...names, description.employee.destination]), action(close)],
    steps: [
      ...writeInTurn(description, ['m1']),
      prepare(description, select),
      operate(close, {}, { setup: true }),
      prepare(description, select),
      ifPossible(operate(close, {}, { setup: true })),
      ...writeInTurn(description, ['m2', 'm3']),
      look('absent', ['m2', 'm3'], names, { destination: 'each' }),
      prepare(description, select),
      look('present', ['m2', 'm3'], names),
    ],
  };
}

/** Neither kept messages nor a selection expires by itself. */
function keptForTime(description: Description, name: string, hours: number): CaseDraft {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const last = operationsOf(description, 'message').at(-1) ?? '';
  return {
    group: 'storage',
    name: `kept-for-${name}`,
    title: `Kept messages and a selection outlast ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    needs: [...inboxNeeds(names), action('advance_clock')],
    phase: 'clock',
    steps: [
      ...writeInTurn(description, ['k1', 'k2']),
      prepare(description, select, { user: 'b' }),
      ...writeInTurn(description, ['s1'], { user: 'b' }),
      // A selection that the user has not made use of yet, and one after a message of the last kind alone.
      prepare(description, select, { user: 'c' }),
      prepare(description, last, { user: 'd' }, 'd1'),
      prepare(description, select, { user: 'd' }),
      { do: 'clock', hours },
      prepare(description, select),
      look('present', ['k1', 'k2'], names),
      ...writeInTurn(description, ['s2', 's3'], { user: 'b' }),
      look('present', ['s1', 's2', 's3'], names, { user: 'b' }),
      ...writeInTurn(description, ['c1', 'c2'], { user: 'c' }),
      look('present', ['c1', 'c2'], names, { user: 'c' }),
      ...writeInTurn(description, ['d2', 'd3'], { user: 'd' }),
      look('present', ['d1', 'd2', 'd3'], names, { user: 'd' }),
    ],
  };
}
