import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keep, readKept } from './kept.js';
import { loadDescriptions } from './load.js';
import { specFolder } from './spec-folder.js';

async function keptFolder(): Promise<{ file: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(specFolder(), folder, { recursive: true });
  const file = join(folder, 'kept.json');
  keep(file, folder, await loadDescriptions(folder));
  return { file, folder };
}

test('kept descriptions are the ones that the files give', async () => {
  const { file, folder } = await keptFolder();
  expect(readKept(file, folder)).toEqual(await loadDescriptions(folder));
});

test.each(['v1.0.yaml', 'v1.2.yaml', 'schema/description.schema.json'])(
  'a change of %s makes the kept ones void',
  async (name) => {
    const { file, folder } = await keptFolder();
    await appendFile(join(folder, name), '\n');
    expect(readKept(file, folder)).toBeNull();
  },
);

test('a further version makes the kept ones void, and so does a broken file', async () => {
  const { file, folder } = await keptFolder();
  await writeFile(join(folder, 'v9.9.yaml'), '');
  expect(readKept(file, folder)).toBeNull();
  await rm(join(folder, 'v9.9.yaml'));
  expect(readKept(file, folder)).not.toBeNull();
  await writeFile(file, '{');
  expect(readKept(file, folder)).toBeNull();
});
