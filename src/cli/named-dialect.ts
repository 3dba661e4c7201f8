import { EXIT, NoVerdict } from '../exit-codes.js';
import type { ReferenceDialect } from '../reference/dialect/dialect.js';
import { loadDialect } from '../reference/dialect/dialects.js';

/**
 * The dialect that a flag names.
 * @throws NoVerdict if none has this name
 */
export async function namedDialect(name: string): Promise<ReferenceDialect> {
  try {
    return await loadDialect(name);
  } catch (error) {
    if (error instanceof RangeError) throw new NoVerdict(EXIT.usage, 'dialect', error.message);
    throw error;
  }
}
