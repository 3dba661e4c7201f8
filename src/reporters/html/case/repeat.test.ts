import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleRecord } from '../../../../test/support/record/sample-record.js';
import { readRecord } from '../../../record/read-record.js';
import type { CaseRecord } from '../../../record/types.js';
import type { Model } from '../model.js';
import { harOf } from './repeat.js';

test.each([
  ['0000-02-31T00:00:00Z', -1e12],
  ['9999-12-31T23:59:59.999999999Z', 1e12],
])('whatever moments a record may hold, its exchanges can be told: %s', async (startedAt, startedMs) => {
  const folder = await mkdtemp(join(tmpdir(), 'har-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'results.json');
  const sample = await sampleRecord({ kind: 'faulty', cases: 5 });
  const exchanges = sample.exchanges.map((exchange) => ({ ...exchange, startedMs }));
  await writeFile(path, JSON.stringify({ ...sample, startedAt, exchanges }));
  const record = await readRecord(path);
  const model = { record, exchangesOf: () => record.exchanges } as unknown as Model;
  const { entries } = JSON.parse(harOf(model, record.cases[0] as CaseRecord)).log;
  expect(entries).toHaveLength(record.exchanges.length);
  for (const { startedDateTime } of entries) expect(Date.parse(startedDateTime)).not.toBeNaN();
});
