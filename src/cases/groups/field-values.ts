import type { Description, Field } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import {
  documentedOperations,
  operationOf,
  requestFields,
  rowsOf,
  statusAndCode,
  unusualValues,
} from '../description-lookups.js';
import { EMPTY_VALUES, wrongValues } from '../faulty-requests.js';
import { requestCase } from '../steps.js';
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
      ofOtherTypes(description, operation, field, invalid),
    ),
  ]);
}

function ofOtherTypes(
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

/** Requests that may be refused, because limits are not shown; but then as invalid data (sections 2, 4 and 7). */
export function bounds(description: Description): CaseDraft[] {
  const refusal = rowsOf(description, 'wrong-type');
  return [
    ...documentedOperations(description).flatMap((operation) => [
      ...requestFields(description, operation).flatMap(([name, field]) =>
        atBoundsOf(description, operation, [name, field], refusal),
      ),
      requestCase(
        description,
        'unknown-field',
        operation,
        'with an undocumented field',
        { kind: 'documented', gap: 'unknown-fields' },
        { body: { kind: 'documented', more: { unlisted: 'text' } } },
      ),
    ]),
    ...contentTypes(description),
    ...sizes(description),
  ];
}

const GAPS: Record<string, string> = { string: 'empty-text', number: 'number-bounds', map: 'map-bounds' };

/** Unusual values of the right type. Which destinations exist does not depend on the field. */
function atBoundsOf(
  description: Description,
  operation: string,
  [name, { type, role }]: [string, Field],
  refusal: string[],
): CaseDraft[] {
  if (role === 'destination-id' || role === 'destination-kind') return [];
  return unusualValues(description, type).map(([sample, value]) =>
    requestCase(
      description,
      `value-${name}-${sample}`,
      operation,
      `with ${type === 'map' ? '' : 'an '}unusual ${name} (${wordsOf(sample)}) is accepted, or refused as invalid data`,
      {
        kind: 'documented',
        gap: GAPS[type] ?? '',
        refusal,
        about: {
          of: operation,
          part: `${name} ${wordsOf(sample)}`,
          accepted: 'accepted',
          refused: 'refused',
        },
      },
      { body: { kind: 'documented', set: { [name]: value } } },
    ),
  );
}

function contentTypes(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  return Object.entries(description.samples.contentTypes ?? {}).map(([sample, contentType]) =>
    requestCase(
      description,
      `content-type-${sample}`,
      operation,
      contentType === null ? 'without a Content-Type' : `with the Content-Type ${contentType}`,
      {
        kind: 'documented',
        gap: 'content-type',
        about: { part: contentType ?? 'none', accepted: 'accepted', refused: 'refused' },
      },
      { contentType },
    ),
  );
}

/**
 * Limits are not shown (section 8): every field that can grow is tried in the sizes that the description lists. A refusal
 * must be one for invalid data, or come from something in front of the service.
 */
function sizes(description: Description): CaseDraft[] {
  const refusal = rowsOf(description, 'wrong-type');
  return documentedOperations(description).flatMap((operation) =>
    requestFields(description, operation).flatMap(([name, field]) => {
      const { gap, unit, tried } = growth(description, field);
      return tried.map((size) =>
        requestCase(
          description,
          `size-${name}-${size}`,
          operation,
          `with ${name} of ${size}${unit}`,
          {
            kind: 'documented',
            gap,
            refusal,
            about: { of: `${operation}.${name}`, part: `${size}${unit}` },
            bounded: true,
          },
          { body: { kind: 'documented', grown: { field: name, size } } },
        ),
      );
    }),
  );
}

function growth(
  { samples: { sizes: known = {} } }: Description,
  { type, role }: Field,
): { gap: string; unit: string; tried: number[] } {
  if (role === 'destination-id' || role === 'destination-kind') return NONE;
  switch (type) {
    case 'string':
      return {
        gap: 'length-bounds',
        unit: ' characters',
        tried: known[role === 'user' ? 'user' : 'string'] ?? [],
      };
    case 'map':
      return { gap: 'attribute-count', unit: ' entries', tried: known.map ?? [] };
    case 'number':
      return { gap: 'file-size', unit: '', tried: known.number ?? [] };
    default:
      return NONE;
  }
}

const NONE = { gap: '', unit: '', tried: [] };
