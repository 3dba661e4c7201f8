import { textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import {
  fieldOf,
  freeParameterOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { historyCases, OTHER_DESTINATION } from '../history-cases.js';
import { action, inboxNeeds } from '../needs.js';
import { type NamedReply, writeReplies } from '../reply-steps.js';
import {
  closeConversation,
  earlierConversation,
  ifPossible,
  look,
  operate,
  prepare,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, InboxStep, OperatorStep, SendStep, Step } from '../types.js';

/** Employees see what was written in earlier conversations, replies among it, unchanged (section 1). */
export function historyOfContents(description: Description): CaseDraft[] {
  return [
    oneReplyEach(description),
    unusualContents(description),
    manyReplies(description),
    repliesOfEachKind(description),
    ...equalReply(description),
    repliesOfOtherDestination(description),
  ];
}

function oneReplyEach(description: Description): CaseDraft {
  const { draft, select, see, answers, answerNames, answerNeeds } = historyCases(description);
  return draft(
    'history-of-replies-alone',
    'Employees see earlier conversations in which employees wrote a single message each',
    [
      ...earlierConversation(description),
      ...answers.flatMap((answer, at) => [
        select(),
        ...writeReplies([answer], {}).map(ifPossible),
        see(['m1', 'm2'], { replies: answerNames.slice(0, at + 1), setup: true }),
        ...closeConversation(description, at + 2),
      ]),
      ...writeInTurn(description, ['m3']),
      select(),
      see(['m1', 'm2', 'm3'], { replies: answerNames }),
    ],
    answerNeeds,
  );
}

function unusualContents(description: Description): CaseDraft {
  const { draft, select, answers, answerNames, answerNeeds } = historyCases(description);
  const kinds = operationsOf(description, 'message');
  const details = [...new Set(kinds.flatMap((kind) => shownFields(description, kind)))];
  const unusual = unusualMessages(description);
  const unusualNames = ['kept', 'later'].flatMap((when) => unusual.map(([as]) => `${when} ${as}`));
  const longReplies = answers.map(({ rule: { action: name, parameters }, as }) =>
    operate(name, { ...parameters, ...longWords(description, parameters) }, { as }),
  );
  return draft(
    'history-of-values',
    'Employees see long and unusual messages of earlier conversations unchanged, kept ones and replies among them',
    [
      ...unusual.map(([as, step]) => ({ ...step, as: `kept ${as}` })),
      select(),
      ...unusual.map(([as, step]) => ({ ...step, as: `later ${as}` })),
      ...longReplies,
      look('present', unusualNames, details, { replies: answerNames }),
      ...closeConversation(description),
      ...writeInTurn(description, ['last']),
      select(),
      look('present', [...unusualNames, 'last'], details, { replies: answerNames }),
    ],
    [...inboxNeeds(details), ...answerNeeds],
  );
}

/** Replies of one conversation, more than a short list holds. */
const REPLIES = 27;

function manyReplies(description: Description): CaseDraft {
  const { draft, select, see, answers, answerNeeds } = historyCases(description);
  const rules = Array.from({ length: answers.length > 0 ? REPLIES : 0 }, (_, at) => ({
    ...(answers[at % answers.length] as NamedReply),
    as: `reply ${at + 1} of ${REPLIES}`,
  }));
  const written = rules.map(({ as }) => as);
  return draft(
    'history-of-many-replies',
    `Employees see all of ${rules.length} replies of an earlier conversation`,
    [
      ...conversationWith(description, rules, { setup: true }),
      select(),
      see(['m1', 'm2', 'm3'], { replies: written }),
    ],
    answerNeeds,
  );
}

/** Setup: a conversation with these replies, which employees see, and its close; then a message of the next one. */
function conversationWith(
  description: Description,
  answers: readonly NamedReply[],
  more: Pick<InboxStep, 'setup'> = {},
): Step[] {
  const { select, see } = historyCases(description);
  return [
    ...writeInTurn(description, ['m1', 'm2']),
    select(),
    ...writeReplies(answers, {}),
    see(['m1', 'm2'], { replies: answers.map(({ as }) => as), ...more }),
    ...closeConversation(description),
    ...writeInTurn(description, ['m3']),
  ];
}

function repliesOfEachKind(description: Description): CaseDraft {
  const { draft, select, see, answers, answerNames, answerNeeds } = historyCases(description);
  return draft(
    'history-of-replies',
    'Employees see what employees wrote in earlier conversations',
    [...conversationWith(description, answers), select(), see(['m1', 'm2', 'm3'], { replies: answerNames })],
    answerNeeds,
  );
}

function equalReply(description: Description): CaseDraft[] {
  const { draft, select, see } = historyCases(description);
  return equalReplies(description).map(({ message, reply, as }) =>
    draft(
      'history-of-equal-reply',
      "Employees see a reply of an earlier conversation that equals the user's message before it",
      [
        message,
        select(),
        reply,
        see(['m1'], { replies: [as], setup: true }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m2']),
        select(),
        see(['m1', 'm2'], { replies: [as] }),
      ],
      [action(reply.action)],
    ),
  );
}

function repliesOfOtherDestination(description: Description): CaseDraft {
  const { draftAtOther, select, see, answers, answerNames, answerNeeds } = historyCases(description);
  return draftAtOther(
    'history-of-replies-elsewhere',
    'Employees see what employees of another destination wrote in earlier conversations',
    [
      ...conversationWith(description, answers),
      select(OTHER_DESTINATION),
      see(['m1', 'm2', 'm3'], { ...OTHER_DESTINATION, replies: answerNames }),
    ],
    answerNeeds,
  );
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
