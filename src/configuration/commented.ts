import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { specFolder } from '../description/spec-folder.js';

/** Text of a configuration file that shows every option, its meaning and its default; all of them commented out. */
export function commentedConfiguration(): string {
  return readFileSync(join(specFolder(), 'conform.config.example.yaml'), 'utf8');
}
