import type { Description } from '../../description/types.js';
import { STATE_ACROSS_VERSIONS } from '../concurrency/conversation.js';
import type { CaseDraft, Expectation, Need, NotifiedStep, Step } from '../types.js';
import {
  action,
  closed,
  closing,
  operate,
  operationOf,
  operationsOf,
  prepare,
  replies,
  requestFields,
  routingEvent,
  rowsOf,
  send,
  WEBHOOK,
} from '../vocabulary.js';
import { alike } from './alike.js';

/** What is the same and what differs between the versions (section 9). */
export function versions(description: Description, others: readonly Description[]): CaseDraft[] {
  return [
    ...existing(description),
    ...existingForPast(description),
    ...unlisted(description, others),
    ...guessed(description),
    ...holding(description),
    ...others
      .filter(({ version }) => version < description.version)
      .flatMap((other) => alike(description, other)),
    ...others
      .filter(({ version }) => version > description.version)
      .flatMap((other) => sharedState(description, other)),
  ];
}

/** A listed operation whose shape is not shown is never answered as one that does not exist; null: no row says so. */
export function mustExist(description: Description): Extract<Expectation, { kind: 'not' }> | null {
  const rows = rowsOf(description, 'unsupported-request', 'none');
  if (rows.length === 0) return null;
  const text = 'The operation is listed, but answered as one that does not exist.';
  return { kind: 'not', rows, otherwise: { code: 'unsupported', text } };
}

/**
 * Listed operations whose shapes are not shown: they exist, so whatever their body must be, they are never an unsupported
 * request, nor a failure of the service.
 */
function existing(description: Description): CaseDraft[] {
  const expect = mustExist(description);
  if (!expect) return [];
  return operationsOf(description, 'history', 'current', 'undocumented', 'address').map((operation) => ({
    group: 'versions',
    name: 'exists',
    operation,
    title: `${operation} exists in version ${description.version}`,
    needs: [],
    steps: [send(description, operation, { ...expect, gap: `shape-${operation}` })],
  }));
}

/**
 * What reads a user's past exists whatever that past is: messages that wait, a selection, replies, a close, a second
 * conversation.
 */
function existingForPast(description: Description): CaseDraft[] {
  const expect = mustExist(description);
  if (!expect) return [];
  const messages = operationsOf(description, 'message');
  const select = operationOf(description, 'select');
  const { action: close } = closing(description);
  const acts = replies(description);
  return operationsOf(description, 'history', 'current').map((operation) => {
    const ask = (after: string): Step =>
      send(description, operation, expect, {}, { variant: `after ${after}` });
    return {
      group: 'versions',
      name: 'exists-for-past',
      operation,
      title: `${operation} exists for users with a history: messages, a selection, replies, a close`,
      needs: [WEBHOOK, ...[close, ...acts.map((act) => act.action)].map(action)],
      steps: [
        ...messages.map((message) => prepare(description, message)),
        ask('messages that wait'),
        prepare(description, select),
        ask('the selection'),
        ...acts.map((act) => operate(act.action, act.parameters, { setup: true })),
        ask('replies'),
        ...closed(description),
        ask('the close'),
        ...messages.map((message) => prepare(description, message)),
        ask('messages of a second conversation'),
        prepare(description, select),
        ask('a second selection'),
      ],
    };
  });
}

/** Operations that only other versions list: what this version answers is not shown. */
function unlisted(description: Description, others: readonly Description[]): CaseDraft[] {
  const foreign = new Set(
    others.flatMap((other) => Object.keys(other.operations)).filter((name) => !description.operations[name]),
  );
  return [...foreign].map((operation) => ({
    group: 'versions',
    name: 'unlisted',
    operation,
    title: `${operation}, which version ${description.version} does not list`,
    needs: [],
    steps: [
      {
        do: 'send',
        request: { operation, body: { kind: 'dialect' } },
        expect: { kind: 'anything', gap: 'unlisted-operations' },
      },
    ],
  }));
}

/**
 * Operations of webhook management are not shown, nor is the method of the one that sets the address. Names that they
 * often have, and other methods, are called with an unregistered key, so that none of them has any effect; one that is
 * answered differently from an unknown operation exists.
 */
function guessed(description: Description): CaseDraft[] {
  const names = [description.http.unknownOperation, ...(description.samples.guessedOperations ?? [])];
  return [
    ...names
      .filter((name) => !description.operations[name])
      .map((operation) => guess(operation, `${operation}, which no version lists`)),
    ...operationsOf(description, 'address').flatMap((operation) =>
      description.http.refusedMethods.map((method) => guess(operation, `${operation} by ${method}`, method)),
    ),
  ];
}

function guess(operation: string, what: string, method?: string): CaseDraft {
  const way = method === undefined ? {} : { method };
  return {
    group: 'versions',
    name: method === undefined ? 'guessed' : `guessed-${method}`,
    operation,
    title: `${what}, with an unregistered key`,
    needs: [],
    steps: [
      {
        do: 'send',
        request: { operation, body: { kind: 'none' }, key: 'unregistered', ...way },
        expect: {
          kind: 'anything',
          gap: 'webhook-management',
          about: {
            of: 'with an unregistered key',
            part: method === undefined ? operation : `${method} ${operation}`,
          },
        },
      },
    ],
  };
}

/** What the responses of reading operations contain is not shown: whether what was sent and chosen is in them, anywhere. */
function holding(description: Description): CaseDraft[] {
  const messages = operationsOf(description, 'message');
  const select = operationOf(description, 'select');
  return operationsOf(description, 'history', 'current').map((operation) => {
    const isHistory = description.operations[operation]?.kind === 'history';
    return {
      group: 'versions',
      name: 'holds',
      operation,
      title: `What ${operation} answers after ${[...messages, select].join(', ')}`,
      needs: [],
      steps: [
        ...messages.map((message) => prepare(description, message, {}, message)),
        prepare(description, select, {}, select),
        send(description, operation, {
          kind: 'anything',
          gap: `holds-${operation}`,
          seeks: (isHistory ? messages : [select]).flatMap((of) =>
            requestFields(description, of)
              .filter(([, { role }]) => role === (isHistory ? 'content' : 'destination-id'))
              .map(([field]) => ({ of, field })),
          ),
        }),
      ],
    };
  });
}

/**
 * Whether a selection, or an address, of one version counts in another is not shown (sections 3, 4 and 9): here every
 * message asks.
 */
function sharedState(description: Description, other: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const { version } = other;
  const needs: Need[] = [WEBHOOK, { kind: 'version', version }];
  const event = routingEvent(description);
  const key = 'unset';
  const open = (gap: string): NotifiedStep => ({
    do: 'notified',
    event,
    user: 'a',
    times: { atLeast: 0, atMost: 1, gap },
    settles: true,
  });
  return [
    {
      group: 'versions',
      name: `shared-state-${version}`,
      operation,
      title: `${operation} in ${description.version} after a destination was selected in ${version}`,
      needs,
      steps: [
        send(other, operationOf(other, 'select'), { kind: 'documented' }, { version }),
        prepare(description, operation),
        open(STATE_ACROSS_VERSIONS),
      ],
    },
    {
      group: 'versions',
      name: `shared-address-${version}`,
      operation,
      title: `${event} for ${operation} in ${description.version} where an address is set only in ${version}`,
      needs: [...needs, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        { do: 'address', label: null, key, setup: true },
        { do: 'address', label: 'late', key, version, setup: true },
        prepare(description, operation, { key }),
        open('address-across-versions'),
      ],
    },
  ];
}
