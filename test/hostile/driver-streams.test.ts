import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { whileBusy } from '../support/process/busy.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { isAlive } from '../support/process/is-alive.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/**
 * Leaves a child of its own behind, in its process group or outside of it, that holds all that it inherited open. It knows
 * no conversation, and can break or be silent.
 */
const DRIVER = `
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [, , where, how] = process.argv;
const [program, ...args] = where === 'outside' ? ['setsid', 'sleep', '60'] : ['sleep', '60'];
const child = spawn(program, args, { stdio: 'inherit', detached: where === 'outside' });
writeFileSync('pid', String(child.pid));
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, action } = JSON.parse(line);
  if (action === 'actions') say({ id, ok: true, actions: ['inbox', 'close', 'reply_text'] });
  else if (action === 'inbox') say({ id, ok: true, messages: [] });
  else if (how === 'breaks') process.exit(1);
  else if (how === 'answers') say({ id, ok: false, error: 'nobody is here' });
});`;

const ENDS: [what: string, how: string, grep: string, code: number][] = [
  ['ends', 'answers', 'events/sent-TextMessage', 4],
  ['has nothing to do', 'answers', 'destinations/presence', 2],
  ['finds no target', 'answers', 'events/sent-TextMessage', 3],
  ['loses its driver', 'breaks', 'events/sent-TextMessage', 5],
  ['is interrupted', 'is silent', 'events/sent-TextMessage', 130],
];

test.each(['in its group', 'outside'].flatMap((where) => ENDS.map((end) => [where, ...end] as const)))(
  'a child of the driver (%s) keeps no pipeline open when a run %s',
  { timeout: 120_000 },
  async (where, what, how, grep, code) => {
    const { folder, target } = await openTarget({ descriptions });
    await writeFile(join(folder, 'driver.mjs'), DRIVER);
    const driver = `exec:${process.execPath} driver.mjs '${where}' '${how}'`;
    if (what === 'finds no target') await target.close();
    // Its end is that of its output, whoever may hold that open.
    const cli = startCli(['run', '--grep', grep, '--operator', driver], { cwd: folder });
    const pid = async (): Promise<number> =>
      Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
    onTestFinished(async () => {
      const left = await pid();
      if (left > 0 && (await isAlive(left))) process.kill(left, 'SIGKILL');
    });
    if (how === 'is silent') {
      await cli.says(' cases');
      cli.child.kill('SIGINT');
    }
    const exited = new Promise<number>((resolve) => cli.child.once('exit', () => resolve(performance.now())));
    const end = await cli.ended;
    expect([end.code, end.signal], cli.output.stderr).toEqual([code, null]);
    expect(end.at - (await exited)).toBeLessThan(whileBusy(1_000));
    const left = await pid();
    if (where === 'in its group' && left > 0) expect(await isAlive(left)).toBe(false);
  },
);
