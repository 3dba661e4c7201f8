import type { Description, ErrorStimulus } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import { STATE_ACROSS_VERSIONS } from '../concurrency/conversation.js';
import {
  closeRule,
  isDocumented,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  rowsOf,
} from '../description-lookups.js';
import { bodyOperations, WITHOUT_BODY } from '../faulty-requests.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import type { RequestPlan } from '../request-plan.js';
import { closeConversation, mustExist, perform, prepare, send, setAddress } from '../steps.js';
import type { CaseDraft, ExpectEventStep, Need, Phase, Step } from '../types.js';

/** What is the same and what differs between the versions (section 9). */
export function versions(description: Description, others: readonly Description[]): CaseDraft[] {
  return [
    ...existence(description),
    ...existenceForPast(description),
    ...unlistedOperations(description, others),
    ...guessedOperations(description),
    ...contentsOfReading(description),
    ...others
      .filter(({ version }) => version < description.version)
      .flatMap((other) => sameResponses(description, other)),
    ...others
      .filter(({ version }) => version > description.version)
      .flatMap((other) => sharedState(description, other)),
  ];
}

/**
 * Listed operations whose shapes are not shown: they exist, so whatever their body must be, they are never an unsupported
 * request, nor a failure of the service.
 */
function existence(description: Description): CaseDraft[] {
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
function existenceForPast(description: Description): CaseDraft[] {
  const expect = mustExist(description);
  if (!expect) return [];
  const messages = operationsOf(description, 'message');
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  const acts = replies(description);
  return operationsOf(description, 'history', 'current').map((operation) => {
    const ask = (after: string): Step =>
      send(description, operation, expect, {}, { variant: `after ${after}` });
    return {
      group: 'versions',
      name: 'exists-for-past',
      operation,
      title: `${operation} exists for users with a history: messages, a selection, replies, a close`,
      needs: [WEBHOOK, action(close), ...actionsOf(acts)],
      steps: [
        ...messages.map((message) => prepare(description, message)),
        ask('messages that wait'),
        prepare(description, select),
        ask('the selection'),
        ...acts.map((act) => perform(act, { setup: true })),
        ask('replies'),
        ...closeConversation(description),
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
function unlistedOperations(description: Description, others: readonly Description[]): CaseDraft[] {
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
function guessedOperations(description: Description): CaseDraft[] {
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
function contentsOfReading(description: Description): CaseDraft[] {
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
  const open = (gap: string): ExpectEventStep => ({
    do: 'expect-event',
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
        setAddress(null),
        { do: 'address', label: 'late', key, version, setup: true },
        prepare(description, operation, { key }),
        open('address-across-versions'),
      ],
    },
  ];
}

interface InvalidRequest {
  plan: Partial<RequestPlan>;
  needs?: Need[];
  phase?: Phase;
}

/** The same fault gets the same status and code under both versions: every row that can be provoked in both (section 9). */
export function sameResponses(description: Description, other: Description): CaseDraft[] {
  const common = Object.keys(description.operations).filter((name) => other.operations[name]);
  return common.flatMap((operation) =>
    Object.entries(invalidRequests(description, operation, other))
      .filter(([kind]) =>
        [description, other].every(
          (description) => rowsOf(description, kind as ErrorStimulus['kind']).length > 0,
        ),
      )
      .map(([kind, fault]) => compareResponses(description, other, operation, [kind, fault])),
  );
}

function compareResponses(
  description: Description,
  other: Description,
  operation: string,
  [kind, { plan, needs = [], phase }]: [string, InvalidRequest],
): CaseDraft {
  const asked = { kind: 'documented' } as const;
  const { version } = other;
  return {
    group: 'versions',
    name: `alike-${kind}-${version}`,
    operation,
    title: `${operation}: ${wordsOf(kind)} gets the same response in ${description.version} and ${version}`,
    needs: [{ kind: 'version', version }, ...needs],
    ...(phase && { phase }),
    steps: [
      ...(phase === 'address' ? [{ do: 'address', label: { later: true } } as const] : []),
      send(other, operation, asked, { ...plan, version }, { as: 'there' }),
      send(description, operation, asked, plan, { as: 'here' }),
      { do: 'compare-responses', of: ['there', 'here'] },
    ],
  };
}

/** Faults that can be provoked in both versions, by the kind of their row. */
function invalidRequests(
  description: Description,
  operation: string,
  other: Description,
): Partial<Record<ErrorStimulus['kind'], InvalidRequest>> {
  const isAddress = description.operations[operation]?.kind === 'address';
  const takesBody = [description, other].every((description) =>
    bodyOperations(description).some((each) => each.operation === operation),
  );
  const needs: Need[] = isAddress ? [{ kind: 'body', operation }] : [];
  const method = description.http.refusedMethods.find(
    (refusedMethod) => !WITHOUT_BODY.includes(refusedMethod),
  );
  const [literal] = Object.values(description.samples.invalidAddresses);
  const [field] = isDocumented(other, operation) ? requestFields(description, operation) : [];
  return {
    'no-key': { plan: { key: 'none' } },
    'unregistered-key': { plan: { key: 'unregistered' } },
    'restricted-account': {
      plan: { key: 'restricted' },
      needs: [
        { kind: 'restricted', operation },
        { kind: 'restricted', operation, version: other.version },
      ],
    },
    ...(takesBody && {
      'empty-body': { plan: { body: { kind: 'literal', text: '' } }, needs },
      'malformed-json': { plan: { body: { kind: 'mutated', mutation: 'cut-in-half' } }, needs },
    }),
    ...(field && { 'wrong-type': { plan: { body: { kind: 'documented', set: { [field[0]]: true } } } } }),
    ...(isAddress &&
      literal !== undefined && {
        'invalid-address': {
          plan: { body: { kind: 'dialect', address: { literal } } },
          needs,
          phase: 'address',
        },
      }),
    // The method of the address operation is not shown.
    ...(!isAddress && method !== undefined && { 'unsupported-request': { plan: { method } } }),
  };
}
