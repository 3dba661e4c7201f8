import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { writeReports } from '../../src/reporters/write-reports.js';
import { CANARY, tracesIn } from '../support/hostile/canary.js';
import { hostileRun } from '../support/hostile/run.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const FEW = ['run', '--grep', 'requests/accepted/'];

describe('reports that cannot be written', () => {
  test('the folder is a file: exit 5 before any request, and it says so', async () => {
    const { folder, target } = await openTarget({ descriptions });
    await writeFile(join(folder, 'taken'), 'mine');
    const cli = startCli([...FEW, '--out', 'taken'], { cwd: folder });
    expect((await cli.ended).code).toBe(5);
    expect(cli.output.stderr).toMatch(/taken.* (is|stands) /);
    expect(cli.output.stderr).not.toContain('    at ');
    expect(target.front.connections).toBe(0);
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('mine');
  });

  test('the folder cannot be made: exit 5', async () => {
    const { folder } = await openTarget({ descriptions });
    const cli = startCli([...FEW, '--out', '/dev/null/reports'], { cwd: folder });
    expect((await cli.ended).code).toBe(5);
    expect(cli.output.stderr).toContain('/dev/null/reports');
  });

  test.skipIf(process.platform !== 'linux')('the disk is full: the older report stays whole', async () => {
    const { folder } = await openTarget({ descriptions });
    const { record } = await hostileRun({ descriptions, grep: ['1.0/requests/accepted/'] });
    if (!record) throw new Error('The run came to no record.');
    const out = join(folder, 'reports');
    await mkdir(out);
    await writeReports(record, out);
    const before = await readFile(join(out, 'index.html'), 'utf8');
    // The last report to be written runs into a full disk.
    await symlink('/dev/full', join(out, `.index.html.${process.pid}.tmp`));
    const newer = { ...record, sentence: 'A newer one.' };
    await expect(writeReports(newer, out)).rejects.toThrow(/no space is left/i);
    expect(await readFile(join(out, 'index.html'), 'utf8')).toBe(before);
    expect(await readFile(join(out, 'results.json'), 'utf8')).not.toContain('A newer one.');
    expect((await readdir(out)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

test("the catcher's port is taken: exit 2 before any request", async () => {
  const taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { folder, target } = await openTarget({ descriptions });
  const cli = startCli([...FEW, '--listen', `127.0.0.1:${port}`], { cwd: folder });
  expect((await cli.ended).code).toBe(2);
  expect(cli.output.stderr).toContain('--listen');
  expect(target.front.connections).toBe(0);
  taken.close();
});

test('nobody reads the output: the reports and the exit code are as ever', async () => {
  const { folder } = await openTarget({ descriptions });
  const cli = startCli([...FEW, '--json'], { cwd: folder });
  cli.child.stdout?.destroy();
  cli.child.stderr?.destroy();
  const { code, signal } = await cli.ended;
  expect([code, signal]).toEqual([0, null]);
  const record = JSON.parse(await readFile(join(folder, 'reports/results.json'), 'utf8'));
  expect(record.exitCode).toBe(0);
});

test("a key that is echoed everywhere shows in no stream, and in no driver's arguments or environment", async () => {
  const { folder } = await openTarget({
    descriptions,
    key: CANARY,
    respond: ({ operation }, good) =>
      operation !== 'sendFile'
        ? good
        : { ...good, status: 400, body: Buffer.from(`key ${CANARY}, ${encodeURIComponent(CANARY)}`) },
  });
  await writeFile(
    join(folder, 'driver.mjs'),
    `import { appendFileSync } from 'node:fs';
     import { createInterface } from 'node:readline';
     appendFileSync('seen', JSON.stringify([process.argv, process.env]));
     process.stderr.write('driver stderr: ' + process.argv.join(' '));
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id } = JSON.parse(line);
       process.stderr.write(line);
       process.stdout.write(JSON.stringify({ id, ok: false, error: 'no: ' + line }) + '\\n');
     });`,
  );
  const cli = startCli(
    [
      'run',
      '-v',
      '--grep',
      '1.0/events/sent-',
      '--grep',
      '1.0/requests/accepted/',
      '--operator',
      `exec:${process.execPath} driver.mjs`,
    ],
    { cwd: folder, env: { CONFORM_KEY: CANARY, OTHER: CANARY } },
  );
  await cli.ended;
  expect(tracesIn(cli.output.stdout)).toEqual([]);
  expect(tracesIn(cli.output.stderr)).toEqual([]);
  expect(cli.output.stderr).toContain('1.0/requests/accepted/sendFile');
  for (const file of await readdir(join(folder, 'reports')))
    expect([file, tracesIn(await readFile(join(folder, 'reports', file), 'utf8'))]).toEqual([file, []]);
  const seen = await readFile(join(folder, 'seen'), 'utf8');
  expect(seen).toContain('driver.mjs');
  expect(tracesIn(seen)).toEqual([]);
});
