import { basename, dirname, relative, resolve } from 'node:path';
import { readProblem } from '../file-problem.js';
import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import {
  type Entry,
  type Located,
  type Position,
  type Problem,
  type Scalar,
  YamlError,
} from '../yaml/located.js';
import { readYaml } from '../yaml/read-yaml.js';
import { schemaCheck } from '../yaml/schema-check.js';
import { FILE_NAME, OPTION_TABLE, type OptionRow } from './option-table.js';
import { fileMistake, UsageError } from './usage-error.js';

export interface ConfigFile {
  path: string;
  /** What relative paths in the file start from. */
  folder: string;
  root: Located;
  missing: MissingVariable[];
  /** Names of the environment variables used in it. */
  variables: ReadonlySet<string>;
}

/**
 * Reads the configuration file, inserts the environment's variables and checks it against the schema.
 * @param named as the caller named it; null: the file of the usual name, if there is one
 * @throws UsageError
 */
export async function readConfigFile(
  named: { path: string; where: string } | null,
  cwd: string,
  env: Environment,
): Promise<ConfigFile | null> {
  const path = resolve(cwd, named?.path ?? FILE_NAME);
  const parsed = await parse(path, named?.where ?? null, cwd);
  if (parsed === null) return null;
  const missing: MissingVariable[] = [];
  const variables = new Set<string>();
  const root = expandVariables(
    isEmpty(parsed) ? { kind: 'map', at: parsed.at, entries: new Map() } : parsed,
    env,
    missing,
    variables,
  );
  const problems = await mistakes(root, missing);
  if (problems.length > 0) throw new UsageError(problems.map(fileMistake));
  return { path, folder: dirname(path), root, missing, variables };
}

async function parse(path: string, where: string | null, cwd: string): Promise<Located | null> {
  const short = relative(cwd, path);
  try {
    return await readYaml(path, short.startsWith('..') ? path : short || basename(path));
  } catch (error) {
    if (error instanceof YamlError) throw new UsageError(error.problems.map(fileMistake));
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    if (where === null && code === 'ENOENT') return null;
    const message = `the configuration file ${quoted(short)} cannot be read (${readProblem(code)}); expected a readable YAML file`;
    throw new UsageError([{ where: where ?? FILE_NAME, message }]);
  }
}

/** A file with nothing but comments configures nothing, which is fine. */
function isEmpty(root: Located): boolean {
  return root.kind === 'scalar' && root.value === null;
}

const checkSchema = schemaCheck('configuration.schema.json');

/** Mistakes against the schema, except those of a missing variable: they are reported where the value is needed. */
async function mistakes(root: Located, missing: readonly MissingVariable[]): Promise<Problem[]> {
  const isOfMissing = ({ line, column }: Problem) =>
    missing.some(({ at }) => at.line === line && at.column === column);
  return (await checkSchema(root)).filter((problem) => !isOfMissing(problem));
}

