import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { whileBusy } from '../support/process/busy.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { isAlive } from '../support/process/is-alive.js';
import { validReports } from '../support/record/valid-reports.js';
import { EXHAUSTIVE } from '../support/share.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/** A driver with a child of its own; both note their process ids, and the child outlives a careless end. */
const DRIVER = `
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const child = spawn('sleep', ['600'], { stdio: 'ignore' });
appendFileSync('pids', process.pid + ' ' + child.pid + ' ');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id, ok: false, error: 'not today' }) + '\\n');
});`;

const SEED = 20_261_121;
const CASES = ['requests/accepted/', 'events/sent-', 'routing/new-user/', 'errors/unknown'];
/** Fewer than the run sends. */
const REQUESTS = 54;

/** The same numbers each time, spread over the requests of a run, of which no two are alike. */
function points(count: number): number[] {
  const all = Array.from({ length: REQUESTS }, (_, at) => at + 1);
  let state = SEED;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return all.splice(Math.floor((state / 2 ** 32) * all.length), 1)[0] ?? 1;
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test.each(
  points(EXHAUSTIVE ? 24 : 4).map((point, at) => [at % 2 === 0 ? 'SIGINT' : 'SIGTERM', point] as const),
)('%s at the %i. request: partial reports, no process and no port left', async (signal, point) => {
  let count = 0;
  let catcherPort = 0;
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const { folder } = await openTarget({
    descriptions,
    play: ({ text }) => {
      catcherPort ||= Number(/"http:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1] ?? 0);
      count += 1;
      if (count === point) reach();
      return null;
    },
  });
  await writeFile(join(folder, 'driver.mjs'), DRIVER);
  const cli = startCli(['run', '--grep', ...CASES, '--operator', `exec:${process.execPath} driver.mjs`], {
    cwd: folder,
  });
  await Promise.race([reached, cli.ended]);
  const sent = performance.now();
  cli.child.kill(signal);
  const { code, at } = await cli.ended;

  expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(at - sent).toBeLessThan(whileBusy(3_000));
  if (existsSync(join(folder, 'reports'))) {
    const record = await validReports(folder);
    expect([record.partial, record.exitCode]).toEqual([true, code]);
    expect(record.cases.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  } else expect(cli.output.stderr).not.toContain('cases');
  const pids = await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
  for (const pid of pids.split(' ').filter(Boolean)) expect(await isAlive(Number(pid))).toBe(false);
  if (catcherPort > 0) expect(await isOpen(catcherPort)).toBe(false);
});
