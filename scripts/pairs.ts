import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../src/package-root.js';
import type { RunRecord } from '../src/record/types.js';
import { conform, serve } from '../test/support/process/command-line.js';

interface Deployment {
  flags: string[];
  /** How long a run against it takes, roughly, milliseconds. */
  runMs: number;
  /** Cases that fail for good reason. */
  guilty?: RegExp;
}

/** Whose events are quick, late and slow, and one that is rightly accused. */
const DEPLOYMENTS: Record<string, Deployment> = {
  plain: { flags: [], runMs: 3_000 },
  late: { flags: ['--dialect', 'late'], runMs: 4_000 },
  slow: { flags: ['--dialect', 'slow'], runMs: 18_000 },
  guilty: { flags: ['--fault', 'presence-ignored'], runMs: 20_000, guilty: /\/destinations\/presence-/ },
};
const CONFORM = join(packageRoot(), 'dist/src/cli/main.js');
/** Spreads the moments evenly, whatever their number. */
const GOLDEN = 0.618;

const [asked = '12', ...only] = process.argv.slice(2);
const rounds = Number(asked);
const unknown = only.find((name) => !Object.hasOwn(DEPLOYMENTS, name));
if (!Number.isInteger(rounds) || rounds < 1 || unknown !== undefined)
  throw new Error(`npm run pairs [ROUNDS [${Object.keys(DEPLOYMENTS).join('|')}…]]`);

/**
 * Two runs at once on one key, with all cases, the second begun at another moment of the first in each round: neither may
 * accuse an innocent service, nor let a guilty one go. Where both sent at the same time, both say so.
 * `npm run pairs [ROUNDS [DEPLOYMENT…]]`; ends with 1 where one did not, and where no two met.
 */
const folder = await mkdtemp(join(tmpdir(), 'conform-pairs-'));
const count = { pairs: 0, met: 0, wrong: 0, silent: 0 };
try {
  for (const [name, deployment] of Object.entries(DEPLOYMENTS))
    if (only.length === 0 || only.includes(name)) await meet(name, deployment);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(
  `${count.pairs} pairs of runs, of which ${count.met} met: ${count.wrong} wrong verdicts, ${count.silent} runs silent about the other`,
);
process.exitCode = count.wrong + count.silent === 0 && count.met > 0 ? 0 : 1;

async function meet(name: string, deployment: Deployment): Promise<void> {
  const sandbox = await serve(folder, ['--config-out', `${name}.yaml`, ...deployment.flags], CONFORM);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const laterMs = Math.floor(((round * GOLDEN) % 1) * deployment.runMs);
      const records = await Promise.all([check(name, 'first', 0), check(name, 'second', laterMs)]);
      const togetherMs = Math.min(...records.map(endOf)) - Math.max(...records.map(beginOf));
      count.pairs += 1;
      if (togetherMs > 0) count.met += 1;
      const told = records.map((record) => judged(record, deployment, togetherMs > 0));
      console.log(`${name}, ${Math.max(0, Math.round(togetherMs))} ms together: ${told.join('; ')}`);
    }
  } finally {
    await sandbox.stop();
  }
}

function judged({ cases, sentence, summary }: RunRecord, { guilty }: Deployment, met: boolean): string {
  const accused = cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const wrongly = accused.filter(({ id }) => !guilty?.test(id));
  const acquitted = cases.filter(({ id, verdict }) => guilty?.test(id) && verdict !== 'fail');
  for (const { id, verdict, reason } of [...wrongly, ...acquitted])
    console.log(`WRONG ${id}: ${verdict} ${reason?.code}: ${reason?.text}`);
  count.wrong += wrongly.length + acquitted.length;
  const named = /interference|same contact point/.test(sentence);
  if (met && !named) count.silent += 1;
  return `${accused.length} failed, ${summary.inconclusive} inconclusive, ${named ? 'named' : 'not named'}`;
}

/** Wall clock of the first request of a case, milliseconds. */
function beginOf({ startedAt, exchanges }: RunRecord): number {
  return Date.parse(startedAt) + Math.min(...exchanges.map(({ startedMs }) => startedMs));
}

function endOf({ startedAt, exchanges }: RunRecord): number {
  return Date.parse(startedAt) + Math.max(...exchanges.map(({ startedMs }) => startedMs));
}

async function check(deployment: string, name: string, laterMs: number): Promise<RunRecord> {
  await sleep(laterMs);
  const out = join(folder, name);
  await rm(out, { recursive: true, force: true });
  const { stderr } = await conform(
    folder,
    ['--config', `${deployment}.yaml`, '--out', name, '-q'],
    {},
    CONFORM,
  );
  // What the verdicts are worth is looked at, whatever the exit code; a run without any says why.
  const file = join(out, 'results.json');
  if (!existsSync(file)) throw new Error(`A run ended without a record. ${stderr}`);
  return JSON.parse(await readFile(file, 'utf8')) as RunRecord;
}
