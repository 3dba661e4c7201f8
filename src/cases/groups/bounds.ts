import type { Description, Field } from '../../description/types.js';
import { wordsOf } from '../../phrases.js';
import {
  documentedOperations,
  operationOf,
  requestFields,
  rowsOf,
  unusualValues,
} from '../description-lookups.js';
import { requestCase } from '../request-cases.js';
import type { CaseDraft } from '../types.js';

/** Requests that may be refused, because limits are not shown; but then as invalid data (sections 2, 4 and 7). */
export function bounds(description: Description): CaseDraft[] {
  const refusal = rowsOf(description, 'wrong-type');
  return [
    ...documentedOperations(description).flatMap((operation) => [
      ...requestFields(description, operation).flatMap(([name, field]) =>
        ofField(description, operation, [name, field], refusal),
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
function ofField(
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
