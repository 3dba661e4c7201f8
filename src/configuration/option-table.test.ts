import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withOptionPlaces, withOptionTable } from '../../scripts/options/places.js';
import { packageRoot } from '../package-root.js';
import { describeOption, OPTION_ROWS, OPTION_TABLE } from './option-table.js';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
const SCHEMA = 'spec/schema/configuration.schema.json';

test('docs/configuration.md has each option as the table has it; npm run options writes it', () => {
  const document = read('docs/configuration.md');
  expect(document).toBe(withOptionTable(document));
});

test('the schema of the file has each option as the table has it; npm run options writes it', () => {
  const schema = JSON.parse(read(SCHEMA));
  expect(schema).toEqual(withOptionPlaces(schema));
});

test('what the file may hold besides options is set up nowhere else', () => {
  const { definitions } = JSON.parse(read(SCHEMA));
  const places = ['target', 'webhook', 'run', 'output'].flatMap((section) =>
    Object.keys(definitions[section].properties).map((name) => `${section}.${name}`),
  );
  const known = OPTION_ROWS.flatMap(({ path }) => path ?? []);
  expect(places.filter((path) => !known.includes(path))).toEqual([
    'target.secondKey',
    'target.freshKeys',
    'target.restricted',
  ]);
});

test('every default can be read as a user would write it', () => {
  const defaults = OPTION_ROWS.filter((row) => row.default !== undefined);
  expect(defaults.length).toBeGreaterThan(7);
  for (const { name, value, default: usual } of defaults)
    expect(() => value.parse(usual, '/'), name).not.toThrow();
});

test('an option is described with its default, in words where the value alone says little', () => {
  expect(describeOption(OPTION_TABLE.timeout)).toBe(
    'time limit for a request and its response (default: 10s)',
  );
  expect(describeOption(OPTION_TABLE.quietWindow)).toMatch(/ \(default: measured\)$/);
  expect(describeOption(OPTION_TABLE.color)).toBe('no colours');
  expect(describeOption(OPTION_TABLE.rate)).toBe('at most this many requests per second');
});
