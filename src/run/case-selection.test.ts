import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { wantedCases } from './case-selection.js';

let descriptions: Description[];
let cwd: string;
beforeAll(async () => {
  descriptions = await loadDescriptions();
  cwd = await mkdtemp(join(tmpdir(), 'conform-wanted-'));
  await writeFile(
    join(cwd, 'my.yaml'),
    'run:\n  grep: [1.0/errors/, nothinghere]\n  skip:\n    - neither/this\n',
  );
});
afterAll(() => rm(cwd, { recursive: true }));

interface Flags {
  apiVersion?: string[];
  grep?: string[];
  skip?: string[];
  shard?: string;
  config?: string;
}

async function wanted(flags: Flags): Promise<{ versions: string[]; count: number; leftOut: number }> {
  const configuration = await loadConfiguration({ flags: { ...flags }, env: {}, cwd, descriptions });
  const { wanted: cases, leftOut } = wantedCases(configuration, descriptions);
  return { versions: [...new Set(cases.map(({ version }) => version))], count: cases.length, leftOut };
}

test('a pattern that fits nothing is told where it stands', async () => {
  await expect(wanted({ config: 'my.yaml' })).rejects.toMatchObject({
    exitCode: 2,
    message: [
      'my.yaml:2:23: no case matches "nothinghere"; conform list prints all ids',
      'my.yaml:4:7: no case matches "neither/this"; conform list prints all ids',
    ].join('\n'),
  });
  await expect(wanted({ grep: ['nobody\u001b'], skip: ['1.0/'] })).rejects.toMatchObject({
    message: '--grep: no case matches "nobody\\u{1b}"; conform list prints all ids',
  });
});

test('patterns may speak of versions that are not checked', async () => {
  const apiVersion = ['1.2'];
  const { count } = await wanted({ apiVersion });
  expect(await wanted({ apiVersion, skip: ['1.0/errors/'] })).toEqual({
    versions: ['1.2'],
    count,
    leftOut: 0,
  });
  const some = await wanted({ apiVersion, grep: ['1.0/errors/', '1.2/versions/'] });
  expect(some).toEqual(await wanted({ grep: ['1.2/versions/'], apiVersion }));
  expect(some.count).toBeGreaterThan(0);
});

test('patterns that pick cases of other versions only leave nothing, and say so', async () => {
  const given = { apiVersion: ['1.2'], grep: ['1.0/errors/', '1.0/versions/'] };
  const says = (pattern: string): string =>
    `--grep: "${pattern}" matches cases of version 1.0 only, which is not checked; ` +
    'expected a pattern for what is, or that version chosen (--api-version)';
  await expect(wanted(given)).rejects.toMatchObject({
    exitCode: 2,
    message: given.grep.map(says).join('\n'),
  });
});

test('where all that is picked is left out again, no pattern is blamed', async () => {
  const grep = ['1.0/errors/'];
  await expect(wanted({ grep, skip: grep })).rejects.toMatchObject({
    exitCode: 2,
    message: 'No case is selected.',
  });
});
