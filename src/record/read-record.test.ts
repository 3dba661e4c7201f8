import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import { RecordError, readRecord } from './read-record.js';

const folder = await mkdtemp(join(tmpdir(), 'records-'));
afterAll(() => rm(folder, { recursive: true }));
const record = await sampleRecord({ kind: 'faulty', cases: 40 });
const path = join(folder, 'results.json');

test('a record comes back as it was written', async () => {
  await writeFile(path, JSON.stringify(record));
  expect(await readRecord(path)).toEqual(record);
});

test.each([
  ['no JSON', '{"schema":"secret', 'it is not JSON'],
  ['a record cut short', JSON.stringify(record).slice(0, -9), 'it is not JSON'],
  ['another shape', '[]', 'it is not a record of a run: must be object'],
  [
    'a later schema',
    JSON.stringify({ ...record, schema: 'conform-results/2' }),
    'another version of conform wrote it (its schema is not conform-results/1); run again with this one',
  ],
  ['an unknown verdict', JSON.stringify({ ...record, verdict: 'fine' }), '/verdict must be equal to one of'],
  [
    'a moment that there is not',
    JSON.stringify({ ...record, startedAt: '2026-13-01T25:00:00Z' }),
    '/startedAt must match pattern',
  ],
  [
    'an exchange beyond all time',
    JSON.stringify({
      ...record,
      exchanges: record.exchanges.map((exchange) => ({ ...exchange, startedMs: 1e300 })),
    }),
    '/startedMs must be <= 1000000000000',
  ],
  ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'must be object'],
])('%s is told as such, without the text of the file', async (_, text, why) => {
  await writeFile(path, text);
  const error = await readRecord(path).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RecordError);
  expect((error as RecordError).message).toContain(why);
  expect((error as RecordError).message).not.toContain('secret');
});

test('neither a folder, a pipe nor nothing is waited for', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await expect(readRecord(pipe)).rejects.toThrow('it is not a file');
  await expect(readRecord(folder)).rejects.toThrow('it is not a file');
  await expect(readRecord(join(folder, 'none'))).rejects.toThrow(
    'it cannot be opened (ENOENT: there is no such file)',
  );
});
