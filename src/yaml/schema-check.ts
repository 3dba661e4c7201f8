import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { packageRoot } from '../package-root.js';
import { compileSchema } from './compile-schema.js';
import { keptValidator, keptValidators } from './kept-validators.js';
import { type Located, toPlain } from './located.js';
import type { Problem } from './problem.js';
import { schemaProblems } from './schema-problems.js';

/**
 * A check of files against a schema of `spec/schema/`, whose validator is made when the first one comes.
 * @returns a function that tells every mistake of a file, at its place
 */
export function schemaCheck(schema: string): (root: Located) => Promise<Problem[]> {
  let made: Promise<ValidateFunction> | undefined;
  return async (root) => {
    made ??= validator(schema);
    const validate = await made;
    return validate(toPlain(root)) ? [] : schemaProblems(root, validate.errors ?? []);
  };
}

async function validator(schema: string): Promise<ValidateFunction> {
  const text = readFileSync(join(packageRoot(), 'spec', 'schema', schema), 'utf8');
  const folder = keptValidators();
  const kept = folder === null ? null : keptValidator(folder, text);
  return kept ?? (await compileSchema(text)).validate;
}
