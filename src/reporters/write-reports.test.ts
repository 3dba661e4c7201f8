import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { sampleSelftest } from '../../test/support/record/sample-selftest.js';
import { ReportError, writeReports } from './write-reports.js';

const record = await sampleRecord({ kind: 'interrupted', cases: 40 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every report is written under its fixed name, and nothing else stays', async () => {
  const out = join(folder, 'new', 'deep');
  const paths = await writeReports(record, out);
  const names = ['ctrf.json', 'index.html', 'junit.xml', 'results.json', 'summary.md'];
  expect((await readdir(out)).toSorted()).toEqual(names);
  expect(paths.toSorted()).toEqual(names.map((name) => join(out, name)));
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('interrupted');
});

test('the record tells what each report took, and is the last that is written', async () => {
  const out = join(folder, 'timed');
  await writeReports(record, out);
  const { timing } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as typeof record;
  expect(Object.keys(timing.spent?.reportsMs ?? {}).toSorted()).toEqual([
    'ctrf.json',
    'index.html',
    'junit.xml',
    'summary.md',
  ]);
});

test('a self-test beside the reports is told in them; what is none is left alone', async () => {
  const out = join(folder, 'selftest');
  await mkdir(out);
  const index = async () => {
    await writeReports(record, out);
    return readFile(join(out, 'index.html'), 'utf8');
  };
  await writeFile(join(out, 'selftest.json'), JSON.stringify(sampleSelftest()));
  const told = await index();
  expect(told).toContain('broke a correct service in 40 ways');
  expect(told).not.toContain('href="selftest.html"');
  await writeFile(join(out, 'selftest.html'), 'the whole matrix');
  expect(await index()).toContain('href="selftest.html"');
  for (const text of ['{', '{"schema":"conform-selftest/1","mutants":[]}']) {
    await writeFile(join(out, 'selftest.json'), text);
    expect(await index()).not.toContain('id="selftest"');
  }
});

test('when one file cannot be written, the older reports stay as they were', async () => {
  const out = join(folder, 'old');
  await mkdir(out);
  for (const name of ['results.json', 'index.html']) await writeFile(join(out, name), 'old');
  await mkdir(join(out, `.index.html.${process.pid}.tmp`));
  const failure = await writeReports(record, out).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ReportError);
  expect(failure).toMatchObject({ path: join(out, 'index.html') });
  expect(String((failure as Error).message)).toContain('(EISDIR)');
  expect(await readFile(join(out, 'results.json'), 'utf8')).toBe('old');
  expect(await readFile(join(out, 'index.html'), 'utf8')).toBe('old');
});

test('a file where the folder should be is told as such', async () => {
  const out = join(folder, 'file');
  await writeFile(out, '');
  await expect(writeReports(record, out)).rejects.toThrow(/cannot be written: .*\((EEXIST|ENOTDIR)\)/);
});

// Node's own way to make the folders above a file never ends there.
test('a folder that takes no entries is told as such', async () => {
  await expect(writeReports(record, '/proc/conform/reports')).rejects.toThrow(ReportError);
});
