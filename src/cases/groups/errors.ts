import type { Description } from '../../description/types.js';
import type { CaseDraft, Expectation, Need, RequestPlan } from '../types.js';
import { isDocumented, operationOf, operationsOf, pair, rowsOf, send } from '../vocabulary.js';
import { precedence } from './precedence.js';

/** Every row of the error table that can be provoked (section 7). */
export function errors(description: Description): CaseDraft[] {
  return [
    ...bodies(description),
    ...unsupported(description),
    ...addresses(description),
    ...restricted(description),
    ...values(description),
    ...precedence(description),
  ];
}

function draft(
  description: Description,
  name: string,
  operation: string,
  title: string,
  expect: Expectation,
  plan: Partial<RequestPlan>,
  needs: Need[] = [],
): CaseDraft {
  return {
    group: 'errors',
    name,
    operation,
    title,
    needs,
    steps: [send(description, operation, expect, plan)],
  };
}

/** Operations that take a body: documented ones, and the address operation once its body is known. */
export function bodyOperations(description: Description): { operation: string; needs: Need[] }[] {
  return Object.keys(description.operations).flatMap((operation) => {
    if (isDocumented(description, operation)) return [{ operation, needs: [] }];
    return description.operations[operation]?.kind === 'address'
      ? [{ operation, needs: [{ kind: 'body' as const, operation }] }]
      : [];
  });
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
        `${operation} with an empty body is refused with ${pair(description, row)}`,
        { kind: 'refused', rows: [row] },
        { body: { kind: 'literal', text: '' } },
        needs,
      ),
    ),
    draft(
      description,
      'whitespace-body',
      operation,
      `${operation} with nothing but white space is refused with ${emptyOrMalformed.map((row) => pair(description, row)).join(' or ')}`,
      { kind: 'refused', rows: emptyOrMalformed, gap: 'whitespace-body' },
      { body: { kind: 'literal', text: ' \n\t ' } },
      needs,
    ),
  ]);
}

function unsupported(description: Description): CaseDraft[] {
  const [row] = rowsOf(description, 'unsupported-request');
  if (!row) return [];
  const { unknownOperation, unknownVersion, refusedMethods, observedMethods } = description.http;
  const refused: Expectation = { kind: 'refused', rows: [row] };
  const list = operationOf(description, 'destinations');
  return [
    draft(
      description,
      'unknown-operation',
      list,
      `An operation that does not exist is refused with ${pair(description, row)}`,
      refused,
      { operation: unknownOperation },
    ),
    ...Object.keys(description.operations).flatMap((operation) => [
      draft(
        description,
        'unknown-version',
        operation,
        `${operation} under an unknown version is refused with ${pair(description, row)}`,
        refused,
        { version: unknownVersion },
      ),
      ...refusedMethods.map((method) => byMethod(description, row, operation, method)),
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
      draft(
        description,
        'trailing-slash',
        operation,
        `${operation} with a trailing slash`,
        { kind: 'anything', gap: 'trailing-slash' },
        { path: 'trailing-slash' },
      ),
      draft(
        description,
        'upper-case',
        operation,
        `${operation} in capitals`,
        { kind: 'anything', gap: 'upper-case' },
        { path: 'upper-case' },
      ),
    ]),
  ];
}

/** Methods whose requests carry no content: servers in front may refuse one that does. */
const WITHOUT_BODY = ['GET', 'DELETE'];

/** Without its body the request may also count as one with an empty body: which error wins is not shown. */
function byMethod(description: Description, row: string, operation: string, method: string): CaseDraft {
  const bare = WITHOUT_BODY.includes(method);
  const takesBody = description.operations[operation]?.request !== null;
  const rows = [row, ...(bare && takesBody ? rowsOf(description, 'empty-body') : [])];
  return draft(
    description,
    `method-${method}`,
    operation,
    `${operation} by ${method} is refused with ${pair(description, row)}`,
    { kind: 'refused', rows },
    { method, ...(bare && { body: { kind: 'none' } }) },
  );
}

/** Where an invalid address is taken, events would go astray: so the run's own one is put back after each case. */
function addresses(description: Description): CaseDraft[] {
  const rows = rowsOf(description, 'invalid-address');
  return operationsOf(description, 'address').flatMap((operation) =>
    rows.flatMap((row) =>
      Object.entries(description.samples.invalidAddresses).map(
        ([sample, literal]): CaseDraft => ({
          group: 'errors',
          name: `${row}-${sample}`,
          operation,
          title: `${operation} with the address ${JSON.stringify(literal)} is refused with ${pair(description, row)}`,
          needs: [{ kind: 'body', operation }],
          phase: 'address',
          steps: [
            { do: 'address', label: { later: true } },
            send(
              description,
              operation,
              { kind: 'refused', rows: [row] },
              { body: { kind: 'dialect', address: { literal } } },
            ),
          ],
        }),
      ),
    ),
  );
}

function restricted(description: Description): CaseDraft[] {
  return rowsOf(description, 'restricted-account').flatMap((row) =>
    Object.keys(description.operations).map((operation) =>
      draft(
        description,
        row,
        operation,
        `${operation} for an account that lacks it is refused with ${pair(description, row)}`,
        { kind: 'refused', rows: [row] },
        { key: 'restricted' },
        [{ kind: 'restricted', operation }],
      ),
    ),
  );
}

function values(description: Description): CaseDraft[] {
  return Object.entries(description.errors).flatMap(([row, { stimulus }]) =>
    stimulus.kind === 'field-value'
      ? [
          draft(
            description,
            row,
            stimulus.operation,
            `${stimulus.operation} with ${JSON.stringify(stimulus.value)} in ${stimulus.field} is refused with ${pair(description, row)}`,
            { kind: 'refused', rows: [row] },
            { body: { kind: 'documented', set: { [stimulus.field]: stimulus.value } } },
          ),
        ]
      : [],
  );
}
