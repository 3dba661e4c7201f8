import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { packageRoot } from '../src/package-root.js';
import type { RunRecord } from '../src/record/types.js';

/**
 * Two runs at once on one key, with all cases, the second begun at another moment of the first in each round, against
 * deployments whose events are quick, late and slow: neither may accuse the innocent service.
 * `npm run pairs [ROUNDS [DEPLOYMENT…]]`; ends with 1 where one did.
 */
const [asked = '12', ...only] = process.argv.slice(2);
const rounds = Number(asked);
const CONFORM = join(packageRoot(), 'dist/src/cli/main.js');
/** By dialect of the service: how long a run against it takes, roughly, milliseconds. */
const DEPLOYMENTS: Record<string, number> = { plain: 3_000, late: 4_000, slow: 18_000 };
const chosen = Object.entries(DEPLOYMENTS).filter(([name]) => only.length === 0 || only.includes(name));
/** Spreads the moments evenly, whatever their number. */
const GOLDEN = 0.618;

const execute = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'conform-pairs-'));
let wrong = 0;
for (const [dialect, runMs] of chosen) {
  const sandbox = await serve(dialect);
  for (let round = 1; round <= rounds; round += 1) {
    const laterMs = Math.floor(((round * GOLDEN) % 1) * runMs);
    const records = await Promise.all([check(dialect, 'first', 0), check(dialect, 'second', laterMs)]);
    const told = records.map(({ cases, sentence, summary }) => {
      const accused = cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
      for (const { id, reason } of accused) console.log(`WRONG ${id}: ${reason?.code} ${reason?.text}`);
      wrong += accused.length;
      return `${summary.inconclusive} inconclusive, ${/interference|same contact point/.test(sentence) ? 'named' : 'not named'}`;
    });
    console.log(`${dialect}, the second ${laterMs} ms later: ${told.join('; ')}`);
  }
  sandbox.kill('SIGTERM');
}
await rm(folder, { recursive: true, force: true });
console.log(`${2 * rounds * chosen.length} runs by twos: ${wrong} wrong verdicts`);
process.exitCode = wrong === 0 ? 0 : 1;

async function serve(dialect: string): Promise<ChildProcess> {
  const file = join(folder, `${dialect}.yaml`);
  const flags = dialect === 'plain' ? [] : ['--dialect', dialect];
  const child = spawn(process.execPath, [CONFORM, 'serve', '--config-out', file, ...flags], {
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  for (let tries = 0; !existsSync(file); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`The sandbox "${dialect}" did not start.`);
    await sleep(50);
  }
  return child;
}

async function check(dialect: string, name: string, laterMs: number): Promise<RunRecord> {
  await sleep(laterMs);
  const out = join(folder, name);
  await rm(out, { recursive: true, force: true });
  const argv = [CONFORM, '--config', join(folder, `${dialect}.yaml`), '--out', out, '-q'];
  // The exit code follows from the verdicts, which are looked at.
  await execute(process.execPath, argv, { timeout: 180_000 }).catch(() => undefined);
  return JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as RunRecord;
}
