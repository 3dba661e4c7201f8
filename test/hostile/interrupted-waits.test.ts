import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Deferred } from '../../src/deferred.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { Hooks } from '../../src/reference/service-context.js';
import { whileBusy } from '../support/process/busy.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/** The service shows what nobody waits for, and how often it was looked at. */
const STALE: [what: string, grep: string, hooks: (looked: () => void) => Partial<Hooks>][] = [
  [
    'a list that does not change when employees log in or out',
    'destinations/presence',
    (looked) => ({
      presence: () => {
        looked();
        return true;
      },
    }),
  ],
  [
    'messages that employees do not see',
    'storage/kept-all/',
    (looked) => ({
      visible: () => {
        looked();
        return [];
      },
    }),
  ],
];
/** Far more than the preflight and the first look take. */
const LOOKS = 60;

test.each(STALE)('the first signal ends a run that waits for %s', async (_what, grep, hooks) => {
  const waits = new Deferred<void>();
  let looks = 0;
  const looked = (): void => {
    looks += 1;
    if (looks === LOOKS) waits.resolve();
  };
  const { folder } = await openTarget({
    descriptions,
    service: { faults: [{ summary: 'stale', hook: () => hooks(looked) }] },
  });
  await endsAtOnce(folder, ['run', '--grep', grep, '--event-timeout', '60s'], () => waits.promise);
});

/** Says what it can do and where it looks, and never answers anything else: the first time, it notes that it was asked. */
const DRIVER = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const answers = JSON.parse(process.argv[2]);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, action } = JSON.parse(line);
  if (action in answers) process.stdout.write(JSON.stringify({ id, ...answers[action] }) + '\\n');
  else writeFileSync('asked', '');
});`;

test.each([
  ['doctor', 'at the first question', {}],
  ['doctor', 'asked for its actions', { inbox: { ok: true, messages: [] } }],
  ['run', 'at the first question', {}],
  ['run', 'asked to act', { actions: { ok: true, unsupported: true }, inbox: { ok: true, messages: [] } }],
])('the first signal ends a %s that waits for a driver, %s', async (command, _when, answers) => {
  const { folder } = await openTarget({ descriptions });
  await writeFile(join(folder, 'driver.mjs'), DRIVER);
  const driver = `exec:${process.execPath} driver.mjs '${JSON.stringify(answers)}'`;
  // Reports of all cases would take longer than the end of the wait.
  const few = command === 'run' ? ['--grep', 'events/sent-*'] : [];
  await endsAtOnce(folder, [command, '--operator', driver, ...few], () =>
    expect.poll(() => existsSync(join(folder, 'asked')), { timeout: 30_000 }).toBe(true),
  );
});

async function endsAtOnce(folder: string, args: string[], waits: () => PromiseLike<void>): Promise<void> {
  const cli = startCli(args, { cwd: folder });
  await Promise.race([waits(), cli.ended]);
  expect(cli.child.exitCode, cli.output.stderr).toBe(null);
  const sent = performance.now();
  cli.child.kill('SIGINT');
  const { code, at } = await cli.ended;
  expect(code, cli.output.stderr).toBe(130);
  expect(at - sent).toBeLessThan(whileBusy(3_000));
}
