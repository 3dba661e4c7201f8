import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BY_GRAVITY, EXIT, exitRows, RUN_EXITS } from '../src/exit-codes.js';
import { packageRoot } from '../src/package-root.js';

const root = packageRoot();
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

test('the README is short', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_500);
});

test('the README lists the exit codes as the help does, the gravest first where several apply', () => {
  const readme = read('README.md').replaceAll('`', '');
  const rows = exitRows(RUN_EXITS).map(({ codes, words }) => `| ${codes} | ${words} |`);
  expect(readme).toContain(`| exit | meaning |\n| --- | --- |\n${rows.join('\n')}\n\n`);
  const [, order = ''] = /If several apply: (.*?)\. /.exec(readme) ?? [];
  expect(order.split(/ before |, /)).toEqual(['130/143', ...BY_GRAVITY.slice(2, -1).map(String)]);
  const { exitCode } = JSON.parse(read('spec/schema/results.schema.json')).properties;
  expect(exitCode.enum).toEqual(Object.values(EXIT));
});

/** npm packs these whatever "files" says. */
const ALWAYS_PACKED = ['README.md', 'LICENSE', 'package.json'];

test.each(pages)('every relative link of %s leads to something that the package holds', (page) => {
  const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target]) =>
    join(dirname(page), target as string),
  );
  const packed = [...JSON.parse(read('package.json')).files, ...ALWAYS_PACKED];
  const isPacked = (path: string): boolean => packed.includes(path.split('/')[0]);
  expect(targets.filter((path) => !existsSync(join(root, path)) || !isPacked(path))).toEqual([]);
});

test('every file that SECURITY.md names is there', () => {
  const named = [...read('SECURITY.md').matchAll(/`((?:test|src|scripts)\/[\w/.-]+)`/g)].map(
    ([, path]) => path as string,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the changelog is short; it and the page of the self-test count nothing that grows', () => {
  const changes = read('CHANGELOG.md');
  expect(changes.split('\n').length).toBeLessThanOrEqual(80);
  for (const text of [changes, read('docs/self-test.md')])
    expect(text.match(/[\d,]+ (cases|groups|dialects|mutants|faults|changes)\b/g)).toBeNull();
});

test('every npm script that a page names is there', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('every page of docs/ is linked from the README', () => {
  const readme = read('README.md');
  const unlinked = pages.filter((page) => page.startsWith('docs/') && !readme.includes(`](${page})`));
  expect(unlinked).toEqual([]);
});

test('the layout names what there is, and all of it', () => {
  const layout = /```\n(spec\/[\s\S]*?)```/.exec(read('CONTRIBUTING.md'))?.[1] ?? '';
  const names = [...layout.matchAll(/^( *)([\w-]+\/)/gm)].map(([, indent, name]) =>
    join(root, indent ? `src/${name}` : (name as string)),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((path) => !existsSync(path))).toEqual([]);
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(
    folders.map(({ name }) => name).filter((name) => !names.includes(join(root, `src/${name}/`))),
  ).toEqual([]);
});
