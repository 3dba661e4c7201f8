import { isPlainText, textOf } from '../../description/samples.js';
import type { Description, TextSample } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import {
  allContentFields,
  contentFields,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { actionsOf, closeNeed, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import { writeReplies } from '../reply-steps.js';
import type { Expectation } from '../request-plan.js';
import {
  acceptedOrRefused,
  closeConversation,
  earlierConversationOf,
  look,
  prepare,
  send,
  tryValues,
} from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/** What employees see of a user (sections 1, 2 and 4). */
export function employee(description: Description): CaseDraft[] {
  const ofEach = operationsOf(description, 'message').flatMap((operation) => [
    ...seeFields(description, operation),
    ...cardAfterWriting(description, operation),
    ...sampleTexts(description, operation),
    ...ordinaryTexts(description, operation),
    ...besideEmpty(description, operation),
    laterMessages(description, operation),
    ...newSelection(description, operation),
    otherDestination(description, operation),
    formerDestination(description, operation),
    exactUser(description, operation),
  ]);
  return [...ofEach, ...formerDestinationOfReplies(description)];
}

const EMPLOYEE = 'employee' as const;

function seeFields(description: Description, operation: string): CaseDraft[] {
  const select = operationOf(description, 'select');
  const draft = (name: string, names: string[], card?: string): CaseDraft => ({
    group: EMPLOYEE,
    name: `sees-${name}`,
    operation,
    title: `Employees of ${card ? 'whichever destination is chosen' : 'the chosen destination'} see the ${name} of ${card ? select : operation}`,
    needs: inboxNeeds([...contentFields(description, operation), ...names]),
    // Before the user has written, and wherever: a destination may be set up in another way than the first one.
    ...(card && { eachDestination: 'main' }),
    steps: [
      prepare(description, select, {}, 'selection'),
      prepare(description, operation, {}, 'message'),
      look('present', ['message'], names, card ? { card } : {}),
    ],
  });
  return [
    ...shownFields(description, operation).map((name) => draft(name, [name])),
    ...shownFields(description, select).map((name) => draft(name, [name], 'selection')),
  ];
}

/** The usual order: the user writes, is asked, and chooses. */
function cardAfterWriting(description: Description, operation: string): CaseDraft[] {
  const select = operationOf(description, 'select');
  return shownFields(description, select).map((name) => ({
    group: EMPLOYEE,
    name: `sees-${name}-after-writing`,
    operation,
    title: `An employee sees the ${name} that ${select} gives after ${operation}`,
    needs: inboxNeeds([...contentFields(description, operation), name]),
    steps: [
      prepare(description, operation, {}, 'message'),
      prepare(description, select, {}, 'selection'),
      look('present', ['message'], [name], { card: 'selection' }),
    ],
  }));
}

/** Texts that must come through unchanged, in the first content field. */
function sampleTexts(description: Description, operation: string): CaseDraft[] {
  const text = requestFields(description, operation).find(([, field]) => field.freeText);
  if (!text) return [];
  const [name, { role }] = text;
  // A text that need not say anything may be empty; if that is accepted, its message arrives all the same.
  const empty = role === 'content' ? {} : { empty: { value: '' } };
  const texts: Description['samples']['texts'] = { ...description.samples.texts, ...empty };
  // What texts may hold is not shown, as their length is not: whether all ordinary ones are taken is a case of its own.
  const expectationOf = (value: TextSample, mustSay: boolean, sample: string): Expectation => {
    if (value.mayBeRefused || !mustSay) return { kind: 'documented', gap: 'length-bounds', bounded: true };
    if (isPlainText(textOf(value))) return { kind: 'accepted' };
    return acceptedOrRefused(description, `${operation}.${name}`, sample);
  };
  return Object.entries(texts).map(([sample, value]): CaseDraft => {
    const body = { kind: 'documented', set: { [name]: textOf(value) } } as const;
    const stimulus: SendStep = {
      do: 'send',
      request: { operation, body },
      expect: expectationOf(value, role === 'content', sample),
      as: 'message',
    };
    return {
      group: EMPLOYEE,
      name: `unchanged-${sample}`,
      operation,
      title: `${name} of ${operation} reaches the employee unchanged: ${wordsOf(sample)}`,
      needs: inboxNeeds([...contentFields(description, operation), name]),
      steps: [
        prepare(description, operationOf(description, 'select'), {}, 'selection'),
        stimulus,
        look('present', ['message'], [name]),
      ],
    };
  });
}

/** Texts of any script, with quotes, line breaks or emoji: what people write to each other. */
function ordinaryTexts(description: Description, operation: string): CaseDraft[] {
  const [name] =
    requestFields(description, operation).find(([, { freeText, role }]) => freeText && role === 'content') ??
    [];
  if (name === undefined) return [];
  const texts = Object.values(description.samples.texts).flatMap((sample) =>
    sample.mayBeRefused ? [] : [textOf(sample)],
  );
  return [
    {
      group: 'requests',
      name: 'ordinary-texts',
      operation,
      title: `${operation} accepts whatever people write: any script, quotes, line breaks, emoji`,
      needs: [],
      steps: texts.map((text) =>
        send(
          description,
          operation,
          { kind: 'accepted' },
          { body: { kind: 'documented', set: { [name]: text } } },
        ),
      ),
    },
  ];
}

/** A text that need not say anything takes nothing else of its message away if it is empty. */
function besideEmpty(description: Description, operation: string): CaseDraft[] {
  const fields = requestFields(description, operation);
  const [name] = fields.find(([, field]) => field.freeText && field.role !== 'content') ?? [];
  const others = shownFields(description, operation).filter((other) => other !== name);
  if (name === undefined || others.length === 0) return [];
  const empty = (as: string): Step => ({ ...tryValues(description, operation, { [name]: '' }, 'empty'), as });
  const content = allContentFields(description);
  const [other = operation] = operationsOf(description, 'message').filter((each) => each !== operation);
  return [
    {
      group: EMPLOYEE,
      name: `beside-empty-${name}`,
      operation,
      title: `An employee sees all else of ${operation} messages whose ${name} is empty, and what follows them, before and after the selection`,
      needs: inboxNeeds([...content, ...others]),
      steps: [
        empty('kept'),
        // What is delivered after it must not stop there, nor take its place.
        prepare(description, other, {}, 'of other kind behind it'),
        prepare(description, operation, {}, 'kept behind it'),
        prepare(description, operationOf(description, 'select')),
        empty('later'),
        prepare(description, other, {}, 'of other kind behind the later one'),
        look(
          'present',
          [
            'kept',
            'of other kind behind it',
            'kept behind it',
            'later',
            'of other kind behind the later one',
          ],
          [...content, ...others.filter((each) => !content.includes(each))],
        ),
      ],
    },
  ];
}

/** The selection lasts: not only the message after it reaches the employee. */
function laterMessages(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const holds = ['first', 'second', 'third'];
  return {
    group: EMPLOYEE,
    name: 'later-messages',
    operation,
    title: `Every ${operation} message while a destination is selected reaches the employee`,
    needs: inboxNeeds(names),
    steps: [
      prepare(description, operationOf(description, 'select')),
      ...holds.map((as) => prepare(description, operation, {}, as)),
      look('present', holds, names),
    ],
  };
}

/** Each selection passes on a name and attributes of its own, in a later conversation too. */
function newSelection(description: Description, operation: string): CaseDraft[] {
  const select = operationOf(description, 'select');
  return shownFields(description, select).map((name) => ({
    group: EMPLOYEE,
    name: `sees-${name}-of-new-selection`,
    operation,
    title: `An employee sees the ${name} that ${select} gave for the user's next conversation (${operation})`,
    needs: [...inboxNeeds([...contentFields(description, operation), name]), WEBHOOK, closeNeed(description)],
    steps: [
      prepare(description, select),
      prepare(description, operation, {}, 'earlier'),
      ...closeConversation(description),
      prepare(description, select, {}, 'selection'),
      prepare(description, operation, {}, 'message'),
      look('present', ['message'], [name], { card: 'selection' }),
    ],
  }));
}

/** What those write who have the user now is not for those who had the user before. */
function formerDestinationOfReplies(description: Description): CaseDraft[] {
  const [operation = ''] = operationsOf(description, 'message');
  const names = contentFields(description, operation);
  const kinds = replies(description);
  const acts = kinds.map((rule) => ({ rule, as: `${rule.event} there` }));
  if (acts.length === 0) return [];
  const there = { destination: 'other' } as const;
  const written = acts.map(({ as }) => as);
  return [
    {
      group: EMPLOYEE,
      name: 'former-destination-of-replies',
      title: 'Employees of the formerly chosen destination see nothing of later replies',
      // An inbox that shows one kind of message only does not show each reply.
      needs: [...otherDestinationNeeds(description, allContentFields(description)), ...actionsOf(kinds)],
      steps: [
        ...earlierConversationOf(description, operation),
        prepare(description, operationOf(description, 'select'), there, 'selection'),
        prepare(description, operation, there, 'message'),
        ...writeReplies(acts, {}).map((step): Step => ({ ...step, destination: 1 })),
        look('present', ['message'], names, { ...there, replies: written, setup: true }),
        look('absent', ['message'], [...names, description.employee.destination], {
          replies: written,
          settles: true,
        }),
      ],
    },
  ];
}

/** A new selection moves the user: the employees who had the conversation before see nothing of the next one. */
function formerDestination(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  return {
    group: EMPLOYEE,
    name: 'former-destination',
    operation,
    title: `Employees of the formerly chosen destination see nothing of a later ${operation}`,
    needs: otherDestinationNeeds(description, names),
    steps: [
      ...earlierConversationOf(description, operation),
      prepare(description, operationOf(description, 'select'), { destination: 'other' }, 'selection'),
      send(description, operation, { kind: 'accepted' }, { destination: 'other' }, { as: 'message' }),
      // An inbox that does not tell destinations apart proves nothing here.
      look('absent', ['message'], [...names, description.employee.destination], { settles: true }),
    ],
  };
}

function otherDestination(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  return {
    group: EMPLOYEE,
    name: 'no-other-destination',
    operation,
    title: `Employees of a destination that was not chosen see nothing of ${operation}`,
    needs: [...inboxNeeds([...names, description.employee.destination]), { kind: 'two-destinations' }],
    steps: [
      prepare(description, operationOf(description, 'select')),
      prepare(description, operation, {}, 'message'),
      look('present', ['message'], names, { setup: true }),
      look('absent', ['message'], names, { destination: 'other', settles: true }),
    ],
  };
}

/** User ids are compared exactly: the second user's id is the first one's in different letter case. */
function exactUser(description: Description, operation: string): CaseDraft {
  const names = contentFields(description, operation);
  const user = fieldOf(requestFields(description, operation), 'user') ?? '';
  return {
    group: EMPLOYEE,
    name: 'exact-user',
    operation,
    title: `${operation} for a ${user} in different letter case belongs to another user`,
    needs: inboxNeeds([...names, description.employee.user]),
    steps: [
      prepare(description, operationOf(description, 'select')),
      prepare(description, operation, {}, 'own'),
      {
        ...send(
          description,
          operationOf(description, 'select'),
          acceptedOrRefused(description, 'user ids', 'capitals'),
          { user: 'A' },
        ),
        endsIf: 'refused',
      },
      prepare(description, operation, { user: 'A' }, 'foreign'),
      look('present', ['foreign'], names, { user: 'A', setup: true }),
      look('present', ['own'], names),
      look('absent', ['foreign'], names, { settles: true }),
    ],
  };
}
