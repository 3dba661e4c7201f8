import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { packageRoot } from '../src/package-root.js';
import type { RunRecord } from '../src/record/types.js';

/**
 * Whole runs against the bundled service while every core is kept busy by somebody else: not one verdict may change.
 * `npm run soak [RUNS]`; ends with 1 where one did.
 */
const runs = Number(process.argv[2] ?? 50);
const execute = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'conform-soak-'));
const burners = Array.from(
  { length: availableParallelism() },
  () => new Worker('for (;;) Math.sqrt(Math.random());', { eval: true }),
);

const seen = new Map<string, Map<string, number>>();
const codes = new Map<number, number>();
const times: number[] = [];

for (let run = 1; run <= runs; run += 1) {
  const out = join(folder, String(run));
  const started = performance.now();
  const code = await execute(
    process.execPath,
    [join(packageRoot(), 'dist/src/cli/main.js'), '-q', '--out', out],
    { timeout: 120_000 },
  ).then(
    () => 0,
    (error: { code?: number }) => error.code ?? -1,
  );
  times.push(performance.now() - started);
  codes.set(code, (codes.get(code) ?? 0) + 1);
  const { cases } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as RunRecord;
  for (const { id, verdict, reason } of cases) {
    const counts = seen.get(id) ?? new Map<string, number>();
    const key = reason ? `${verdict} (${reason.code})` : verdict;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    seen.set(id, counts);
  }
  await rm(out, { recursive: true, force: true });
  process.stderr.write(`run ${run} of ${runs}: exit ${code}, ${(times.at(-1) ?? 0).toFixed(0)} ms\n`);
}

await Promise.all(burners.map((worker) => worker.terminate()));
await rm(folder, { recursive: true, force: true });
const unsteady = [...seen].filter(([, counts]) => counts.size > 1 || [...counts.values()][0] !== runs);
for (const [id, counts] of unsteady)
  console.log(`${id}: ${[...counts].map(([verdict, number]) => `${number} × ${verdict}`).join(', ')}`);
times.sort((a, b) => a - b);
console.log(
  `${runs} runs, ${seen.size} cases each, every core busy: ${unsteady.length} verdicts changed; exit codes ${[...codes].map(([code, number]) => `${code} (${number} ×)`).join(', ')}; median ${((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1)} s a run`,
);
process.exitCode = unsteady.length === 0 && codes.size === 1 ? 0 : 1;
