import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { loadDescriptions } from './description/load.js';
import { packageRoot } from './package-root.js';

const BELOW_RUN = [
  'reporters',
  'webhook',
  'operator',
  'dialect',
  'http',
  'engine',
  'cases',
  'description',
  'record',
  'configuration',
  'reference',
  'yaml',
];

/** What each folder may import besides itself and the modules of `src/` that belong to none. */
const LAYERS: Record<string, string[]> = {
  yaml: [],
  description: ['yaml'],
  record: [],
  cases: ['description'],
  engine: ['cases', 'description', 'record'],
  configuration: ['description', 'yaml'],
  http: ['engine', 'record'],
  webhook: ['engine', 'record'],
  dialect: ['engine', 'cases', 'description'],
  operator: ['engine', 'dialect', 'configuration'],
  reference: ['description', 'yaml'],
  reporters: ['record'],
  console: ['reporters'],
  sandbox: ['console', 'reference', 'description', 'reporters'],
  run: BELOW_RUN,
  virtual: ['run', ...BELOW_RUN],
  selftest: ['virtual', 'run', ...BELOW_RUN],
  explore: ['run', ...BELOW_RUN],
  api: ['run', ...BELOW_RUN],
  export: ['description', 'record'],
  cli: ['selftest', 'export', 'explore', 'sandbox', 'console', 'run', ...BELOW_RUN],
};

const root = packageRoot();

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function parse(file: string): ReturnType<typeof parseSync> {
  return parseSync(file, readFileSync(join(root, file), 'utf8'));
}

test('imports run one way', () => {
  const wrong = sources('src').flatMap((file) => {
    const from = file.split('/')[1] ?? '';
    const { module } = parse(file);
    const dynamic = [...readFileSync(join(root, file), 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(
      (match) => match[1] ?? '',
    );
    const specifiers = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...dynamic];
    return specifiers
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => relative(join(root, 'src'), resolve(root, dirname(file), specifier)))
      .filter((target) => target.includes('/'))
      .map((target) => target.split('/')[0] ?? '')
      .filter((to) => from.includes('.') === false && to !== from && !(LAYERS[from] ?? []).includes(to))
      .map((to) => `${file} imports ${to}`);
  });
  expect(wrong).toEqual([]);
});

test('every folder has its layer', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !LAYERS[name])).toEqual([]);
});

/** Words that a name of the interface shares with the language or with HTTP; they mean something else in code. */
const ORDINARY = new Set([
  'name',
  'text',
  'url',
  'size',
  'comment',
  'success',
  'attributes',
  'timestamp',
  'destinations',
  'delivery',
  'key',
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'application/json',
  'sample',
]);

test('no name, code or version of the interface stands in code', async () => {
  const descriptions = await loadDescriptions();
  const names = new Set(
    descriptions.flatMap(({ version, operations, resources, events, errors, success }) => [
      version,
      success.field,
      ...Object.keys(operations),
      ...Object.keys(events),
      ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields)),
      ...Object.values(errors).map(({ message }) => message),
    ]),
  );
  const found = [
    ...sources('src'),
    ...sources('suites'),
    ...readdirSync(join(root, 'suites')).map((name) => join('suites', name)),
  ].flatMap((file) =>
    words(parse(file).program)
      .filter((word) => names.has(word) && !ORDINARY.has(word))
      .map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

/** Strings, template pieces, and names of members and keys. */
function words(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(words);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as { type?: string; value?: unknown; name?: unknown };
  const own =
    type === 'Literal' && typeof value === 'string'
      ? [value]
      : type === 'Identifier' && typeof name === 'string'
        ? [name]
        : type === 'TemplateElement'
          ? [String((value as { cooked?: string }).cooked)]
          : [];
  return [...own, ...Object.values(node).flatMap(words)];
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('V8 is told nothing outside the command line', () => {
  const telling = sources('src').filter((file) =>
    /from 'node:(v8|vm)'|\bsetFlagsFromString\b/.test(read(file)),
  );
  expect(telling).toEqual(['src/cli/v8.ts']);
});

test('packages are used by what they export', () => {
  const deep = sources('src').flatMap((file) =>
    parse(file)
      .module.staticImports.map(({ moduleRequest }) => moduleRequest.value)
      .filter((name) => /^(@[^/]+\/)?[^./@][^/]*\/(lib|dist|src)\//.test(name)),
  );
  expect(deep).toEqual([]);
});
