import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { makeCertificates } from '../support/network/certificates.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { compiledProgram } from '../support/process/compiled.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const FEW = ['run', '--grep', 'requests/accepted/'];

async function folderOfItsOwn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The program as a shell starts it, where a shell sets the scene. */
function inShell(folder: string, script: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      NODE: process.execPath,
      PROGRAM: compiledProgram(),
      ...env,
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, stdout, stderr };
}

describe.skipIf(process.platform !== 'linux')('a machine that lacks something', () => {
  test('the current folder is gone: a sentence, exit 5', async () => {
    const folder = await folderOfItsOwn();
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    const ended = inShell(gone, `rmdir "${gone}"; exec "$NODE" "$PROGRAM" run`);
    if (existsSync(gone)) rmdirSync(gone);
    expect(ended).toMatchObject({
      code: 5,
      stderr:
        'conform: The current folder no longer exists.\n  Change to an existing folder and run again.\n',
    });
  });

  test('too few file handles: never a verdict on the target, a sentence, exit 5', async () => {
    const folder = await folderOfItsOwn();
    const codes = [30, 38, 46].map((handles) => {
      const ended = inShell(
        folder,
        `ulimit -n ${handles}; exec "$NODE" "$PROGRAM" run --grep routing/new-user --concurrency 32`,
      );
      expect(`${ended.stdout}${ended.stderr}`, String(handles)).not.toMatch(
        /^ {4}at |resolved|not conformant/im,
      );
      if (ended.code !== 0)
        expect(ended.stderr, String(handles)).toContain(
          'This machine allows too few open files and connections',
        );
      return ended.code;
    });
    expect(new Set(codes.filter((code) => code !== 0))).toEqual(new Set([5]));
  });

  test('standard error on a full device: the reports are written, exit 5', async () => {
    const folder = await folderOfItsOwn();
    const { code, stdout } = inShell(
      folder,
      'exec "$NODE" "$PROGRAM" run --grep routing/new-user 2>/dev/full',
    );
    expect({ code, summary: /proven/.test(stdout) }).toEqual({ code: 5, summary: true });
    expect(JSON.parse(await readFile(join(folder, 'reports/results.json'), 'utf8')).exitCode).toBe(0);
  });

  test('a signal while the reports are written changes nothing: they are whole, and the exit code is theirs', async () => {
    const { folder } = await openTarget({ descriptions });
    const summary = join(folder, 'summary');
    inShell(folder, 'mkfifo summary');
    const cli = startCli(FEW, {
      cwd: folder,
      env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    });
    while (!existsSync(join(folder, 'reports/results.json')))
      await new Promise((done) => setTimeout(done, 20));
    cli.child.kill('SIGINT');
    // The summary of the job is the last that is written; nobody has read it yet.
    await readFile(summary);
    const { code } = await cli.ended;
    const record = JSON.parse(await readFile(join(folder, 'reports/results.json'), 'utf8'));
    expect(record.cases.length).toBeGreaterThan(0);
    expect([code, record.partial]).toEqual([record.exitCode, false]);
    expect(cli.output.stderr).toContain('The run has ended; writing the reports.');
  });
});

test('a variable with a long value in thousands of places: a mistake at its place, and little memory', async () => {
  const folder = await folderOfItsOwn();
  await writeFile(join(folder, 'many.yaml'), `target: { baseUrl: "${'${LONG}'.repeat(20_000)}" }\n`);
  const cli = startCli(['run', '--config', 'many.yaml'], { cwd: folder, env: { LONG: 'x'.repeat(100_000) } });
  expect((await cli.ended).code).toBe(2);
  expect(cli.output.stderr).toMatch(
    /^conform: many\.yaml:1:\d+: together, the values of the variables are longer than 4 MiB; expected shorter ones\n$/,
  );
  expect(await cli.peakMemory()).toBeLessThan(300 * 1024 * 1024);
});

test('what a killed run left in the folder is removed, what a running one writes stays', async () => {
  const { folder } = await openTarget({ descriptions });
  const out = join(folder, 'reports');
  await mkdir(out);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const names = [`.index.html.${gone}.tmp`, `.index.html.${process.pid}.tmp`, '.kept'];
  for (const name of names) await writeFile(join(out, name), 'half a page');
  expect((await startCli(FEW, { cwd: folder }).ended).code).toBe(0);
  expect((await readdir(out)).filter((name) => name.startsWith('.')).sort()).toEqual(names.slice(1).sort());
});

test('commands of a CI runner in what a driver says reach neither stream', async () => {
  const { folder } = await openTarget({ descriptions });
  await writeFile(
    join(folder, 'driver.mjs'),
    "process.stderr.write('\\n::error::a ##[error]b'); process.exit(1)",
  );
  const args = ['--grep', '1.0/events/sent-', '-v', '--operator', `exec:${process.execPath} driver.mjs`];
  for (const command of ['run', 'doctor']) {
    const cli = startCli([command, ...args], { cwd: folder });
    await cli.ended;
    const said = cli.output.stdout + cli.output.stderr;
    expect(said).toContain('## [error]b');
    expect(said).not.toMatch(/##\[|^\s*::/m);
  }
});

test('commands of a CI runner in the names of a certificate reach neither stream', async () => {
  const { commanding, ca } = await makeCertificates();
  const { folder, target } = await openTarget({ descriptions, tls: commanding });
  await writeFile(join(folder, 'ca.pem'), ca);
  const address = ['--base-url', target.front.url, '--ca-file', 'ca.pem'];
  for (const command of ['run', 'doctor']) {
    const cli = startCli([command, ...address], { cwd: folder });
    expect((await cli.ended).code).toBe(3);
    const said = cli.output.stdout + cli.output.stderr;
    expect(said).toContain('## [error]owned.example');
    expect(said).not.toContain('##[');
  }
});

test('503 to everything: run and doctor both end with 3 and say so', async () => {
  const busy = {
    respond: (_request: unknown, good: object) => ({ ...good, status: 503, body: Buffer.from('') }),
  };
  for (const command of ['run', 'doctor']) {
    const { folder } = await openTarget({ descriptions, ...(busy as object) });
    const cli = startCli([command, '--grep', 'requests/accepted/'], { cwd: folder });
    const { code } = await cli.ended;
    expect({ command, code, says: /503/.test(cli.output.stdout + cli.output.stderr) }).toEqual({
      command,
      code: 3,
      says: true,
    });
  }
});
