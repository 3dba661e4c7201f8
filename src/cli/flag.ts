import { UsageError, WrongValue } from '../configuration/usage-error.js';
import type { Parse } from '../configuration/values.js';

/**
 * The value of a flag that has no place in the configuration file, parsed by the same rules as those that have.
 * @throws UsageError that names the flag
 */
export function flagValue<T>(flag: string, value: string, parse: Parse<T>): T {
  try {
    return parse(value, process.cwd());
  } catch (error) {
    if (error instanceof WrongValue) throw new UsageError([{ where: flag, message: error.message }]);
    throw error;
  }
}
