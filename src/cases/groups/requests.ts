import type { Description } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import {
  documentedOperations,
  operationOf,
  operationsOf,
  requestFields,
  rowsOf,
  statusAndCode,
} from '../description-lookups.js';
import { bodyOperations, EMPTY_VALUES, wrongValues } from '../faulty-requests.js';
import { MUTATIONS } from '../mutations.js';
import type { BodyPlan, Expectation, RequestPlan } from '../request-plan.js';
import { conversation, send, sendTwice } from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';
import { bounds, requestCase, sizes } from './bounds.js';
import { unusualSpellings } from './spelled.js';

/** What a request body may and may not be (sections 2, 4 and 7). */
export function requests(description: Description): CaseDraft[] {
  return [
    ...accepted(description),
    ...undocumentedBody(description),
    ...syntax(description),
    ...unusualSpellings(description),
    ...types(description),
    ...bounds(description),
    ...sizes(description),
    ...destinations(description),
  ];
}

function accepted(description: Description): CaseDraft[] {
  const plain = Object.entries(description.operations).filter(
    ([, { kind }]) => !['history', 'current', 'undocumented'].includes(kind),
  );
  return plain.flatMap(([operation, { kind, request }]) => {
    const needs: Need[] = kind === 'address' ? [{ kind: 'body', operation }] : [];
    return [
      requestCase(
        description,
        'accepted',
        operation,
        request ? 'with every documented field is accepted' : 'is accepted',
        { kind: 'accepted' },
        {},
        needs,
      ),
      ...(request === null && kind !== 'address'
        ? []
        : [
            requestCase(
              description,
              'in-parts',
              operation,
              'is accepted when its body arrives in two parts',
              { kind: 'accepted' },
              { inParts: true },
              needs,
            ),
          ]),
      ...(request === null || kind === 'address'
        ? []
        : [
            requestCase(
              description,
              'chunked',
              operation,
              'without a length',
              { kind: 'documented', gap: 'chunked-body' },
              { chunked: true },
            ),
          ]),
    ];
  });
}

/** A body where none is documented. */
function undocumentedBody(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'destinations');
  if (description.operations[operation]?.request !== null) return [];
  return [
    requestCase(
      description,
      'body-unasked',
      operation,
      'with an empty object as the body',
      { kind: 'documented', gap: 'body-unasked' },
      { body: { kind: 'literal', text: '{}' } },
    ),
  ];
}

function syntax(description: Description): CaseDraft[] {
  const [malformed] = rowsOf(description, 'malformed-json');
  return bodyOperations(description).flatMap(({ operation, needs }) => {
    // What the body of the address operation must be is not shown: only its address may be looked at.
    const isAddress = description.operations[operation]?.kind === 'address';
    const rows = rowsOf(description, 'wrong-type', 'malformed-json', ...(isAddress ? ADDRESS : []));
    const nonObject = (type: string, what: string, body: BodyPlan): CaseDraft =>
      requestCase(
        description,
        `non-object-${type}`,
        operation,
        `with ${what} instead of an object is refused with ${rows.map((row) => statusAndCode(description, row)).join(' or ')}`,
        { kind: 'refused', rows, gap: 'non-object-body', about: { of: operation, part: type } },
        { body },
        needs,
      );
    return [
      ...(malformed
        ? [
            requestCase(
              description,
              'malformed-long',
              operation,
              `with thousands of characters of malformed JSON is refused with ${statusAndCode(description, malformed)}`,
              { kind: 'refused', rows: [malformed] },
              { body: { kind: 'literal', text: LONG_AND_OPEN } },
              needs,
            ),
          ]
        : []),
      ...Object.entries(MUTATIONS).flatMap(([mutation, { title, leeway, whole }]) => {
        const body: BodyPlan = { kind: 'mutated', mutation };
        const plan: Partial<RequestPlan> = { body };
        if (whole) return [nonObject(mutation, title, body)];
        if (leeway)
          return [
            requestCase(
              description,
              `json-${mutation}`,
              operation,
              `with ${title}`,
              { kind: 'documented', gap: `json-${mutation}` },
              plan,
              needs,
            ),
          ];
        return malformed
          ? [
              requestCase(
                description,
                `malformed-${mutation}`,
                operation,
                `with malformed JSON (${title}) is refused with ${statusAndCode(description, malformed)}`,
                { kind: 'refused', rows: [malformed] },
                plan,
                needs,
              ),
            ]
          : [];
      }),
      ...Object.entries(NON_OBJECTS).map(([type, { what, text }]) =>
        nonObject(type, what, { kind: 'literal', text }),
      ),
    ];
  });
}

