import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import type { Entry, Located, Position, Scalar } from '../yaml/located.js';
import { schemaCheck } from '../yaml/schema-check.js';
import type { ConfigFile } from './config-file.js';
import { OPTION_TABLE, type OptionRow } from './option-table.js';
import { fileMistake, UsageError } from './usage-error.js';

/** Settings that no flag stands for, and where they stand in a file. */
const FURTHER: Record<string, string> = {
  versions: 'target.versions',
  secondKey: 'target.secondKey',
  freshKeys: 'target.freshKeys',
  restricted: 'target.restricted',
  dialect: 'dialect',
  operator: 'operator',
};

/**
 * Settings that a program gives by name as if a file held them; mistakes name the setting. Values are taken as they are:
 * nothing comes from the environment.
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

const checkSchema = schemaCheck('configuration.schema.json');

/** No line: a program's settings stand in none. */
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
      { where: name, message: `${quoted(typeof value)} is not a setting; expected a value as JSON has it` },
    ]);
  return { kind: 'scalar', at, value: value as Scalar, source: String(value) };
}
