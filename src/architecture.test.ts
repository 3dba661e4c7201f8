import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { loadDescriptions } from './description/load.js';
import { packageRoot } from './package-root.js';
import { reasonEntry } from './reasons.js';

const BELOW_RUN = [
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
  'console',
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
  operator: ['engine', 'dialect', 'http', 'configuration', 'console'],
  reference: ['description', 'yaml'],
  reporters: ['record'],
  console: ['reporters'],
  sandbox: ['console', 'reference', 'description'],
  run: BELOW_RUN,
  virtual: ['run', ...BELOW_RUN],
  selftest: ['virtual', 'run', 'reporters', ...BELOW_RUN],
  explore: ['run', ...BELOW_RUN],
  api: ['run', ...BELOW_RUN],
  export: ['description', 'record'],
  cli: ['selftest', 'export', 'explore', 'sandbox', 'run', 'reporters', ...BELOW_RUN],
};

const root = packageRoot();

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

const parsed = new Map<string, ReturnType<typeof parseSync>>();

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

function parse(file: string): ReturnType<typeof parseSync> {
  const known = parsed.get(file) ?? parseSync(file, read(file));
  parsed.set(file, known);
  return known;
}

/** What a file imports, types included; `at` is the path below the root, where it is a file of ours. */
interface Import {
  specifier: string;
  at: string | null;
}

function importsOf(file: string): Import[] {
  const { staticImports, staticExports } = parse(file).module;
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  );
  const dynamic = [...read(file).matchAll(/import\('([^']+)'\)/g)].map((match) => match[1] ?? '');
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...exported,
    ...dynamic,
  ];
  return [...new Set(specifiers)].map((specifier) => ({
    specifier,
    at: specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : null,
  }));
}

test('imports run one way', () => {
  const wrong = sources('src').flatMap((file) => {
    const from = file.split('/')[1] ?? '';
    return importsOf(file)
      .flatMap(({ at }) => (at === null ? [] : [relative('src', at)]))
      .filter((target) => target.includes('/'))
      .map((target) => target.split('/')[0] ?? '')
      .filter((to) => from.includes('.') === false && to !== from && !(LAYERS[from] ?? []).includes(to))
      .map((to) => `${file} imports ${to}`);
  });
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle', () => {
  const named = (path: string): string => relative('src', path).replace(/\.[jt]sx?$/, '');
  const graph = new Map(
    sources('src').map((file) => [
      named(file),
      importsOf(file).flatMap(({ at }) => (at === null ? [] : [named(at)])),
    ]),
  );
  expect(circlesOf(graph)).toEqual([]);
});

/** The largest sets of which each member leads to each other one. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((name) => [name, reachedFrom(name, graph)]));
  const circles = [...graph.keys()].map((name) =>
    [...(reached.get(name) ?? [])].filter((other) => reached.get(other)?.has(name)).sort(),
  );
  const distinct = new Map(
    circles.filter(({ length }) => length > 0).map((circle) => [circle.join(), circle]),
  );
  return [...distinct.keys()].sort().map((key) => distinct.get(key) ?? []);
}

function reachedFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>();
  const open = [...(graph.get(start) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return reached;
}

/** Documented, by a package that has no list of what it offers. */
const DEEP = ['ajv/dist/standalone/index.js'];

test('packages are imported by their front doors', () => {
  const deep = [...sources('src'), ...sources('suites')]
    .flatMap(importsOf)
    .flatMap(({ specifier, at }) => (at === null && !specifier.startsWith('node:') ? [specifier] : []))
    .filter((specifier) => !isOffered(specifier));
  expect([...new Set(deep)].sort()).toEqual(DEEP);
});

function isOffered(specifier: string): boolean {
  const [name = '', path] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.concat(specifier) ?? [];
  const inner = path?.slice(name.length + 1) ?? '';
  if (inner === '') return true;
  const { exports = {} } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { exports?: Record<string, unknown> };
  return Object.hasOwn(exports, `./${inner}`);
}

