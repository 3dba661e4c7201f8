import type { Description, Field } from '../../description/types.js';
import {
  contentFields,
  isDocumented,
  operationOf,
  operationsOf,
  requestFields,
  routingEvent,
  rowsOf,
  shownFields,
} from '../description-lookups.js';
import { bodyOperations } from '../faulty-requests.js';
import { inboxNeeds, WEBHOOK } from '../needs.js';
import type { BodyPlan, Expectation, UserLabel } from '../request-plan.js';
import { SPELLINGS } from '../spellings.js';
import { look, prepare, send } from '../steps.js';
import type { CaseDraft, SendStep } from '../types.js';

/** Valid JSON is valid however it is spelled, and means the same (section 1: bodies are JSON). */
export function jsonSpellings(description: Description): CaseDraft[] {
  return [
    ...bodyOperations(description).flatMap(({ operation, needs }) =>
      Object.keys(SPELLINGS)
        .filter((spelling) => spelling !== ALL_SPELLINGS && makesDifference(description, operation, spelling))
        .map((spelling): CaseDraft => acceptedSpelling(description, operation, spelling, needs)),
    ),
    ...operationsOf(description, 'message').flatMap((operation) => [
      meansUser(description, operation),
      meansMessage(description, operation),
    ]),
    meansCard(description),
  ];
}

/** A body that can be spelled in several ways. */
type SpelledBody = Extract<BodyPlan, { spelling?: string }>;

const ALL_SPELLINGS = 'every-way';
/** What shows whether values are read before they are used, by programs that look for plain names. */
const VALUES_SPELLED = 'escaped-values';

/** What else shows whether values are read to their end: slashes have an escape of their own, and numbers have several forms. */
const SPELLED_ALONE = ['escaped-slashes', 'exponent', 'capital-exponent', 'negative-exponent', 'fraction'];

/** Spellings that change certain values only. */
const CONCERNED: Record<string, (field: Field) => boolean> = {
  'capital-exponent': ({ type }) => type === 'number' || type === 'integer',
  exponent: ({ type }) => type === 'number' || type === 'integer',
  'negative-exponent': ({ type }) => type === 'number',
  fraction: ({ type }) => type === 'number',
  'escaped-pairs': takesAnyText,
};

function makesDifference(description: Description, operation: string, spelling: string): boolean {
  const concerned = CONCERNED[spelling];
  return !concerned || requestFields(description, operation).some(([, field]) => concerned(field));
}

function takesAnyText({ freeText, role }: Field): boolean {
  return freeText === true || role === 'person' || role === 'attributes';
}

/** A body whose texts contain characters that a spelling changes. */
function spelledBody(description: Description, operation: string): SpelledBody {
  if (!isDocumented(description, operation)) return { kind: 'dialect' };
  const { spelled: text } = description.samples;
  const free = requestFields(description, operation).filter(([, field]) => takesAnyText(field));
  const set = Object.fromEntries(
    text === undefined
      ? []
      : free.map(([name, { type }]) => [name, type === 'map' ? { [text]: text, second: 'text' } : text]),
  );
  return { kind: 'documented', set };
}

/** Names and links, in which services may allow fewer characters. */
function namesAndLinks(description: Description, operation: string): [name: string, field: Field][] {
  return requestFields(description, operation).filter(
    ([, { type, role, freeText }]) =>
      type === 'string' && (role === 'detail' || role === 'content') && !freeText,
  );
}

