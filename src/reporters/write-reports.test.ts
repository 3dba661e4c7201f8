import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleRecord } from '../testing/sample-record.js';
import { ReportError, writeReports } from './write-reports.js';

const record = await sampleRecord({ kind: 'interrupted', cases: 40 });
const folder = await mkdtemp(join(tmpdir(), 'reports-'));
afterAll(() => rm(folder, { recursive: true }));

test('every report is written under its fixed name, and nothing else stays', async () => {
  const out = join(folder, 'new', 'deep');
  const paths = await writeReports(record, out);
  const names = ['ctrf.json', 'index.html', 'junit.xml', 'results.json', 'summary.md'];
  expect((await readdir(out)).toSorted()).toEqual(names);
  expect(paths.toSorted()).toEqual(names.map((name) => join(out, name)));
  expect(await readFile(join(out, 'index.html'), 'utf8')).toContain('interrupted');
});

test('when one file cannot be written, the older reports stay as they were', async () => {
  const out = join(folder, 'old');
  await mkdir(out);
  for (const name of ['results.json', 'index.html']) await writeFile(join(out, name), 'old');
  const broken = { ...record, startedAt: 'never' };
  await mkdir(join(out, `.index.html.${process.pid}.tmp`));
  const failure = await writeReports(broken, out).catch((error: unknown) => error);
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
