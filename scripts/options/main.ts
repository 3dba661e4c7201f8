/**
 * `npm run options`: after a change of the table of options, writes what is made from it: the places in the schema of the
 * configuration file, and the table in `docs/configuration.md`. A test tells if they differ.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withOptionPlaces, withOptionTable } from './places.js';

const root = resolve(import.meta.dirname, '../..');
const schema = join(root, 'spec/schema/configuration.schema.json');
const document = join(root, 'docs/configuration.md');

writeFileSync(schema, JSON.stringify(withOptionPlaces(JSON.parse(readFileSync(schema, 'utf8'))), null, 2));
writeFileSync(document, withOptionTable(readFileSync(document, 'utf8')));
execFileSync(
  process.execPath,
  [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', schema],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
