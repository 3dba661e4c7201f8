import type { Description, Field } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { requestFields, rowsOf, send, withFields } from '../vocabulary.js';

/**
 * Bounds are not shown (section 8): every field that can grow is tried in sizes of the description. What is refused is
 * refused as invalid data, or by what stands before the service.
 */
export function sizes(description: Description): CaseDraft[] {
  const refusal = rowsOf(description, 'wrong-type');
  return withFields(description).flatMap((operation) =>
    requestFields(description, operation).flatMap(([name, field]) => {
      const { gap, unit, tried } = growth(description, field);
      return tried.map(
        (size): CaseDraft => ({
          group: 'requests',
          name: `size-${name}-${size}`,
          operation,
          title: `${operation} with ${name} of ${size}${unit}`,
          needs: [],
          steps: [
            send(
              description,
              operation,
              {
                kind: 'documented',
                gap,
                refusal,
                about: { of: `${operation}.${name}`, part: `${size}${unit}` },
                bounded: true,
              },
              { body: { kind: 'documented', grown: { field: name, size } } },
            ),
          ],
        }),
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