/** One of each type, and those that many languages take for false, and so for no body. */
const NON_OBJECTS: Record<string, { what: string; text: string }> = {
  array: { what: 'a JSON array', text: '[]' },
  string: { what: 'a JSON string', text: '"text"' },
  number: { what: 'a JSON number', text: '42' },
  boolean: { what: 'a JSON boolean', text: 'true' },
  null: { what: 'a JSON null', text: 'null' },
  zero: { what: 'the number 0', text: '0' },
  false: { what: 'a JSON false', text: 'false' },
  'empty-string': { what: 'an empty JSON string', text: '""' },
};

const ADDRESS = ['invalid-address'] as const;

/** An object that never ends, in the middle of a text. */
const LONG_AND_OPEN = `{"text": "${'0123456789 '.repeat(600)}`;

function types(description: Description): CaseDraft[] {
  const [invalid] = rowsOf(description, 'wrong-type');
  if (!invalid) return [];
  const refused: Expectation = { kind: 'refused', rows: [invalid] };
  return documentedOperations(description).flatMap((operation) => [
    // Everything that is missing is missing from an object: there is a body.
    requestCase(
      description,
      'missing-all',
      operation,
      'with an empty object',
      { kind: 'documented', refusal: [invalid] },
      { body: { kind: 'literal', text: '{}' } },
    ),
    ...requestFields(description, operation).flatMap(([name, field]) => [
      ...Object.entries(wrongValues(field)).map(([type, value]) =>
        requestCase(
          description,
          `type-${name}-${type}`,
          operation,
          `with ${name} set to ${wrongWords(type)} is refused with ${statusAndCode(description, invalid)}`,
          refused,
          { body: { kind: 'documented', set: { [name]: value } } },
        ),
      ),
      ...(field.role === 'destination-id'
        ? [
            requestCase(
              description,
              `type-${name}-number-of-listed`,
              operation,
              `with ${name} set to the number of a listed one is refused with ${statusAndCode(description, invalid)}`,
              refused,
              { body: { kind: 'documented', asNumber: name } },
            ),
            requestCase(
              description,
              `type-${name}-array-of-listed`,
              operation,
              `with ${name} set to an array that holds a listed one is refused with ${statusAndCode(description, invalid)}`,
              refused,
              { body: { kind: 'documented', filled: { [name]: ['{destination}'] } } },
            ),
          ]
        : []),
      requestCase(
        description,
        `null-${name}`,
        operation,
        `with ${name} set to null`,
        { kind: 'documented', gap: 'null-field', refusal: [invalid], about: { of: operation, part: name } },
        { body: { kind: 'documented', set: { [name]: null } } },
      ),
      requestCase(
        description,
        `missing-${name}`,
        operation,
        `without ${name}`,
        {
          kind: 'documented',
          gap: 'required-fields',
          refusal: [invalid],
          about: { of: operation, part: name, accepted: 'optional', refused: 'required' },
        },
        { body: { kind: 'documented', without: name } },
      ),
    ]),
  ]);
}

/** `a number`, `an empty array`, or where in a map the wrong value is. */
function wrongWords(type: string): string {
  return IN_MAPS[type] ?? (type in EMPTY_VALUES && !type.startsWith('empty') ? type : aOrAn(wordsOf(type)));
}

function aOrAn(noun: string): string {
  return `${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

const IN_MAPS: Record<string, string> = {
  'number-value': 'a map that holds a number',
  'object-value': 'a map that holds an object',
  'boolean-value': 'a map that holds a boolean',
  'array-value': 'a map that holds an array',
  'wrong-first-value': 'a map whose first value has a wrong type',
  'wrong-middle-value': 'a map whose middle value has a wrong type',
  'wrong-last-value': 'a map whose last value has a wrong type',
  'wrong-last-of-many': 'a map of many values whose last has a wrong type',
};

function destinations(description: Description): CaseDraft[] {
  const rows = rowsOf(description, 'wrong-type');
  if (rows.length === 0) return [];
  const refused = `is refused with ${rows.map((row) => statusAndCode(description, row)).join(' or ')}`;
  const choosing = (
    operation: string,
    name: string,
    which: string,
    destination: 'unlisted' | 'foreign',
    { needs = [], before = [] }: { needs?: Need[]; before?: Step[] } = {},
  ): CaseDraft => ({
    group: 'requests',
    name,
    operation,
    title: `${operation} with ${which} ${refused}`,
    needs,
    steps: [
      ...before,
      ...sendTwice(send(description, operation, { kind: 'refused', rows }, { destination })),
    ],
  });
  return operationsOf(description, 'select').flatMap((operation) => [
    choosing(operation, 'unlisted-destination', 'a destination that was never listed', 'unlisted'),
    choosing(
      operation,
      'unlisted-destination-while-selected',
      'a destination that was never listed, while another is selected,',
      'unlisted',
      { before: conversation(description) },
    ),
    choosing(operation, 'foreign-destination', 'a destination of another contact point', 'foreign', {
      needs: [{ kind: 'second-key' }],
    }),
  ]);
}
