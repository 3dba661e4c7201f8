import type { ErrorObject } from 'ajv';
import { closest } from './closest.js';
import { keyPosition, type Located, nodeAt, type Path, valuePosition } from './located.js';
import { type Problem, quoted } from './problem.js';

/** Where in the tree a JSON Schema was violated, and what would be right. Values are not repeated. */
export function schemaProblems(root: Located, errors: readonly ErrorObject[]): Problem[] {
  const problems = errors
    .filter((error) => error.keyword !== 'if')
    .map((error) => schemaProblem(root, error));
  problems.sort((a, b) => a.line - b.line || a.column - b.column);
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const id = `${problem.file}:${problem.line}:${problem.column}:${problem.message}`;
    return !seen.has(id) && seen.add(id);
  });
}

/** Steps of a JSON Pointer. */
export function pointerPath(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Path as people write it, `target.key`; the whole file has the name `the file`. */
export function pathName(path: Path): string {
  return path.length === 0 ? 'the file' : quoted(path.join('.')).slice(1, -1);
}

function schemaProblem(root: Located, error: ErrorObject): Problem {
  const path = pointerPath(error.instancePath);
  const key = offendingKey(error);
  if (key !== undefined) {
    return { ...keyPosition(root, [...path, key]), message: unknownKey(key, error, path) };
  }
  const at = error.keyword === 'required' ? keyPosition(root, path) : valuePosition(root, path);
  return { ...at, message: sentence(root, error, path) };
}

function offendingKey(error: ErrorObject): string | undefined {
  if (error.keyword === 'additionalProperties') return error.params['additionalProperty'] as string;
  if (error.keyword === 'propertyNames') return error.params['propertyName'] as string;
  return undefined;
}

function unknownKey(key: string, error: ErrorObject, path: Path): string {
  if (error.keyword === 'propertyNames')
    return `${quoted(key)} cannot be a key of ${pathName(path)}, expected ${keyRule(error)}`;
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const near = closest(key, known);
  const right = near === undefined ? `one of ${known.join(', ')}` : `"${near}"`;
  return `unknown key ${quoted(key)} in ${pathName(path)}, expected ${right}`;
}

function keyRule(error: ErrorObject): string {
  const rule = (error.schema as { description?: string } | undefined)?.description;
  return rule ?? 'letters, digits, dots and dashes';
}

function sentence(root: Located, error: ErrorObject, path: Path): string {
  const name = pathName(path);
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `${name} lacks "${params['missingProperty']}", expected the key there`;
    case 'type':
      return wrongType(root, path, [params['type'] as string | string[]].flat());
    case 'enum':
      return wrongWord(root, path, params['allowedValues'] as unknown[]);
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

/** The validator's own words for bounds of size, as what is expected. */
function bound(message: string): string {
  return message.replace(/^must be /, 'a value ').replace(/^must NOT have (fewer|more)/, 'no $1');
}

function wrongWord(root: Located, path: Path, allowed: unknown[]): string {
  const words = allowed.filter((value) => value !== null).map(String);
  const node = nodeAt(root, path);
  const near = node?.kind === 'scalar' ? closest(String(node.value), words) : undefined;
  return `${pathName(path)} is none of the known values, expected ${near ?? `one of ${words.join(', ')}`}`;
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
