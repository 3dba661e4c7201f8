import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { packageRoot } from '../package-root.js';
import { type Located, toPlain } from './located.js';
import type { Problem } from './problem.js';
import { schemaProblems } from './schema-problems.js';

/**
 * A check of files against a schema of `spec/schema/`, which is compiled when the first one comes.
 * @returns a function that tells every mistake of a file, at its place
 */
export function schemaCheck(schema: string): (root: Located) => Problem[] {
  let validate: ValidateFunction | undefined;
  return (root) => {
    validate ??= compiled(schema);
    return validate(toPlain(root)) ? [] : schemaProblems(root, validate.errors ?? []);
  };
}

function compiled(schema: string): ValidateFunction {
  return new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // It compiles once and validates a few files: short code matters more than quick code.
    inlineRefs: false,
    code: { optimize: false },
  }).compile(JSON.parse(readFileSync(join(packageRoot(), 'spec', 'schema', schema), 'utf8')));
}
