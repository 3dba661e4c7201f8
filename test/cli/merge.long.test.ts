import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { RunRecord } from '../../src/record/types.js';
import { conform, type Ended, serve } from '../support/process/command-line.js';
import { EXHAUSTIVE } from '../support/share.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-merge-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const PARTS = EXHAUSTIVE ? 4 : 3;

/** Cases that a destination which outlives its conversation fails, all versions of them, and some that it passes. */
const GUILTY = ['routing/after-', 'routing/new-user', 'every-'];

async function results(out: string): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8'));
}

/** Runs shards one after the other, for they share a contact point, and merges them. */
async function mergedShards(target: string[]): Promise<{ merged: RunRecord; ended: Ended }> {
  for (let index = 1; index <= PARTS; index += 1)
    await conform(folder, [...target, '--shard', `${index}/${PARTS}`, '--out', `parts/${index}`]);
  const ended = await conform(folder, ['merge', 'parts', '--out', 'merged']);
  return { merged: await results('merged'), ended };
}

/** All that is judged; numbers of exchanges and times belong to each run. */
function judged({ verdict, exitCode, summary, statements, truthTable, machines, gaps, cases }: RunRecord) {
  const plain = cases.map(
    ({ startedMs: _, durationMs: __, exchanges: ___, events: ____, readings: _____, ...rest }) => rest,
  );
  return { verdict, exitCode, summary, statements, truthTable, machines, gaps, cases: plain };
}

/** Of every phase and kind of record: what is sent, what the employee's side does, laws of the run, the routing table. */
const SOME = ['1.2/routing/new-*', 'responses/', '1.2/storage/kept-o*', 'versions/', 'destinations/'];

test('shards of the bundled service, merged, are the unsharded run apart from times', {
  timeout: 300_000,
}, async () => {
  const target = ['--grep', ...SOME];
  expect((await conform(folder, [...target, '--out', 'whole'])).code).toBe(0);
  const whole = await results('whole');
  expect(whole.cases.length).toBeGreaterThan(200);
  const { merged, ended } = await mergedShards(target);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(judged(merged)).toEqual(judged(whole));
  expect(merged.sentence).toBe(whole.sentence);
  const written = async (out: string): Promise<string[]> => (await readdir(join(folder, out))).sort();
  expect(await written('merged')).toEqual(await written('whole'));
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

test.runIf(EXHAUSTIVE)(
  'shards of a guilty service, merged, accuse it of what the unsharded run does',
  {
    timeout: 300_000,
  },
  async () => {
    const sandbox = await serve(folder, ['--config-out', 'sandbox.yaml', '--fault', 'close-keeps-selection']);
    try {
      const target = ['--config', 'sandbox.yaml', '--grep', ...GUILTY, '--event-timeout', '2s'];
      await conform(folder, [...target, '--out', 'guilty']);
      const { merged, ended } = await mergedShards(target);
      expect({ code: ended.code, verdict: merged.verdict }).toEqual({ code: 1, verdict: 'not-conformant' });
      const failed = ({ cases }: RunRecord): string[] =>
        cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      expect(failed(merged)).toEqual(failed(await results('guilty')));
      expect(failed(merged).length).toBeGreaterThan(PARTS);
    } finally {
      await sandbox.stop();
    }
  },
);
