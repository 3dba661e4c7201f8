import { basename, dirname, relative, resolve } from 'node:path';
import { fileFault } from '../file-fault.js';
import type { Located } from '../yaml/located.js';
import { type Problem, YamlError } from '../yaml/problem.js';
import { readYaml } from '../yaml/read-yaml.js';
import { schemaCheck } from '../yaml/schema-check.js';
import { type Environment, expandVariables, type MissingVariable } from './expand.js';
import { FILE_NAME } from './file-name.js';
import { fileMistake, UsageError } from './usage-error.js';

export interface ConfigFile {
  path: string;
  /** What relative paths in the file start from. */
  folder: string;
  root: Located;
  missing: MissingVariable[];
  /** Names of the environment's variables that stand in it. */
  variables: ReadonlySet<string>;
}

/**
 * Reads the configuration file, puts the environment's variables in and checks it against the schema.
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
    const message = `the configuration file cannot be read (${fileFault(code)}); expected a readable YAML file`;
    throw new UsageError([{ where: where ?? FILE_NAME, message }]);
  }
}

/** A file of comments alone configures nothing, and may. */
function isEmpty(root: Located): boolean {
  return root.kind === 'scalar' && root.value === null;
}

const checkSchema = schemaCheck('configuration.schema.json');

/** Mistakes against the schema, but for those that a missing variable caused: whoever needs the value says so. */
async function mistakes(root: Located, missing: readonly MissingVariable[]): Promise<Problem[]> {
  const caused = ({ line, column }: Problem) =>
    missing.some(({ at }) => at.line === line && at.column === column);
  return (await checkSchema(root)).filter((problem) => !caused(problem));
}
