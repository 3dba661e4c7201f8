import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { RunRecord } from '../../src/record/types.js';
import { conform, type Ended, serve } from '../support/process/command-line.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-merge-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PARTS = 4;

async function results(out: string): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8'));
}

/** Runs the whole and its shards, one after the other, for they share a contact point; merges these. */
async function wholeAndMerged(
  target: string[],
): Promise<{ whole: RunRecord; merged: RunRecord; ended: Ended }> {
  await conform(folder, [...target, '--out', 'whole']);
  for (let index = 1; index <= PARTS; index += 1)
    await conform(folder, [...target, '--shard', `${index}/${PARTS}`, '--out', `parts/${index}`]);
  const ended = await conform(folder, ['merge', 'parts', '--out', 'merged']);
  return { whole: await results('whole'), merged: await results('merged'), ended };
}

/** All that is judged; numbers of exchanges and times belong to each run. */
function judged({ verdict, exitCode, summary, statements, truthTable, machines, gaps, cases }: RunRecord) {
  const plain = cases.map(
    ({ startedMs: _, durationMs: __, exchanges: ___, events: ____, readings: _____, ...one }) => one,
  );
  return { verdict, exitCode, summary, statements, truthTable, machines, gaps, cases: plain };
}

test('four shards of the bundled service, merged, are the unsharded run apart from times', {
  timeout: 300_000,
}, async () => {
  const { whole, merged, ended } = await wholeAndMerged([]);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(judged(merged)).toEqual(judged(whole));
  expect(merged.sentence).toBe(whole.sentence);
  expect((await readdir(join(folder, 'merged'))).sort()).toEqual(
    (await readdir(join(folder, 'whole'))).sort(),
  );
  // What the traffic as a whole answers, or what takes time, each part answers for itself.
  const [description] = (await loadDescriptions()).slice(-1);
  const apart = ['retries', 'answers-by-version'];
  const answers = ({ observations }: RunRecord): string[] =>
    observations
      .filter(
        ({ gap }) =>
          description?.gaps[gap]?.from === undefined && !apart.includes(gap) && !gap.startsWith('shape-'),
      )
      .map(({ gap, version, value }) => `${version} ${gap}: ${value}`)
      .sort();
  expect(answers(merged)).toEqual(answers(whole));
});

test('four shards of a guilty service, merged, accuse it of what the unsharded run does', {
  timeout: 300_000,
}, async () => {
  const sandbox = await serve(folder, ['--config-out', 'sandbox.yaml', '--fault', 'close-keeps-selection']);
  try {
    const { whole, merged, ended } = await wholeAndMerged([
      '--config',
      'sandbox.yaml',
      '--grep',
      'routing/',
      'every-',
      '--event-timeout',
      '2s',
    ]);
    expect({ code: ended.code, verdict: merged.verdict }).toEqual({ code: 1, verdict: 'not-conformant' });
    const failed = ({ cases }: RunRecord): string[] =>
      cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed(merged)).toEqual(failed(whole));
    expect(failed(merged).length).toBeGreaterThan(0);
  } finally {
    await sandbox.stop();
  }
});
