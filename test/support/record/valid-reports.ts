import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import { packageRoot } from '../../../src/package-root.js';
import type { RunRecord } from '../../../src/record/types.js';

let compiled: Promise<ValidateFunction> | null = null;

/** Of the schema of results; to compile it takes as long as to write the reports. */
async function compile(): Promise<ValidateFunction> {
  const schema = JSON.parse(await readFile(join(packageRoot(), 'spec/schema/results.schema.json'), 'utf8'));
  const ajv = new Ajv.default({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

/** For tests: reads every report under `folder` as others would, and returns the record. */
export async function validReports(folder: string): Promise<RunRecord> {
  const text = (name: string): Promise<string> => readFile(join(folder, 'reports', name), 'utf8');
  compiled ??= compile();
  const validate = await compiled;
  const record: RunRecord = JSON.parse(await text('results.json'));
  validate(record);
  expect(validate.errors).toBeNull();
  new SaxesParser().write(await text('junit.xml')).close();
  expect(JSON.parse(await text('ctrf.json')).results.tests.length).toBeGreaterThan(0);
  expect(await text('index.html')).toContain('</html>');
  expect(await text('summary.md')).not.toBe('');
  return record;
}
