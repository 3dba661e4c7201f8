import type { Description, Field } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import { documentedOperations, requestFields, rowsOf, statusAndCode } from '../description-lookups.js';
import { EMPTY_VALUES, wrongValues } from '../faulty-requests.js';
import { requestCase } from '../request-cases.js';
import type { CaseDraft } from '../types.js';

/** What each field of a request may not be, and what is recorded of it (sections 2, 4 and 7). */
export function fieldTypes(description: Description): CaseDraft[] {
  const [invalid] = rowsOf(description, 'wrong-type');
  if (!invalid) return [];
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
    ...requestFields(description, operation).flatMap((field) =>
      ofField(description, operation, field, invalid),
    ),
  ]);
}

function ofField(
  description: Description,
  operation: string,
  [name, field]: readonly [string, Field],
  invalid: string,
): CaseDraft[] {
  return [
    ...Object.entries(wrongValues(field)).map(([type, value]) =>
      requestCase(
        description,
        `type-${name}-${type}`,
        operation,
        `with ${name} set to ${wrongWords(type)} is refused with ${statusAndCode(description, invalid)}`,
        { kind: 'refused', rows: [invalid] },
        { body: { kind: 'documented', set: { [name]: value } } },
      ),
    ),
    ...(field.role === 'destination-id' ? ofListedDestination(description, operation, name, invalid) : []),
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
  ];
}

/** Other types of an id that is listed: nobody may turn them into it. */
function ofListedDestination(
  description: Description,
  operation: string,
  name: string,
  invalid: string,
): CaseDraft[] {
  return [
    requestCase(
      description,
      `type-${name}-number-of-listed`,
      operation,
      `with ${name} set to the number of a listed one is refused with ${statusAndCode(description, invalid)}`,
      { kind: 'refused', rows: [invalid] },
      { body: { kind: 'documented', asNumber: name } },
    ),
    requestCase(
      description,
      `type-${name}-array-of-listed`,
      operation,
      `with ${name} set to an array that holds a listed one is refused with ${statusAndCode(description, invalid)}`,
      { kind: 'refused', rows: [invalid] },
      { body: { kind: 'documented', filled: { [name]: ['{destination}'] } } },
    ),
  ];
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
