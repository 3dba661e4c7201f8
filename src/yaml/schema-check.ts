import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv, ValidateFunction } from 'ajv';
import { codePlace, isBuilt, packageRoot } from '../package-root.js';
import { type Located, toPlain } from './located.js';
import type { Problem } from './problem.js';
import { schemaProblems } from './schema-problems.js';

/**
 * A check of files against a schema of `spec/schema/`, compiled when the first file comes.
 * @returns a function that lists the mistakes of a file, each at its place
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

/** A validator of a JSON Schema's text, with the Ajv instance that made it. Ajv is loaded only here. */
export async function compileSchema(text: string): Promise<{ ajv: Ajv; validate: ValidateFunction }> {
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // It compiles once and validates a few files: short code matters more than quick code.
    inlineRefs: false,
    code: { optimize: false, source: true },
  });
  return { ajv, validate: ajv.compile(JSON.parse(text)) };
}
