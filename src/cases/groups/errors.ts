import type { Description } from '../../description/types.js';
import { cutText } from '../../terminal-text.js';
import {
  isDocumented,
  oneOfEachKind,
  operationOf,
  operationsOf,
  rowsOf,
  statusAndCode,
} from '../description-lookups.js';
import { bodyOperations, WITHOUT_BODY } from '../faulty-requests.js';
import type { Expectation, PathChange, RequestPlan } from '../request-plan.js';
import { send, sendTwice } from '../steps.js';
import type { CaseDraft, Need } from '../types.js';

/** How much of an address a title shows, in characters. */
const LONGEST_SHOWN = 60;

/** Every row of the error table that can be provoked (section 7). */
export function errors(description: Description): CaseDraft[] {
  return [
    ...bodies(description),
    ...unsupportedRequests(description),
    ...addresses(description),
    ...restrictedAccount(description),
    ...fieldValues(description),
  ];
}

/** What must be refused in one way is sent twice. */
function draft(
  description: Description,
  name: string,
  operation: string,
  title: string,
  expect: Expectation,
  plan: Partial<RequestPlan>,
  needs: Need[] = [],
): CaseDraft {
  const step = send(description, operation, expect, plan);
  const steps = expect.kind === 'refused' && expect.gap === undefined ? sendTwice(step) : [step];
  return { group: 'errors', name, operation, title, needs, steps };
}

function bodies(description: Description): CaseDraft[] {
  const empty = rowsOf(description, 'empty-body');
  const emptyOrMalformed = rowsOf(description, 'empty-body', 'malformed-json');
  return bodyOperations(description).flatMap(({ operation, needs }) => [
    ...empty.map((row) =>
      draft(
        description,
        row,
        operation,
        `${operation} with an empty body is refused with ${statusAndCode(description, row)}`,
        { kind: 'refused', rows: [row] },
        { body: { kind: 'literal', text: '' } },
        needs,
      ),
    ),
    draft(
      description,
      'whitespace-body',
      operation,
      `${operation} with only whitespace is refused with ${emptyOrMalformed.map((row) => statusAndCode(description, row)).join(' or ')}`,
      { kind: 'refused', rows: emptyOrMalformed, gap: 'whitespace-body' },
      { body: { kind: 'literal', text: ' \n\t ' } },
      needs,
    ),
  ]);
}

function unsupportedRequests(description: Description): CaseDraft[] {
  const [row] = rowsOf(description, 'unsupported-request');
  if (!row) return [];
  return [
    ...unknownOperations(description, row),
    ...Object.keys(description.operations).flatMap((operation) => [
      draft(
        description,
        'unknown-version',
        operation,
        `${operation} under an unknown version is refused with ${statusAndCode(description, row)}`,
        { kind: 'refused', rows: [row] },
        { version: description.http.unknownVersion },
      ),
      ...methods(description, row, operation),
      bentPath(description, row, 'longer-path', operation, {
        'further-segment': 'another segment after the operation',
        'longer-operation': 'one more letter in the operation',
        extension: 'a file extension after the operation',
        'matrix-parameter': 'a parameter after a semicolon at the end of the operation',
      }),
      ...openPaths(description, operation),
    ]),
    ...oneOfEachKind(description).flatMap((operation) => [
      bentPath(description, row, 'longer-version', operation, {
        'longer-version': 'one more digit in the version',
        'further-version': 'one more number in the version',
        'undotted-version': 'a letter in place of the dot of the version',
      }),
      bentPath(description, row, 'no-version', operation, { 'no-version': 'no version in the path' }),
    ]),
  ];
}

function unknownOperations(description: Description, row: string): CaseDraft[] {
  const list = operationOf(description, 'destinations');
  const title = (what: string): string => `${what} is refused with ${statusAndCode(description, row)}`;
  const refused: Expectation = { kind: 'refused', rows: [row] };
  const further = (description.samples.unknownOperations ?? []).filter(
    (name) => !Object.hasOwn(description.operations, name),
  );
  return [
    draft(description, 'unknown-operation', list, title('An operation that does not exist'), refused, {
      operation: description.http.unknownOperation,
    }),
    {
      group: 'errors' as const,
      name: 'unknown-operation-by-method',
      operation: list,
      title: title('An operation that does not exist, called by any other method,'),
      needs: [],
      steps: description.http.refusedMethods.map((method) =>
        send(
          description,
          list,
          refused,
          { operation: description.http.unknownOperation, method, body: { kind: 'none' } },
          { variant: method },
        ),
      ),
    },
    draft(
      description,
      'unknown-operation-long',
      list,
      title('An operation with a name of hundreds of letters'),
      refused,
      { operation: description.http.unknownOperation.repeat(LONG_NAME_PARTS) },
    ),
    ...(further.length === 0
      ? []
      : [
          {
            group: 'errors' as const,
            name: 'unknown-operations',
            operation: list,
            title: title('An operation named like a built-in property, or written with percent-encoding,'),
            needs: [],
            steps: further.map((operation) =>
              send(description, list, refused, { operation }, { variant: operation }),
            ),
          },
        ]),
  ];
}

/** More than anybody cuts a path to, and less than is refused for its length. */
const LONG_NAME_PARTS = 30;

/** The method and the path of the address operation are not shown: it may be called by others too. */
function methods(description: Description, row: string, operation: string): CaseDraft[] {
  const { refusedMethods, observedMethods } = description.http;
  const isOpen = description.operations[operation]?.kind === 'address';
  return [
    ...(isOpen ? [] : refusedMethods.map((method) => byMethod(description, row, operation, method))),
    ...observedMethods.map((method) =>
      draft(
        description,
        `method-${method}`,
        operation,
        `${operation} by ${method}`,
        { kind: 'anything', gap: `method-${method}` },
        { method, body: { kind: 'none' } },
      ),
    ),
  ];
}