/** Characters that a spelling changes; none that a name, or a link, may not have. */
function spelledText(description: Description, [name, { role, example }]: [string, Field]): SpelledBody {
  const { spelled = '' } = description.samples;
  if (role === 'detail') {
    const text = spelled.replace(/["/\\]/g, '').replace(/ +/g, ' ');
    return { kind: 'documented', set: { [name]: text } };
  }
  const letters = spelled.replace(/[^\p{L}\p{So}]/gu, '');
  return { kind: 'documented', filled: { [name]: String(example).replace('{n}', `{n}${letters}`) } };
}

/** What is accepted plainly is accepted in any spelling. */
function acceptedSpelling(
  description: Description,
  operation: string,
  spelling: string,
  needs: CaseDraft['needs'],
): CaseDraft {
  return {
    group: 'requests',
    name: `spelled-${spelling}`,
    operation,
    title: `${operation} is accepted with ${SPELLINGS[spelling]?.title}`,
    needs,
    steps: sendPlainThenSpelled(description, operation, spelling, 'spelled'),
  };
}

/** The body in a spelling, sent if the plain one was accepted. */
function sendSpelled(
  description: Description,
  operation: string,
  spelling: string,
  more: { as: string; provided: string; user: UserLabel; body?: SpelledBody },
): SendStep {
  const { user, body: plain = spelledBody(description, operation), ...names } = more;
  const body: SpelledBody = { ...plain, spelling };
  return send(description, operation, { kind: 'accepted' }, { user, body }, names);
}

/**
 * The plain body first, for another user: limits are not shown, and what the service refuses plainly it may refuse in any
 * spelling.
 */
function sendPlainThenSpelled(
  description: Description,
  operation: string,
  spelling: string,
  as: string,
  body: SpelledBody = spelledBody(description, operation),
): SendStep[] {
  const plain = `plain ${as}`;
  const open: Expectation = isDocumented(description, operation)
    ? { kind: 'documented', refusal: rowsOf(description, 'wrong-type') }
    : { kind: 'accepted' };
  return [
    send(description, operation, open, { user: 'b', body }, { setup: true, as: plain }),
    sendSpelled(description, operation, spelling, { as, provided: plain, user: 'a', body }),
  ];
}

function meansUser(description: Description, operation: string): CaseDraft {
  return {
    group: 'requests',
    name: 'means-user',
    operation,
    title: `${operation} in an unusual JSON spelling counts as a message of the user it names`,
    needs: [WEBHOOK],
    steps: [
      ...sendPlainThenSpelled(description, operation, ALL_SPELLINGS, 'message'),
      { do: 'expect-event', event: routingEvent(description), user: 'a', times: 1 },
      // Once the user has a destination, the user's next message asks for none.
      prepare(description, operation, { user: 'c' }),
      prepare(description, operationOf(description, 'select'), { user: 'c' }),
      sendSpelled(description, operation, VALUES_SPELLED, {
        as: 'later message',
        provided: 'plain message',
        user: 'c',
      }),
      { do: 'expect-event', event: routingEvent(description), user: 'c', times: 1 },
    ],
  };
}

function meansMessage(description: Description, operation: string): CaseDraft {
  const names = shownFields(description, operation);
  const alone = SPELLED_ALONE.filter((spelling) => makesDifference(description, operation, spelling));
  const restricted = namesAndLinks(description, operation);
  return {
    group: 'requests',
    name: 'means-message',
    operation,
    title: `An employee sees the content of ${operation} in an unusual JSON spelling`,
    needs: inboxNeeds(names),
    steps: [
      prepare(description, operationOf(description, 'select')),
      ...sendPlainThenSpelled(description, operation, ALL_SPELLINGS, 'message'),
      sendSpelled(description, operation, VALUES_SPELLED, {
        as: 'other message',
        provided: 'plain message',
        user: 'a',
      }),
      ...alone.map((spelling) =>
        sendSpelled(description, operation, spelling, {
          as: `message with ${spelling}`,
          provided: 'plain message',
          user: 'a',
        }),
      ),
      ...restricted.flatMap((each) =>
        sendPlainThenSpelled(
          description,
          operation,
          VALUES_SPELLED,
          `message with ${each[0]}`,
          spelledText(description, each),
        ),
      ),
      look(
        'present',
        [
          'message',
          'other message',
          ...[...alone, ...restricted.map(([name]) => name)].map((what) => `message with ${what}`),
        ],
        names,
      ),
    ],
  };
}

function meansCard(description: Description): CaseDraft {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const names = shownFields(description, select);
  return {
    group: 'requests',
    name: 'means-card',
    operation: select,
    title: `An employee sees the content of ${select} in an unusual JSON spelling`,
    needs: inboxNeeds([...contentFields(description, message), ...names]),
    steps: [
      ...sendPlainThenSpelled(description, select, ALL_SPELLINGS, 'selection'),
      prepare(description, message, {}, 'message'),
      look('present', ['message'], names, { card: 'selection' }),
      sendSpelled(description, select, VALUES_SPELLED, {
        as: 'other selection',
        provided: 'plain selection',
        user: 'c',
      }),
      prepare(description, message, { user: 'c' }, 'other message'),
      look('present', ['other message'], names, { card: 'other selection', user: 'c' }),
    ],
  };
}
