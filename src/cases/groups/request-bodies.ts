import type { Description } from '../../description/types.js';
import { operationOf, rowsOf, statusAndCode } from '../description-lookups.js';
import { bodyOperations } from '../faulty-requests.js';
import { MUTATIONS } from '../mutations.js';
import type { BodyPlan, RequestPlan } from '../request-plan.js';
import { requestCase } from '../steps.js';
import type { CaseDraft, Need } from '../types.js';

/** What a request body may and may not be as a whole (sections 2, 4 and 7). */
export function requestBodies(description: Description): CaseDraft[] {
  return [...acceptedRequests(description), ...undocumentedBody(description), ...syntax(description)];
}

function acceptedRequests(description: Description): CaseDraft[] {
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