/** Paths that go on after what they name, or lack a part: one case for all changes of a kind. */
function bentPath(
  description: Description,
  row: string,
  name: string,
  operation: string,
  changes: Partial<Record<PathChange, string>>,
): CaseDraft {
  return {
    group: 'errors',
    name,
    operation,
    title: `${operation} with a path that ${BENT[name]} is refused with ${statusAndCode(description, row)}`,
    needs: [],
    steps: Object.entries(changes).map(([path, variant]) =>
      send(
        description,
        operation,
        { kind: 'refused', rows: [row] },
        { path: path as PathChange },
        { variant },
      ),
    ),
  };
}

const BENT: Record<string, string> = {
  'longer-path': 'continues after the operation',
  'longer-version': 'continues after the version',
  'no-version': 'has no version',
};

/** How else paths are compared is not shown. */
function openPaths(description: Description, operation: string): CaseDraft[] {
  const open = (path: PathChange, title: string): CaseDraft =>
    draft(description, path, operation, `${operation} ${title}`, { kind: 'anything', gap: path }, { path });
  const isSample =
    operation === operationOf(description, 'destinations') ||
    operation === operationOf(description, 'message');
  return [
    open('trailing-slash', 'with a trailing slash'),
    open('upper-case', 'in upper case'),
    ...(isSample
      ? [
          open('double-slash', 'with two slashes in its path'),
          open('encoded-operation', 'with every character of its name percent-encoded'),
        ]
      : []),
  ];
}

/**
 * Without its body the request may also count as one with an empty body: which error wins is not shown. With its body it
 * must not be served, whatever stands in front of the service does with it.
 */
function byMethod(description: Description, row: string, operation: string, method: string): CaseDraft {
  const bare = WITHOUT_BODY.includes(method);
  const takesBody = description.operations[operation]?.request !== null;
  const rows = [row, ...(bare && takesBody ? rowsOf(description, 'empty-body') : [])];
  const refused = draft(
    description,
    `method-${method}`,
    operation,
    `${operation} by ${method} is refused with ${statusAndCode(description, row)}`,
    { kind: 'refused', rows },
    { method, ...(bare && { body: { kind: 'none' } }) },
  );
  if (!bare || !isDocumented(description, operation)) return refused;
  const how = `by ${method} with a body`;
  const served = send(description, operation, { kind: 'no-success', how, code: 'accepted' }, { method });
  return { ...refused, steps: [...refused.steps, served] };
}

/** If an invalid address is accepted, events would go astray: so the run's own one is restored after each case. */
function addresses(description: Description): CaseDraft[] {
  const { invalidAddresses, doubtfulAddresses = {} } = description.samples;
  return operationsOf(description, 'address').flatMap((operation) =>
    rowsOf(description, 'invalid-address').flatMap((row) => {
      const caseOfAddress = (name: string, literal: string): CaseDraft => ({
        group: 'errors',
        name,
        operation,
        title: `${operation} with the address ${cutText(JSON.stringify(literal.replace('{nonce}', '…')), LONGEST_SHOWN)} is refused with ${statusAndCode(description, row)}`,
        needs: [{ kind: 'body', operation }],
        phase: 'address',
        steps: [
          { do: 'address', label: { later: true } },
          ...sendTwice(
            send(
              description,
              operation,
              { kind: 'refused', rows: [row] },
              { body: { kind: 'dialect', address: { literal } } },
            ),
          ),
        ],
      });
      return [
        ...Object.entries(invalidAddresses).map(([sample, literal]) =>
          caseOfAddress(`${row}-${sample}`, literal),
        ),
        ...Object.entries(doubtfulAddresses).map(([sample, literal]) =>
          caseOfAddress(`address-doubtful-${sample}`, literal),
        ),
      ];
    }),
  );
}

/**
 * Methods that the restricted account lacks are refused, and leave it what it has. Only its owner knows what that is, so
 * a refusal accuses only where the run has seen an acceptance before.
 */
function restrictedAccount(description: Description): CaseDraft[] {
  const list = operationOf(description, 'destinations');
  return rowsOf(description, 'restricted-account').flatMap((row) =>
    Object.keys(description.operations).map((operation) => {
      const refused = draft(
        description,
        row,
        operation,
        `${operation} for an account without it is refused with ${statusAndCode(description, row)}`,
        { kind: 'refused', rows: [row] },
        { key: 'restricted' },
        [{ kind: 'restricted', operation }],
      );
      const after = send(description, list, { kind: 'as-at-first', refusal: [row] }, { key: 'restricted' });
      // What the account may do besides gives it nothing more.
      const others = operationsOf(description, 'message')
        .filter((other) => other !== operation)
        .map((other) => send(description, other, { kind: 'documented' }, { key: 'restricted' }));
      return { ...refused, steps: [...refused.steps, after, ...others, ...refused.steps] };
    }),
  );
}

function fieldValues(description: Description): CaseDraft[] {
  return Object.entries(description.errors).flatMap(([row, { stimulus }]) =>
    stimulus.kind === 'field-value'
      ? [
          draft(
            description,
            row,
            stimulus.operation,
            `${stimulus.operation} with ${JSON.stringify(stimulus.value)} in ${stimulus.field} is refused with ${statusAndCode(description, row)}`,
            { kind: 'refused', rows: [row] },
            { body: { kind: 'documented', set: { [stimulus.field]: stimulus.value } } },
          ),
        ]
      : [],
  );
}
