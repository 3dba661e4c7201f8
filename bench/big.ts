import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunRecord } from '../src/record/types.js';
import { startCli } from '../test/support/process/cli-process.js';
import { writeManyVersions } from '../test/support/service/many-versions.js';
import { machine } from './machine.js';

const ROOT = resolve(import.meta.dirname, '..');
const MIB = 1024 * 1024;
/** Of ten versions with long conversations: some 100,000 exchanges, of which the large run makes half. */
const SIZE = { versions: 10, conversations: 56, messages: 100 };
const SHARDS = { '300 cases': '1/20', '3,000 cases': '1/2' };

interface Measured {
  cases: number;
  exchanges: number;
  wallMs: number;
  perCaseMs: number;
  peakMiB: number;
  /** Bytes by file. */
  reports: Record<string, number>;
}

/** What a run costs that is ten times as large: time for a case, memory, and the size of its reports. */
const folder = await mkdtemp(join(tmpdir(), 'conform-big-'));
const spec = join(folder, 'spec');
await writeManyVersions(spec, SIZE);
const child = fork(new URL('./serve-many.ts', import.meta.url), [spec, join(folder, 'conform.config.yaml')], {
  execArgv: ['--import', 'tsx'],
});
try {
  await once(child, 'message');
  const results: Record<string, Measured> = {};
  process.stdout.write(`${machine()}\n\n`);
  for (const [title, shard] of Object.entries(SHARDS)) {
    const measured = await run(shard);
    results[title] = measured;
    process.stdout.write(`${line(measured)}\n`);
  }
  await mkdir(join(ROOT, 'reports'), { recursive: true });
  await writeFile(join(ROOT, 'reports/bench-big.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  child.disconnect();
  await rm(folder, { recursive: true, force: true });
}

async function run(shard: string): Promise<Measured> {
  const started = performance.now();
  const cli = startCli(['run', '--quiet', '--spec', spec, '--shard', shard], {
    cwd: folder,
    program: join(ROOT, 'dist/src/cli/main.js'),
  });
  const { code, at } = await cli.ended;
  if (code !== 0) throw new Error(`The run ended with ${code}: ${cli.output.stderr}`);
  const reports = join(folder, 'reports');
  const record = JSON.parse(await readFile(join(reports, 'results.json'), 'utf8')) as RunRecord;
  const wallMs = at - started;
  return {
    cases: record.cases.length,
    exchanges: record.exchanges.length,
    wallMs,
    perCaseMs: wallMs / record.cases.length,
    peakMiB: (await cli.peakMemory()) / MIB,
    reports: Object.fromEntries(
      await Promise.all(
        (await readdir(reports)).map(async (name) => [name, (await stat(join(reports, name))).size]),
      ),
    ),
  };
}

function line({ cases, exchanges, wallMs, perCaseMs, peakMiB, reports }: Measured): string {
  const page = ((reports['index.html'] ?? 0) / MIB).toFixed(1);
  return `${cases} cases, ${exchanges} exchanges: ${(wallMs / 1_000).toFixed(1)} s, ${perCaseMs.toFixed(1)} ms a case, ${peakMiB.toFixed(0)} MiB at most, a page of ${page} MiB`;
}
