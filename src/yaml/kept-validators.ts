import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { codePlace, isBuilt } from '../package-root.js';
import { compileSchema } from './compile-schema.js';

const require = createRequire(import.meta.url);

/** Where the build keeps the validators of the package's own schemas; null in the source. */
export function keptValidators(): string | null {
  return isBuilt ? codePlace('validators') : null;
}

/**
 * Keeps the code of a validator for each of the schemas: to load Ajv and to compile one takes a twentieth of what a run
 * takes to start.
 */
export async function keepValidators(folder: string, schemas: readonly string[]): Promise<void> {
  const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
  mkdirSync(folder, { recursive: true });
  for (const file of schemas) {
    const text = readFileSync(file, 'utf8');
    const { ajv, validate } = await compileSchema(text);
    writeFileSync(fileOf(folder, text), standaloneCode.default(ajv, validate));
  }
}

/** The validator that is kept for a schema's text. Null where there is none, as after a change of the schema. */
export function keptValidator(folder: string, text: string): ValidateFunction | null {
  const file = fileOf(folder, text);
  return existsSync(file) ? (require(file) as ValidateFunction) : null;
}

function fileOf(folder: string, text: string): string {
  return join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.cjs`);
}
