import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { pointerNames } from '../json.js';
import { codePlace, isBuilt, packageRoot } from '../package-root.js';
import { quoted } from '../terminal-text.js';
import { closest } from './closest.js';
import {
  keyPosition,
  type Located,
  nodeAt,
  type Path,
  type Position,
  type Problem,
  toPlain,
  valuePosition,
} from './located.js';

/**
 * A check of files against a schema of `spec/schema/`, compiled for the first file. @returns a function that lists
 * the mistakes of a file, each at its place
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
 * Keeps the code of a validator for each of the schemas: loading Ajv and compiling one takes a twentieth of a run's
 * start-up.
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

/** The kept validator for a schema's text. Null if there is none, as after a change of the schema. */
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
    // It compiles once and validates a few files: short code matters more than fast code.
    inlineRefs: false,
    code: { optimize: false, source: true },
  });
  return { ajv, validate: ajv.compile(JSON.parse(text)) };
}

/** The known word that an unknown one most likely meant; undefined: none is similar. */
type Guess = typeof closest;

/** Mistakes for which a correction is guessed: only the first ones are shown. */
const GUESSED = 50;

/** Where in the tree a JSON Schema was violated, and what would be right. Values are not repeated. */
function schemaProblems(root: Located, errors: readonly ErrorObject[]): Problem[] {
  const placed = errors
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ error, at: placeOf(root, error) }))
    .sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  const problems = placed.map(({ error, at }, nth) => ({
    ...at,
    message: sentence(root, error, nth < GUESSED ? closest : () => undefined),
  }));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const id = `${problem.file}:${problem.line}:${problem.column}:${problem.message}`;
    return !seen.has(id) && seen.add(id);
  });
}

/** Path as people write it, `target.key`; the whole file has the name `the file`. */
function pathName(path: Path): string {
  return path.length === 0 ? 'the file' : quoted(path.join('.')).slice(1, -1);
}

function placeOf(root: Located, error: ErrorObject): Position {
  const path = pointerNames(error.instancePath);
  switch (error.keyword) {
    case 'additionalProperties':
      return keyPosition(root, [...path, error.params['additionalProperty'] as string]);
    case 'propertyNames':
      return keyPosition(root, [...path, error.params['propertyName'] as string]);
    case 'required':
      return keyPosition(root, path);
    default:
      return valuePosition(root, path);
  }
}

function unknownKey(error: ErrorObject, path: Path, guess: Guess): string {
  const key = error.params['additionalProperty'] as string;
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const near = guess(key, known);
  const right = near === undefined ? `one of ${known.join(', ')}` : `"${near}"`;
  return `unknown key ${quoted(key)} in ${pathName(path)}, expected ${right}`;
}

function keyRule(error: ErrorObject): string {
  const rule = (error.schema as { description?: string } | undefined)?.description;
  return rule ?? 'letters, digits, dots and dashes';
}

function sentence(root: Located, error: ErrorObject, guess: Guess): string {
  const path = pointerNames(error.instancePath);
  const name = pathName(path);
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(error, path, guess);
    case 'propertyNames':
      return `${quoted(params['propertyName'] as string)} cannot be a key of ${name}, expected ${keyRule(error)}`;
    case 'required':
      return `${name} lacks "${params['missingProperty']}", expected the key there`;
    case 'type':
      return wrongType(root, path, [params['type'] as string | string[]].flat());
    case 'enum':
      return wrongWord(root, path, params['allowedValues'] as unknown[], guess);
    case 'const':
      return `${name} is not the known value, expected ${JSON.stringify(params['allowedValue'])}`;
    case 'pattern':
    case 'anyOf':
    case 'oneOf':
    case 'not':
      return `${name} has the wrong form, expected ${ownRule(error)}`;
    case 'uniqueItems':
      return `${name} holds an entry twice, expected each once`;
    case 'dependencies':
      return `${name} lacks "${params['missingProperty']}", expected it beside "${params['property']}"`;
    default:
      return `${name} does not fit, expected ${bound(error.message ?? '')}`;
  }
}

/** The validator's own words for size limits, as what is expected. */
function bound(message: string): string {
  return message.replace(/^must be /, 'a value ').replace(/^must NOT have (fewer|more)/, 'no $1');
}

function wrongWord(root: Located, path: Path, allowed: unknown[], guess: Guess): string {
  const words = allowed.filter((value) => value !== null).map(String);
  const node = nodeAt(root, path);
  const near = node?.kind === 'scalar' ? guess(String(node.value), words) : undefined;
  return `${pathName(path)} is not one of the known values, expected ${near ?? `one of ${words.join(', ')}`}`;
}

function ownRule(error: ErrorObject): string {
  const parent = error.parentSchema as { description?: string } | undefined;
  return (
    parent?.description ??
    (error.keyword === 'pattern' ? `a text like ${error.params['pattern']}` : 'another form')
  );
}

function wrongType(root: Located, path: Path, types: string[]): string {
  const node = nodeAt(root, path);
  const found = node === undefined ? 'nothing' : foundType(node);
  const expected = types
    .filter((type) => type !== 'null')
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(' or ');
  const hint =
    types.includes('string') && node?.kind === 'scalar' && node.value !== null ? ' (put it in quotes)' : '';
  return `${pathName(path)} is ${found}, expected ${expected}${hint}`;
}

function foundType(node: Located): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'a map' : 'a list';
  if (node.value === null) return 'empty';
  return TYPE_WORDS[typeof node.value] ?? typeof node.value;
}

const TYPE_WORDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'nothing',
};
