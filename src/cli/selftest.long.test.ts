import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform, type Ended } from '../../test/support/process/command-line.js';
import { specFolder } from '../description/load.js';
import { readSelftest } from '../record/read-record.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-cli-selftest-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function selftest(...args: string[]): Promise<Ended> {
  return conform(folder, ['selftest', '--workers', '1', '--out', 'out', ...args]);
}

test('mutants that fit are tried in processes of their own, and what became of them is written down', {
  timeout: 180_000,
}, async () => {
  const { code, stdout } = await selftest('--grep', 'event/Closed/missing');
  expect(code).toBe(0);
  expect(stdout).toContain('2 mutants, 0 of them from named faults: 2 killed, 0 excepted, 0 survived');
  const record = await readSelftest(join(folder, 'out', 'selftest.json'));
  expect(record).toMatchObject({ whole: false, allCases: false, exitCode: 0, cleanRuns: [], stale: [] });
  const [killed] = record.mutants.filter(({ state }) => state === 'killed');
  expect(killed?.killers).toContain('1.0/events/sent-Closed');
  expect(killed?.unclear).toEqual([]);
});

test('a survivor without an exception fails the self-test', { timeout: 180_000 }, async () => {
  await cp(specFolder(), join(folder, 'spec'), { recursive: true });
  await rm(join(folder, 'spec', 'selftest-exceptions.yaml'));
  const { code, stdout } = await selftest('--spec', 'spec', '--grep', '1.0/routing/select-again/event-extra');
  expect(code).toBe(1);
  expect(stdout).toContain('Survivors (1)');
});
