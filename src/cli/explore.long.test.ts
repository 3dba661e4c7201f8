import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform, type Served, serve } from '../../test/support/process/command-line.js';
import { loadDescriptions } from '../description/load.js';
import type { RunRecord } from '../record/types.js';

let folder: string;
let sandbox: Served;
const [first] = await loadDescriptions();
const version = first?.version ?? '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-explore-'));
  sandbox = await serve(folder, ['--config-out', 'sandbox.yaml', '--fault', 'selection-asked-once']);
}, 120_000);

afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

/** They change nothing about a walk that is played again. */
const OF_A_RUN = [
  '--level',
  'expected',
  '--grep',
  'a',
  '--shard',
  '1/2',
  '--last-failed',
  '--require-complete',
  '--out',
  'x',
];

const OF_A_FORMER_RUN = '{}';

test('finds a defect, shrinks it, records it, and plays it again', async () => {
  const args = ['--config', 'sandbox.yaml', '--api-version', version, '--event-timeout', '1s'];
  await mkdir(join(folder, 'reports'));
  await writeFile(join(folder, 'reports/results.json'), OF_A_FORMER_RUN);
  const found = await conform(folder, ['explore', ...args, '--walks', '6', '--length', '6', '--seed', '3']);
  expect(found.stdout).toContain('Report: reports/explore/index.html');
  expect(await readFile(join(folder, 'reports/results.json'), 'utf8')).toBe(OF_A_FORMER_RUN);
  expect(found.stderr).toContain('seed 3');
  expect(found.code).toBe(1);
  const record = JSON.parse(
    await readFile(join(folder, 'reports/explore/results.json'), 'utf8'),
  ) as RunRecord;
  expect(record.walks).toMatchObject({ walks: 6, seed: 3 });
  const [way] = record.walks?.found ?? [];
  expect(way?.again).toBe(true);
  expect(found.stdout).toContain(`npx conform replay ${way?.caseId}`);
  expect(record.cases.find(({ id }) => id === way?.caseId)?.verdict).toBe('fail');
  const line =
    found.stdout.split('\n').find((line) => line.includes(`npx conform replay ${way?.caseId}`)) ?? '';
  const copied = await conform(folder, line.trim().split(' ').slice(2));
  expect(copied.code).toBe(1);
  expect(copied.stdout).toContain(way?.caseId);
  const again = await conform(folder, ['replay', 'reports/explore/results.json', '-v', ...args, ...OF_A_RUN]);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain(way?.caseId);
  expect(again.stdout).toContain(' -> 200 ');
}, 120_000);
