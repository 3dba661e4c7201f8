import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform } from '../../test/support/process/command-line.js';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { writeReports } from '../reporters/write-reports.js';
import { lastFailed } from './read-record.js';
import type { RunRecord } from './types.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-last-failed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('cases that an interruption kept from running are tried again', { timeout: 120_000 }, async () => {
  const record = await sampleRecord({ kind: 'interrupted', cases: 40 });
  const out = join(folder, 'interrupted');
  await writeReports(record, out);
  const due = record.cases.flatMap(({ id, reason }) => (reason?.code === 'interrupted' ? [id] : []));
  expect(due.length).toBeGreaterThan(3);
  expect(await lastFailed(out)).toEqual(expect.arrayContaining(due));
});

test('what did not pass is tried again, until nothing is left', { timeout: 120_000 }, async () => {
  const record = await sampleRecord({ kind: 'faulty', cases: 300 });
  await writeReports(record, join(folder, 'reports'));
  const due = record.cases
    .filter(({ verdict, accepted }) => ['fail', 'inconclusive'].includes(verdict) && !accepted)
    .map(({ id }) => id);
  expect(due.length).toBeGreaterThan(3);
  const ended = await conform(folder, ['--last-failed']);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const again: RunRecord = JSON.parse(await readFile(join(folder, 'reports', 'results.json'), 'utf8'));
  expect(again.cases.map(({ id }) => id)).toEqual(due);
  const { code, stderr } = await conform(folder, ['--last-failed']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/every case passed or was skipped\.\n +Leave out --last-failed/),
  });
});
