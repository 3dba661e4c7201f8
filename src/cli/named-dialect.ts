import type { ReferenceDialect } from '../reference/dialect.js';
import { loadDialect } from '../reference/dialects.js';
import { Stop } from '../run/stop.js';

/**
 * The dialect that a flag names.
 * @throws Stop where none is called so
 */
export async function namedDialect(name: string): Promise<ReferenceDialect> {
  try {
    return await loadDialect(name);
  } catch (error) {
    if (error instanceof RangeError) throw new Stop(2, 'dialect', error.message);
    throw error;
  }
}
