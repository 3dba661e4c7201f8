import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.js';

const FOLDER = join(packageRoot(), 'src/cli');

/** Packages that are loaded with a file, before any of its code runs; what it imports later does not count. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const { staticImports, staticExports } = parseSync(file, readFileSync(file, 'utf8')).module;
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
  );
  for (const name of [...imported, ...passedOn]) {
    if (name.startsWith('.')) {
      for (const inner of packagesOf(source(file, name), seen)) packages.add(inner);
    } else if (!name.startsWith('node:')) {
      packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  return packages;
}

function source(from: string, name: string): string {
  const base = resolve(dirname(from), name).replace(/\.js$/, '');
  for (const ending of ['.ts', '.tsx']) {
    try {
      readFileSync(base + ending);
      return base + ending;
    } catch {}
  }
  throw new Error(`${from} imports ${name}, which is not there.`);
}

test('--help loads nothing but what parses the command line', () => {
  expect([...packagesOf(join(FOLDER, 'main.ts'))]).toEqual(['commander']);
});

test.each([
  ['list.ts', []],
  ['explain.ts', []],
  ['init.ts', []],
  ['baseline.ts', ['ajv', 'yaml']],
  ['run.ts', []],
  ['check-target.ts', ['@vitest/runner', 'preact', 'undici']],
])('%s loads at first just what it always needs', (file, packages) => {
  expect([...packagesOf(join(FOLDER, file))].sort()).toEqual(packages);
});
