import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { builtCases, deriveCases, readCases, writeCases } from './derive.js';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-cases-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('cases that were kept are the ones that were derived', async () => {
  const file = join(await emptyFolder(), 'cases.json');
  const cases = deriveCases(await loadDescriptions());
  writeCases(file, cases);
  expect(readCases(file)).toStrictEqual(cases);
});

test('a broken file keeps nothing', async () => {
  const file = join(await emptyFolder(), 'cases.json');
  expect(readCases(file)).toBeNull();
  await writeFile(file, '[');
  expect(readCases(file)).toBeNull();
});

test('nothing is kept of descriptions that the build has not read', async () => {
  expect(builtCases(await loadDescriptions())).toBeNull();
});
