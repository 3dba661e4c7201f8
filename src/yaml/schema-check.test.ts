import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../package-root.js';
import { compileSchema, keepValidators, keptValidator } from './schema-check.js';

const SCHEMA = join(packageRoot(), 'spec/schema/configuration.schema.json');

/** The kept code needs Ajv's runtime, as it does in the package. */
async function keptFolder(): Promise<string> {
  const folder = await mkdtemp(join(packageRoot(), 'node_modules', '.conform-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await keepValidators(folder, [SCHEMA]);
  return folder;
}

test('a kept validator finds what the compiled one finds', async () => {
  const text = await readFile(SCHEMA, 'utf8');
  const kept = keptValidator(await keptFolder(), text);
  const { validate } = await compileSchema(text);
  for (const tree of [
    {},
    { target: { baseUrl: 'https://example.test', versions: ['1.0'] } },
    { target: { baseUrl: 7, versions: 'all', keys: [] }, webhook: { quietWindow: 'soon' } },
    { operator: { http: { actions: { close: { method: 'POST' } } } } },
    null,
  ]) {
    expect(kept?.(tree)).toBe(validate(tree));
    expect(kept?.errors).toEqual(validate.errors);
  }
});

test('nothing is kept for a schema that has changed', async () => {
  const text = await readFile(SCHEMA, 'utf8');
  expect(keptValidator(await keptFolder(), `${text}\n`)).toBeNull();
});
