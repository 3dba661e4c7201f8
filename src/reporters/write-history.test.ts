import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { RunRecord } from '../record/types.js';
import { ReportError } from '../write-whole.js';
import { writeHistory } from './write-history.js';

const passing = await sampleRecord({ kind: 'passing', cases: 120 });
const faulty = await sampleRecord({ kind: 'faulty', cases: 120 });
const folders: string[] = [];
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runs-'));
  folders.push(dir);
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function run(name: string, record: RunRecord | string): Promise<void> {
  await mkdir(join(dir, name));
  await writeFile(
    join(dir, name, 'results.json'),
    typeof record === 'string' ? record : JSON.stringify(record),
  );
}

const on = (record: RunRecord, day: number): RunRecord => ({
  ...record,
  startedAt: `2025-03-${String(day).padStart(2, '0')}T10:00:00.000Z`,
});

test('runs are listed newest first, each with what changed since the one before', async () => {
  await run('b', on(faulty, 2));
  await run('c', on(passing, 3));
  await run('a', on(passing, 1));
  await mkdir(join(dir, 'screenshots'));
  await writeFile(join(dir, 'c', 'index.html'), 'report');
  const { runs, more } = await writeHistory(dir);
  expect(more).toBe(0);
  expect(runs).toMatchObject([
    { name: 'c', report: 'c/index.html', difference: { since: 'b', page: 'compare-c.html', worse: 0 } },
    { name: 'b', report: null, difference: { since: 'a', page: 'compare-b.html', repaired: 0 } },
    { name: 'a', difference: null },
  ]);
  const [last, middle] = runs.map((run) => ('difference' in run ? run.difference : null));
  expect(last?.repaired).toBeGreaterThan(0);
  expect(middle?.worse).toBeGreaterThan(0);
  const pages = (await readdir(dir)).filter((name) => name.endsWith('.html')).sort();
  expect(pages).toEqual(['compare-b.html', 'compare-c.html', 'index.html']);
  const index = await readFile(join(dir, 'index.html'), 'utf8');
  const links = [...index.matchAll(/href="([^"]+html|[^"]+json)"/g)].map(([, href]) => href);
  expect(links.slice(2)).toEqual([
    'c/index.html',
    'compare-c.html',
    'b/results.json',
    'compare-b.html',
    'a/results.json',
  ]);
  expect(await readFile(join(dir, 'compare-b.html'), 'utf8')).toContain(
    `Worse <span class="soft">${middle?.worse}<`,
  );
});

test('what cannot be read is listed as such, and the comparison reaches over it', async () => {
  await run('one', on(passing, 1));
  await run('two', JSON.stringify(on(faulty, 2)).slice(0, -100));
  await run('three', on(passing, 3));
  await mkdir(join(dir, 'four', 'results.json'), { recursive: true });
  const { runs } = await writeHistory(dir);
  expect(runs.slice(-3)).toMatchObject([
    { name: 'three', difference: { since: 'one' } },
    { name: 'two', why: 'it is not JSON' },
    { name: 'one' },
  ]);
  expect(runs[0]).toEqual({ name: 'four', why: 'it is not a file' });
  const index = await readFile(join(dir, 'index.html'), 'utf8');
  expect(index).toContain('Its results.json cannot be read: it is not JSON.');
});

test('older runs than the list holds are counted', async () => {
  for (const day of [1, 2, 3]) await run(`day-${day}`, on(passing, day));
  const { runs, more } = await writeHistory(dir, 2);
  expect({ names: runs.map(({ name }) => name), more }).toEqual({ names: ['day-3', 'day-2'], more: 1 });
  expect(await readFile(join(dir, 'index.html'), 'utf8')).toContain('1 older run not listed.');
  expect(await readdir(dir)).not.toContain('compare-day-2.html');
});

test('names of folders become neither markup nor addresses', async () => {
  const name = 'javascript:alert(1) "><img src=x>#?';
  await run('first', on(passing, 1));
  await run(name, on(passing, 2));
  const { runs } = await writeHistory(dir);
  expect(runs[0]).toMatchObject({
    difference: { page: expect.stringMatching(/^compare-[0-9a-f]{16}\.html$/) },
  });
  const index = await readFile(join(dir, 'index.html'), 'utf8');
  expect(index).not.toContain('<img');
  expect(index).toContain(`href="${encodeURIComponent(name)}/results.json"`);
});

test("the list is rewritten each time, and nobody else's page is replaced", async () => {
  await run('one', on(passing, 1));
  await writeHistory(dir);
  await run('two', on(passing, 2));
  expect((await writeHistory(dir)).runs).toHaveLength(2);
  await writeFile(join(dir, 'index.html'), '<h1>My page</h1>');
  await expect(writeHistory(dir)).rejects.toThrow(ReportError);
  expect(await readFile(join(dir, 'index.html'), 'utf8')).toBe('<h1>My page</h1>');
});
