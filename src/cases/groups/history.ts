import { textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  fieldOf,
  freeParameterOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { action, actionsOf, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import {
  closeConversation,
  look,
  numbered,
  OWN_POINT,
  operate,
  prepare,
  setAddress,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, OperatorStep, SendStep, Step } from '../types.js';

/** More conversations than services show on one page. */
const CONVERSATIONS = 22;

/** Replies of one conversation, more than a short list holds. */
const REPLIES = 27;

/** Messages of one conversation, more than services show of it at once. */
const MESSAGES = 53;

/** What employees see of a user's earlier conversations, whoever had them (section 1). */
export function history(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const wrote = replies(description).map((reply, at) => ({ ...reply, as: `reply ${at + 1}` }));
  const written = wrote.map(({ as }) => as);
  const manyReplies = Array.from({ length: wrote.length > 0 ? REPLIES : 0 }, (_, at) => ({
    ...(wrote[at % wrote.length] as (typeof wrote)[number]),
    as: `reply ${at + 1} of ${REPLIES}`,
  }));
  const write = wrote.map(({ action: name, parameters, as }) => operate(name, parameters, { as }));
  const withWaitingReplies: Step[] = [
    setAddress(null),
    ...writeInTurn(description, ['m1', 'm2'], OWN_POINT),
    prepare(description, select, OWN_POINT),
    ...wrote.map(({ action: name, parameters, as }) => operate(name, parameters, { ...OWN_POINT, as })),
  ];
  const { action: close } = closeRule(description);
  const needs = [...inboxNeeds(names), WEBHOOK, action(close)];
  const twoDestinations = otherDestinationNeeds(description, names);
  const draft = (name: string, title: string, needed: Need[], steps: Step[]): CaseDraft => ({
    group: 'storage',
    name,
    title,
    needs: needed,
    steps,
  });
  const acting = actionsOf(wrote);
  const first: Step[] = [...writeInTurn(description, ['m1', 'm2']), prepare(description, select)];
  const seen = look('present', ['m1', 'm2'], names, { setup: true });
  const there = { destination: 'other' } as const;
  const kinds = operationsOf(description, 'message');
  const details = [...new Set(kinds.flatMap((kind) => shownFields(description, kind)))];
  const unusual = unusualMessages(description);
  const unusualNames = ['kept', 'later'].flatMap((when) => unusual.map(([as]) => `${when} ${as}`));
  const longReplies = wrote.map(({ action: name, parameters, as }) =>
    operate(name, { ...parameters, ...longWords(description, parameters) }, { as }),
  );
  const [conversations, messages] = [numbered(CONVERSATIONS), numbered(MESSAGES)];
  return [
    draft('history-elsewhere', 'Employees see conversations that another destination had', twoDestinations, [
      ...first,
      seen,
      ...closeConversation(description),
      ...writeInTurn(description, ['m3', 'm4']),
      prepare(description, select, there),
      look('present', ['m1', 'm2', 'm3', 'm4'], names, there),
    ]),
    draft(
      'history-elsewhere-selected-early',
      'Employees see conversations that another destination had, though theirs was selected before the next message',
      twoDestinations,
      [
        ...first,
        ...writeInTurn(description, ['m3', 'm4']),
        look('present', ['m1', 'm2', 'm3', 'm4'], names, { setup: true }),
        ...closeConversation(description),
        prepare(description, select, there),
        ...writeInTurn(description, ['m5']),
        look('present', ['m1', 'm2', 'm3', 'm4', 'm5'], names, there),
      ],
    ),
    ...kinds.map((kind) =>
      draft(
        `history-elsewhere-of-one/${kind}`,
        'Employees see a conversation of a single message that another destination had',
        twoDestinations,
        [
          prepare(description, kind, {}, 'm1'),
          prepare(description, select),
          look('present', ['m1'], names, { setup: true }),
          ...closeConversation(description),
          ...writeInTurn(description, ['m2']),
          prepare(description, select, there),
          look('present', ['m1', 'm2'], names, there),
        ],
      ),
    ),
    draft(
      'history-elsewhere-opened-by-replies',
      'Employees see a conversation in which employees of another destination wrote before the user did, if they can',
      [...twoDestinations, ...acting],
      [
        prepare(description, select),
        ...write.map((step): Step => ({ ...step, mayBeImpossible: true })),
        ...writeInTurn(description, ['m1']),
        look('present', ['m1'], names, { replies: written, setup: true }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m2']),
        prepare(description, select, there),
        look('present', ['m1', 'm2'], names, { ...there, replies: written }),
      ],
    ),
    draft(
      'history-elsewhere-of-replies-alone',
      'Employees see a conversation in which employees of another destination wrote and the user did not, if they can',
      [...twoDestinations, ...acting],
      [
        prepare(description, select),
        ...write.map((step): Step => ({ ...step, mayBeImpossible: true })),
        ...closeConversation(description),
        ...writeInTurn(description, ['m1']),
        prepare(description, select, there),
        look('present', ['m1'], names, { ...there, replies: written }),
      ],
    ),
    draft('history-of-third', 'Employees see all conversations before a third one', needs, [
      ...first,
      seen,
      ...closeConversation(description),
      ...writeInTurn(description, ['m3', 'm4']),
      prepare(description, select),
      look('present', ['m3', 'm4'], names, { setup: true }),
      ...closeConversation(description, 2),
      ...writeInTurn(description, ['m5', 'm6']),
      prepare(description, select),
      look('present', ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'], names),
    ]),
    draft(
      'history-beyond-empty-conversation',
      'Employees see the conversations before one without any message',
      needs,
      [
        ...first,
        seen,
        ...closeConversation(description),
        prepare(description, select),
        ...closeConversation(description, 2),
        ...writeInTurn(description, ['m3', 'm4']),
        prepare(description, select),
        look('present', ['m1', 'm2', 'm3', 'm4'], names),
      ],
    ),
    {
      ...draft(
        'history-elsewhere-of-kept-replies',
        'Employees of another destination see replies that wait for an address',
        [...twoDestinations, { kind: 'unset-address' }, ...acting],
        [
          ...withWaitingReplies,
          operate(close, {}, { ...OWN_POINT, setup: true }),
          ...writeInTurn(description, ['m3'], OWN_POINT),
          prepare(description, select, { ...OWN_POINT, ...there }),
          look('present', ['m1', 'm2', 'm3'], names, { ...OWN_POINT, ...there, replies: written }),
        ],
      ),
      phase: 'unset',
    },
    {
      ...draft(
        'history-of-kept-replies',
        'Employees see replies that wait for an address, when it is set and in the next conversation, too',
        [...needs, { kind: 'unset-address' }, ...acting],
        [
          ...withWaitingReplies,
          look('present', ['m1', 'm2'], names, { ...OWN_POINT, replies: written }),
          setAddress('late'),
          look('present', ['m1', 'm2'], names, { ...OWN_POINT, replies: written }),
          operate(close, {}, { ...OWN_POINT, setup: true }),
          ...writeInTurn(description, ['m3'], OWN_POINT),
          prepare(description, select, OWN_POINT),
          look('present', ['m1', 'm2', 'm3'], names, { ...OWN_POINT, replies: written }),
        ],
      ),
      phase: 'unset',
    },
    draft('history-of-long', `Employees see all of ${MESSAGES} messages of an earlier conversation`, needs, [
      ...writeInTurn(description, messages.slice(0, 2)),
      prepare(description, select),
      ...writeInTurn(description, messages.slice(2)),
      look('present', messages, names, { setup: true }),
      ...closeConversation(description),
      ...writeInTurn(description, ['last']),
      prepare(description, select),
      look('present', [...messages, 'last'], names),
    ]),
    draft(
      'history-of-many',
      `Employees see all of ${CONVERSATIONS} conversations before the present one`,
      needs,
      [
        ...conversations.flatMap((as, at) => [
          prepare(description, kinds[at % kinds.length] as string, {}, as),
          prepare(description, select),
          // A conversation that ends before the message has reached anybody may never show it.
          look('present', [as], names, { setup: true }),
          ...closeConversation(description, at + 1),
        ]),
        ...writeInTurn(description, ['last']),
        prepare(description, select),
        look('present', [...conversations, 'last'], names),
      ],
    ),
    draft(
      'history-of-replies-alone',
      'Employees see earlier conversations in which employees wrote a single message each',
      [...needs, ...acting],
      [
        ...first,
        seen,
        ...closeConversation(description),
        ...wrote.flatMap(({ action: name, parameters, as }, at) => [
          prepare(description, select),
          operate(name, parameters, { as }),
          look('present', ['m1', 'm2'], names, { replies: written.slice(0, at + 1), setup: true }),
          ...closeConversation(description, at + 2),
        ]),
        ...writeInTurn(description, ['m3']),
        prepare(description, select),
        look('present', ['m1', 'm2', 'm3'], names, { replies: written }),
      ],
    ),
    draft(
      'history-of-values',
      'Employees see long and unusual messages of earlier conversations unchanged, kept ones and replies among them',
      [...needs, ...inboxNeeds(details), ...acting],
      [
        ...unusual.map(([as, step]) => ({ ...step, as: `kept ${as}` })),
        prepare(description, select),
        ...unusual.map(([as, step]) => ({ ...step, as: `later ${as}` })),
        ...longReplies,
        look('present', unusualNames, details, { replies: written }),
        ...closeConversation(description),
        ...writeInTurn(description, ['last']),
        prepare(description, select),
        look('present', [...unusualNames, 'last'], details, { replies: written }),
      ],
    ),
    draft(
      'history-of-many-replies',
      `Employees see all of ${manyReplies.length} replies of an earlier conversation`,
      [...needs, ...acting],
      [
        ...first,
        ...manyReplies.map(({ action: name, parameters, as }) => operate(name, parameters, { as })),
        look('present', ['m1', 'm2'], names, { replies: manyReplies.map(({ as }) => as), setup: true }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m3']),
        prepare(description, select),
        look('present', ['m1', 'm2', 'm3'], names, { replies: manyReplies.map(({ as }) => as) }),
      ],
    ),
    draft(
      'history-of-replies',
      'Employees see what employees wrote in earlier conversations',
      [...needs, ...acting],
      [
        ...first,
        ...write,
        look('present', ['m1', 'm2'], names, { replies: written }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m3']),
        prepare(description, select),
        look('present', ['m1', 'm2', 'm3'], names, { replies: written }),
      ],
    ),
    ...equalReplies(description).map(({ message, reply, as }) =>
      draft(
        'history-of-equal-reply',
        "Employees see a reply of an earlier conversation that equals the user's message before it",
        [...needs, action(reply.action)],
        [
          message,
          prepare(description, select),
          reply,
          look('present', ['m1'], names, { replies: [as], setup: true }),
          ...closeConversation(description),
          ...writeInTurn(description, ['m2']),
          prepare(description, select),
          look('present', ['m1', 'm2'], names, { replies: [as] }),
        ],
      ),
    ),
    draft(
      'history-of-replies-elsewhere',
      'Employees see what employees of another destination wrote in earlier conversations',
      [...twoDestinations, ...acting],
      [
        ...first,
        ...write,
        look('present', ['m1', 'm2'], names, { replies: written }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m3']),
        prepare(description, select, there),
        look('present', ['m1', 'm2', 'm3'], names, { ...there, replies: written }),
      ],
    ),
  ];
}

/** A message, and a reply with the same words. */
function equalReplies(description: Description): { message: SendStep; reply: OperatorStep; as: string }[] {
  const operation = operationOf(description, 'message');
  const content = fieldOf(requestFields(description, operation), 'content');
  const as = 'the same words';
  return replies(description)
    .flatMap((rule) => {
      const free = freeParameterOf(description, rule);
      if (content === undefined || free === undefined) return [];
      const body = { kind: 'documented', filled: { [content]: WORDS } } as const;
      return [
        {
          message: prepare(description, operation, { body }, 'm1'),
          reply: operate(rule.action, { ...rule.parameters, [free]: WORDS }, { as }),
          as,
        },
      ];
    })
    .slice(0, 1);
}

const WORDS = 'See you tomorrow, {user}.';

/** Of each kind a message with a long text, and one with signs that have a meaning in many formats, in all fields that take any. */
function unusualMessages(description: Description): [as: string, step: SendStep][] {
  return operationsOf(description, 'message').flatMap((operation) =>
    unusualTexts(description).map(([sample, value]): [string, SendStep] => {
      const free = requestFields(description, operation).filter(([, { freeText }]) => freeText);
      const set = Object.fromEntries(free.map(([name]) => [name, value]));
      return [`${sample} of ${operation}`, tryValues(description, operation, set, sample)];
    }),
  );
}

/** The first long text, and the first short one. */
function unusualTexts({ samples: { texts } }: Description): [string, string][] {
  const all = Object.entries(texts).map(([name, sample]): [string, string] => [name, textOf(sample)]);
  const long = all.find(([, text]) => text.length > LONG_CHARACTERS);
  const short = all.find(([, text]) => text.length <= LONG_CHARACTERS);
  return [long, short].filter((found) => found !== undefined);
}

function longWords(description: Description, parameters: Record<string, unknown>): Record<string, unknown> {
  const [long] = unusualTexts(description);
  const { freeParameters } = description.samples;
  return Object.fromEntries(
    freeParameters.filter((name) => Object.hasOwn(parameters, name)).map((name) => [name, long?.[1] ?? '']),
  );
}

const LONG_CHARACTERS = 2_000;
