import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { quoted } from '../terminal-text.js';
import { type Entry, type Located, type Problem, toPlain, YamlError } from '../yaml/located.js';
import { readYaml } from '../yaml/read-yaml.js';
import { schemaCheck } from '../yaml/schema-check.js';
import { crossCheck } from './cross-check.js';
import { type Description, DescriptionError } from './types.js';

/**
 * Reads every `v*.yaml` of a folder, resolves `extends`, checks everything and returns the versions in ascending
 * order.
 * @throws DescriptionError with every mistake found, each at its file, line and column
 */
export async function readDescriptions(folder: string): Promise<Description[]> {
  const { files, problems } = await readFolder(folder);
  for (const root of files.values()) problems.push(...(await checkSchema(root)));
  stopAt(problems);
  const wholes = resolveExtends(files, problems);
  stopAt(problems);
  for (const whole of wholes) problems.push(...(await checkSchema(whole)));
  stopAt(problems);
  const loaded = wholes.map((root) => ({ root, description: complete(toPlain(root)) }));
  for (const { root, description } of loaded) problems.push(...crossCheck(root, description));
  problems.push(...repeatedVersions(loaded));
  stopAt(problems);
  return loaded.map(({ description }) => description).sort((a, b) => compareVersions(a.version, b.version));
}

async function readFolder(folder: string): Promise<{ files: Map<string, Located>; problems: Problem[] }> {
  const files = new Map<string, Located>();
  const problems: Problem[] = [];
  const nowhere = { file: shortName(folder), line: 1, column: 1 };
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new DescriptionError([
      { ...nowhere, message: `the folder cannot be read (${error.code}), expected v*.yaml files` },
    ]);
  });
  for (const name of names.filter((entry) => /^v.*\.yaml$/.test(entry)).sort()) {
    const path = join(folder, name);
    try {
      files.set(name, await readYaml(path, shortName(path)));
    } catch (error) {
      problems.push(...readingProblems(error, shortName(path)));
    }
  }
  if (files.size === 0 && problems.length === 0) {
    problems.push({ ...nowhere, message: 'no description here, expected v*.yaml files' });
  }
  return { files, problems };
}

function readingProblems(error: unknown, file: string): Problem[] {
  if (error instanceof YamlError) return error.problems;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) throw error;
  return [
    { file, line: 1, column: 1, message: `the file cannot be read (${code}), expected a readable file` },
  ];
}

function shortName(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** The schema has checked the shape; statements and gaps may be left out. */
function complete(plain: unknown): Description {
  return { statements: {}, gaps: {}, ...(plain as object) } as Description;
}

function repeatedVersions(loaded: { root: Located; description: Description }[]): Problem[] {
  const seen = new Map<string, string>();
  return loaded.flatMap(({ root, description: { version } }) => {
    const at = root.kind === 'map' ? (root.entries.get('version')?.node.at ?? root.at) : root.at;
    const first = seen.get(version);
    if (first === undefined) seen.set(version, at.file);
    return first === undefined
      ? []
      : [{ ...at, message: `version ${version} is described twice, expected another than in ${first}` }];
  });
}

function compareVersions(a: string, b: string): number {
  const [x = [], y = []] = [a, b].map((version) => version.split('.').map(Number));
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0);
}

function stopAt(problems: Problem[]): void {
  if (problems.length === 0) return;
  const distinct = new Map(
    problems.map((problem) => [
      `${problem.file}:${problem.line}:${problem.column}:${problem.message}`,
      problem,
    ]),
  );
  const sorted = [...distinct.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
  throw new DescriptionError(sorted);
}

/** Mistakes of a file, or of a merged whole, against the JSON Schema of descriptions. */
const checkSchema = schemaCheck('description.schema.json');

/** Every file of the folder as a complete description, merged over what it `extends`, however long the chain. */
function resolveExtends(files: ReadonlyMap<string, Located>, problems: Problem[]): Located[] {
  const wholes = new Map<string, Located>();
  const resolve = (name: string, root: Located, chain: readonly string[]): Located => {
    const known = wholes.get(name);
    if (known) return known;
    const base = root.kind === 'map' ? root.entries.get('extends')?.node : undefined;
    if (root.kind !== 'map' || base?.kind !== 'scalar') return root;
    const baseName = String(base.value);
    const below = files.get(baseName);
    if (!below || chain.includes(baseName)) {
      const what = below ? 'leads back to this file' : 'is not in this folder';
      problems.push({
        ...base.at,
        message: `${quoted(baseName)} ${what}, expected another description file`,
      });
      return root;
    }
    const own = { ...root, entries: new Map([...root.entries].filter(([key]) => key !== 'extends')) };
    const whole = merge(resolve(baseName, below, [...chain, baseName]), own, problems);
    wholes.set(name, whole);
    return whole;
  };
  return [...files].map(([name, root]) => resolve(name, root, [name]));
}

/**
 * Merges a description that `extends` over its base: maps are merged by key, lists and scalars replaced, null
 * removes. Each value keeps the place where it was written. A null that removes nothing is a mistake, added to
 * `problems`.
 */
function merge(base: Located, over: Located, problems: Problem[]): Located {
  if (base.kind !== 'map' || over.kind !== 'map') return over;
  const entries = new Map<string, Entry>(base.entries);
  for (const [key, entry] of over.entries) {
    const below = entries.get(key);
    if (!isRemoval(entry.node)) {
      entries.set(key, { at: entry.at, node: below ? merge(below.node, entry.node, problems) : entry.node });
    } else if (!entries.delete(key)) {
      problems.push({
        ...entry.at,
        message: `${quoted(key)} is not in the base, expected a key that null can remove`,
      });
    }
  }
  return { kind: 'map', at: over.at, entries };
}

function isRemoval(node: Located): boolean {
  return node.kind === 'scalar' && node.value === null;
}