test('tests in src/ are of a file beside them, or of what their folder does', () => {
  const tests = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && name !== 'architecture.test.ts')
    .map((name) => join('src', name));
  const isBeside = (file: string): boolean =>
    ['.ts', '.tsx'].some((ending) => existsSync(join(root, file.replace(/(\.long)?\.test\.tsx?$/, ending))));
  const elsewhere = tests.filter(
    (file) => !isBeside(file) && !importsOf(file).some(({ at }) => at?.startsWith(`${dirname(file)}/`)),
  );
  expect(elsewhere).toEqual([]);
});

test('themes of cases import no other themes: what two share is a builder', () => {
  const groups = join('src', 'cases', 'groups');
  const crossing = sources(groups).filter((file) =>
    importsOf(file).some(({ at }) => at !== null && dirname(at) === groups),
  );
  expect(crossing).toEqual([]);
});

test('every folder has its layer', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
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
  const suites = readdirSync(join(root, 'suites')).map((name) => join('suites', name));
  const telling = [...names].filter((name) => !ORDINARY.has(name));
  const found = [...sources('src'), ...sources('suites'), ...suites]
    .filter((file) => {
      // To look through the text first spares most of the parsing.
      const text = read(file);
      return telling.some((name) => text.includes(name));
    })
    .flatMap((file) =>
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

/** Words that the glossary of CONTRIBUTING.md has a better one for. */
const GIVEN_UP = new Set(
  'aims anew asker audience claims condenser courier elected elsewhere happened impatient ledger lockstep naturally neighbour neighbours patience patiently standing story tide told unasked waking world'.split(
    ' ',
  ),
);

test('names keep to the words of the glossary', () => {
  const parts = (name: string): string[] =>
    name.split(/(?<=[a-z0-9])(?=[A-Z])|[_-]/).map((part) => part.toLowerCase());
  const isGivenUp = (name: string): boolean => parts(name).some((part) => GIVEN_UP.has(part));
  const files = sources('src');
  expect(files.filter((file) => isGivenUp(basename(file, extname(file))))).toEqual([]);
  const anywhere = new RegExp([...GIVEN_UP].join('|'), 'i');
  const found = files
    .filter((file) => anywhere.test(read(file)))
    .flatMap((file) => [...identifiers(parse(file).program)].map((name) => `${file}: ${name}`));
  expect(found.filter((entry) => isGivenUp(entry.split(': ')[1] ?? ''))).toEqual([]);
});

function identifiers(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const inner of node) identifiers(inner, found);
  else if (typeof node === 'object' && node !== null) {
    const { type, name } = node as { type?: string; name?: unknown };
    if (type === 'Identifier' && typeof name === 'string') found.add(name);
    for (const inner of Object.values(node)) identifiers(inner, found);
  }
  return found;
}

test('sentences have no words that nobody says any more, and one kind of quotes', () => {
  const stilted = [...sources('src'), ...DOCUMENTS].filter((file) =>
    /\b(let go|anew(?!-)|for want of)\b|[“”‘’]/i.test(read(file)),
  );
  // It takes curly quotes away.
  expect(stilted).toEqual(['src/reference/faults/shared/alterations.ts']);
});

const DOCUMENTS = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

test('no finding has a reason without an entry in the catalogue', () => {
  const codes = sources('src')
    .filter((file) => /\bcode: '/.test(read(file)))
    .flatMap((file) => codesOf(parse(file).program).map((code) => ({ file, code })));
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter(({ code }) => reasonEntry(code) === null)).toEqual([]);
});

/** Codes of objects that have a verdict as well, as findings do. */
function codesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(codesOf);
  if (typeof node !== 'object' || node === null) return [];
  const { type, properties } = node as { type?: string; properties?: Property[] };
  const members = type === 'ObjectExpression' ? (properties ?? []) : [];
  const code = members.find(({ key }) => key?.name === 'code')?.value?.value;
  const own = typeof code === 'string' && members.some(({ key }) => key?.name === 'verdict') ? [code] : [];
  return [...own, ...Object.values(node).flatMap(codesOf)];
}

interface Property {
  key?: { name?: string };
  value?: { value?: unknown };
}

test('nothing outside the command line sets flags of V8', () => {
  const telling = sources('src').filter((file) =>
    /from 'node:(v8|vm)'|\bsetFlagsFromString\b/.test(read(file)),
  );
  expect(telling).toEqual(['src/cli/main.ts']);
});
