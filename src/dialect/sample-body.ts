import { requestFields } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import { fill } from '../engine/fill.js';

/** A valid body of an operation: its documented fields with their examples, for a user. */
export function sampleBody(
  description: Description,
  operation: string,
  { user, nonce }: { user: string; nonce: string },
): Record<string, unknown> {
  return Object.fromEntries(
    requestFields(description, operation).map(([field, { role, example }]) => [
      field,
      role === 'user' ? user : fill(example, { user, nonce, n: '1', zigzag: 'a' }),
    ]),
  );
}
