import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package-root.js';
import { OPTION_ROWS, variablesOf } from './option-table.js';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

test('docs/configuration.md tells every option, as the table of options does', () => {
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
  const rows = OPTION_ROWS.map(
    (row) =>
      `| ${code(row.flags)} | ${variablesOf(row).map(code).join(' ')} | ${code(row.path)} | ${row.text} |`,
  );
  const told = read('docs/configuration.md')
    .split('\n')
    .filter((line) => /^\| +(`-|\| `CONFORM)/.test(line));
  expect(told).toEqual(rows);
});

test('each place in the file is one of its schema, and each simple place of the schema has an option', () => {
  const { definitions } = JSON.parse(read('spec/schema/configuration.schema.json'));
  const places = ['target', 'webhook', 'run', 'output'].flatMap((section) =>
    Object.keys(definitions[section].properties).map((name) => `${section}.${name}`),
  );
  const known = OPTION_ROWS.flatMap(({ path }) => path ?? []);
  expect(known.filter((path) => !places.includes(path))).toEqual([]);
  expect(places.filter((path) => !known.includes(path))).toEqual([
    'target.secondKey',
    'target.freshKeys',
    'target.restricted',
  ]);
});
