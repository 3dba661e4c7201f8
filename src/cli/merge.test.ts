import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conformHere } from '../../test/support/process/command-here.js';
import { conform } from '../../test/support/process/command-line.js';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { RunRecord } from '../record/types.js';
import { writeReports } from '../reporters/write-reports.js';

let folder: string;
let record: RunRecord;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-merge-'));
  record = await sampleRecord({ kind: 'passing', cases: 80 });
  const half = (index: number) => record.cases.filter((_, at) => at % 2 === index - 1);
  for (const index of [1, 2])
    await writeReports(
      { ...record, cases: half(index), shard: { index, count: 2 } },
      join(folder, 'parts', String(index)),
    );
  await mkdir(join(folder, 'empty'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a folder of runs, folders and files are merged into all reports and one verdict', async () => {
  const { code, stdout, stderr } = await conform(folder, ['merge', 'parts', '--out', 'merged']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const observed = record.cases.filter(({ level }) => level === 'observed').length;
  expect(observed).toBeGreaterThan(0);
  expect(stdout).toContain(`${record.cases.length - observed} passed · ${observed} observed`);
  expect(stdout).toContain('Report: merged/index.html');
  // The time of this process is not that of the runs.
  expect(stdout).not.toContain('with start and reports');
  const merged = JSON.parse(await readFile(join(folder, 'merged', 'results.json'), 'utf8'));
  expect(merged.command).toBe('npx conform merge parts --out merged');
  const files = await conformHere(folder, [
    'merge',
    'parts/1',
    'parts/2/results.json',
    '--out',
    'm',
    '--json',
  ]);
  expect(JSON.parse(files.stdout)).toMatchObject({ summary: { pass: 80 }, exitCode: 0 });
  const ended = await conformHere(folder, ['merge', 'parts/1', '--out', 'one']);
  expect({ code: ended.code, says: /Shard 2\/2 is missing/.test(ended.stdout.replace(/\s+/g, ' ')) }).toEqual(
    {
      code: 4,
      says: true,
    },
  );
}, 120_000);

test.each([
  [['merge'], /merge needs <paths> .*; expected conform merge <paths>/],
  [['merge', 'empty'], /empty holds no results\.json, nor does a folder in it\.\n +conform run --out DIR/],
  [['merge', 'nowhere'], /nowhere cannot be read: it cannot be opened \(ENOENT: there is no such file\)/],
  [['merge', 'parts', '--out', 'parts/2'], /would replace those in parts\/2.*\n +--out names another folder/],
])('%j is told in a sentence: exit 2', async (args, says) => {
  const { code, stderr } = await conformHere(folder, args);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
});