/** A variable that the file uses and the environment lacks. */
interface MissingVariable {
  path: string[];
  at: Position;
  /** What is wrong and what would be right; never a value. */
  message: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${VAR}` in every string of the tree; `$${` stands for a plain `${`. Names of variables are added to `used`,
 * those that are not set to `missing`.
 */
function expandVariables(
  root: Located,
  env: Environment,
  missing: MissingVariable[],
  used: Set<string>,
): Located {
  let room = MOST_CHARACTERS;
  const expand = (node: Located, path: string[]): Located => {
    if (node.kind === 'list')
      return { ...node, items: node.items.map((item, i) => expand(item, [...path, String(i)])) };
    if (node.kind === 'map') {
      const entries = new Map<string, Entry>();
      for (const [key, entry] of node.entries) {
        entries.set(key, { at: entry.at, node: expand(entry.node, [...path, key]) });
      }
      return { ...node, entries };
    }
    if (typeof node.value !== 'string' || !node.value.includes('${')) return node;
    const lack = (message: string): string => {
      missing.push({ path, at: node.at, message });
      return '';
    };
    const value = replace(node.value, env, { lack, used, room });
    room -= value.length;
    return { ...node, value };
  };
  return expand(root, []);
}

/** Far above any configuration: a long value used in many places must not fill the memory. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

interface Replacing {
  /** Tells what is wrong; nothing stands in its place. */
  lack: (message: string) => string;
  used: Set<string>;
  /** Characters that values may still take. */
  room: number;
}

function replace(text: string, env: Environment, { lack, used, room }: Replacing): string {
  let left = room;
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (match, name: string | undefined) => {
    if (match === '$${') return '${';
    if (name === undefined || !match.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return lack(
        `a variable is not closed or has no plain name, expected \${NAME}, or $\${ for the characters themselves`,
      );
    }
    used.add(name);
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) return lack(`environment variable ${name} is not set, expected a value for it`);
    left -= value.length;
    if (left >= 0) return value;
    return left + value.length < 0
      ? ''
      : lack(`together, the values of the variables are longer than 4 MiB, expected shorter ones`);
  });
}

/** Settings without a flag, and their places in a file. */
const FURTHER: Record<string, string> = {
  versions: 'target.versions',
  secondKey: 'target.secondKey',
  freshKeys: 'target.freshKeys',
  restricted: 'target.restricted',
  dialect: 'dialect',
  operator: 'operator',
};

/**
 * Settings that a program gives by name, as if a file held them; mistakes name the setting. Values are used as they
 * are: nothing comes from the environment.
 * @param folder what relative paths start from
 * @throws UsageError
 */
export async function givenSettings(
  settings: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<ConfigFile> {
  const root = map({ file: 'options', ...NOWHERE });
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined && value !== null) put(root, placeOf(name), located(value, name));
  const problems = await checkSchema(root);
  if (problems.length > 0) throw new UsageError(problems.map(fileMistake));
  return { path: folder, folder, root, missing: [], variables: new Set() };
}

/** No line: a program's settings have none. */
const NOWHERE = { line: 0, column: 0 };

function placeOf(name: string): string[] {
  const rows: Readonly<Record<string, OptionRow>> = OPTION_TABLE;
  const path = FURTHER[name] ?? rows[name]?.path;
  if (path !== undefined && name !== 'apiVersion') return path.split('.');
  const names = Object.keys(rows).filter((row) => rows[row]?.path !== undefined && row !== 'apiVersion');
  const near = closest(name, [...names, ...Object.keys(FURTHER)]);
  throw new UsageError([
    {
      where: name,
      message: `there is no such option${near ? `; expected ${near}` : ''}`,
    },
  ]);
}

type Mapping = Extract<Located, { kind: 'map' }>;

function map(at: Position): Mapping {
  return { kind: 'map', at, entries: new Map() };
}

function put(root: Mapping, path: readonly string[], node: Located): void {
  const [last = '', ...above] = [...path].reverse();
  let inner = root;
  for (const step of above.reverse()) {
    const known = inner.entries.get(step)?.node;
    const next = known?.kind === 'map' ? known : map(node.at);
    inner.entries.set(step, { at: node.at, node: next });
    inner = next;
  }
  inner.entries.set(last, { at: node.at, node });
}

function located(value: unknown, name: string): Located {
  const at = { file: name, ...NOWHERE };
  if (Array.isArray(value))
    return { kind: 'list', at, items: value.map((item, index) => located(item, `${name}[${index}]`)) };
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]): [string, Entry] => {
        const node = located(inner, `${name}.${key}`);
        return [key, { at: node.at, node }];
      });
    return { kind: 'map', at, entries: new Map(entries) };
  }
  if (!['string', 'number', 'boolean'].includes(typeof value) && value !== null)
    throw new UsageError([
      { where: name, message: `${quoted(typeof value)} is not a setting; expected a JSON value` },
    ]);
  return { kind: 'scalar', at, value: value as Scalar, source: String(value) };
}
