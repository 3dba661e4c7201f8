import { isPlainText } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  contentFields,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import { acceptedOrRefused, conversation, expectEventOf, look, operate, prepare, send } from '../steps.js';
import type { CaseDraft } from '../types.js';

/** Messages and replies that say no more than a number, a word or an address (section 1). */
export function shortTexts(description: Description): CaseDraft[] {
  return [
    ...seenShortTexts(description),
    ...keptShortTexts(description),
    ...shortReplies(description),
    ...behindLongTexts(description),
  ];
}

/**
 * Messages that say no more than a number, a word or an address (section 1): what a whole text looks like makes services
 * take it for something else than a part of a longer one does.
 */
function seenShortTexts(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').flatMap((operation) => ofUser(description, operation));
}

/** The same while no destination is selected. */
function keptShortTexts(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').flatMap((operation) =>
    ofUser(description, operation, { kept: true }),
  );
}

/** A short text has nothing of a long one before it, which may be refused. */
function behindLongTexts(description: Description): CaseDraft[] {
  const lengths = (description.samples.sizes?.['string'] ?? []).filter((size) => size <= LONGEST_BEFORE);
  return operationsOf(description, 'message').flatMap((operation): CaseDraft[] => {
    const [field] =
      requestFields(description, operation).find(
        ([name, { freeText }]) => freeText && shownFields(description, operation).includes(name),
      ) ?? [];
    if (field === undefined || lengths.length === 0) return [];
    const short = lengths.map((size) => `after ${size}`);
    return [
      {
        group: 'employee',
        name: 'short-after-long-texts',
        operation,
        title: `${operation} messages with a short ${field} after a long one reach the employee unchanged`,
        needs: inboxNeeds([...new Set([...contentFields(description, operation), field])]),
        steps: [
          prepare(description, operationOf(description, 'select')),
          ...lengths.flatMap((size, at) => [
            send(
              description,
              operation,
              {
                ...acceptedOrRefused(description, `${operation}.${field}`, `${size} characters`),
                gap: 'length-bounds',
                bounded: true,
              },
              { body: { kind: 'documented', grown: { field, size } } },
            ),
            prepare(
              description,
              operation,
              { body: { kind: 'documented', set: { [field]: `Short ${at + 1}` } } },
              short[at],
            ),
          ]),
          look('present', short, [field]),
        ],
      },
    ];
  });
}

/** Longer ones are tried elsewhere: those who hear of them take a while. */
const LONGEST_BEFORE = 100_000;

function ofUser(description: Description, operation: string, { kept = false } = {}): CaseDraft[] {
  const freeTexts = requestFields(description, operation).filter(
    ([name, field]) => field.freeText && shownFields(description, operation).includes(name),
  );
  const fields = freeTexts.map(([name]) => name);
  // What a text that need not say anything may hold is left open.
  const isAnyTaken = freeTexts.every(([, { role }]) => role === 'content');
  const texts = namedTexts(description).filter(([, text]) => isAnyTaken || ASCII.test(text));
  if (fields.length === 0 || texts.length === 0) return [];
  const select = prepare(description, operationOf(description, 'select'));
  const messages = texts.map(([as, text]) =>
    send(
      description,
      operation,
      isPlainText(text)
        ? { kind: 'accepted' }
        : acceptedOrRefused(description, `${operation}.${fields.join(', ')}`, as),
      { body: { kind: 'documented', set: Object.fromEntries(fields.map((name) => [name, text])) } },
      { as },
    ),
  );
  return [
    {
      group: kept ? 'storage' : 'employee',
      name: kept ? 'kept-short-texts' : 'short-texts',
      operation,
      title: `${operation} messages whose ${conjunction(fields)} is just a number, a word or an address ${kept ? 'before the selection ' : ''}reach the employee unchanged`,
      needs: inboxNeeds([...new Set([...contentFields(description, operation), ...fields])]),
      steps: [
        ...(kept ? [...messages, select] : [select, ...messages]),
        look(
          'present',
          texts.map(([as]) => as),
          fields,
        ),
      ],
    },
  ];
}

/** Replies of that kind, as their events carry them (section 6). */
function shortReplies(description: Description): CaseDraft[] {
  const texts = namedTexts(description);
  return replies(description).flatMap((rule): CaseDraft[] => {
    const free = rule.carries.find((parameter) => description.samples.freeParameters.includes(parameter));
    if (free === undefined || texts.length === 0) return [];
    return [
      {
        group: 'events',
        name: `short-texts-${rule.event}`,
        title: `${rule.event} carries ${free} unchanged if it is just a number, a word or an address`,
        needs: [WEBHOOK, action(rule.action)],
        steps: [
          ...conversation(description),
          ...texts.map(([as, text]) => operate(rule.action, { ...rule.parameters, [free]: text }, { as })),
          ...texts.map(([as]) => expectEventOf({ ...rule, carries: [free] }, as)),
        ],
      },
    ];
  });
}

const ASCII = /^[ -~]*$/;

/** Each text with a label for the message or reply that holds it. */
function namedTexts({ samples }: Description): [as: string, text: string][] {
  return (samples.shortTexts ?? []).map((text, at) => [`text ${at + 1}`, text]);
}
