import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { type Located, toPlain } from '../yaml/located.js';
import type { Problem } from '../yaml/problem.js';
import { schemaProblems } from '../yaml/schema-problems.js';
import { specFolder } from './spec-folder.js';

/** Mistakes of a file, or of a merged whole, against the JSON Schema of descriptions. */
export function checkSchema(root: Located): Problem[] {
  const validate = compiled();
  return validate(toPlain(root)) ? [] : schemaProblems(root, validate.errors ?? []);
}

let validator: ReturnType<Ajv['compile']> | undefined;

function compiled(): ReturnType<Ajv['compile']> {
  validator ??= new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // It compiles once and validates a few files: short code matters more than quick code.
    inlineRefs: false,
    code: { optimize: false },
  }).compile(JSON.parse(readFileSync(join(specFolder(), 'schema', 'description.schema.json'), 'utf8')));
  return validator;
}
