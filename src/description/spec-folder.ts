import { join } from 'node:path';
import { packageRoot } from '../package-root.js';

/** The `spec` folder of the package. */
export function specFolder(): string {
  return join(packageRoot(), 'spec');
}
