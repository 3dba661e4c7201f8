import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCli } from '../support/process/cli-process.js';
import { conformHere } from '../support/process/command-here.js';
import { conform, serve } from '../support/process/command-line.js';
import { serveAndCheck } from '../support/process/serve-and-check.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a sandbox is called by localhost, and its configuration file checks it', () => serveAndCheck(folder));

/** So that nobody takes it from under the test. */
const TAKEN = createServer().listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!TAKEN.listening) await once(TAKEN, 'listening');
});
afterAll(() => void TAKEN.close());

test.each([
  ['--listen', 2, /^conform: Cannot listen on 127\.0\.0\.1, port \d+: the port is already in use\.\n.*\n$/],
  [
    '--operator-listen',
    2,
    /^conform: Cannot listen on 127\.0\.0\.1, port \d+: the port is already in use\.\n.*\n$/,
  ],
  ['--config-out', 5, /^conform: .*cannot be written.*\n$/],
])('what keeps it from starting is said in a sentence, and it ends: %s', async (flag, exitCode, said) => {
  const { port } = TAKEN.address() as AddressInfo;
  const value = flag === '--config-out' ? join(folder, 'nowhere', 'x.yaml') : `127.0.0.1:${port}`;
  const { code, stdout, stderr } = await conform(folder, ['serve', flag, value]);
  expect(stderr).toMatch(said);
  expect([code, stdout]).toEqual([exitCode, '']);
});

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;

test
  .runIf(HAS_CURL)
  .each([[[]], [['--plain']], [['--dialect', 'nested', '--ca-dir', 'authority', '--key', "main=it's"]]])(
  'each line of the first screen works when it is pasted into a shell: %j',
  async (args) => {
    const sandbox = await serve(folder, args);
    try {
      const lines = sandbox.printed.split('\n').filter((line) => line.startsWith('curl '));
      expect(lines).toHaveLength(7);
      for (const line of lines) {
        const { stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
        expect(JSON.parse(stdout), `${line}\n${stdout}${stderr}`).toMatchObject({ success: true });
      }
    } finally {
      await sandbox.stop();
    }
  },
);

test('each request and delivery has its line; a webhook that fails says why at once', async () => {
  const sandbox = await serve(folder, ['--plain', '--key', 'main=k']);
  const url = /^service\s+(\S+)$/m.exec(sandbox.printed)?.[1];
  const call = (operation: string, body: unknown) =>
    fetch(`${url}/1.2/${operation}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  try {
    await call('sendText', { user_id: 'early', text: 't' });
    expect(await sandbox.until('nobody is notified')).toMatch(
      /sendText +200 +early.*\n.*→ SelectDestination +– +early/,
    );
    await call('setWebhook', { url: 'http://127.0.0.1:9/hook' });
    await call('sendText', { user_id: 'u', text: 1 });
    await call('sendText', { user_id: 'u', text: 't' });
    await sandbox.until('attempt 1 of 6');
    const printed = await sandbox.until('sendText                200');
    expect(printed).toMatch(/sendText\s+400\/9 .*\n\s+§2: Field text is a string; here it is a number\./);
    expect(printed).toMatch(/→ SelectDestination\s+failed .*\n\s+http:\/\/127\.0\.0\.1:9\/hook: /);
  } finally {
    await sandbox.stop();
  }
});

test.runIf(platform === 'linux').each([
  [[], /nothing of it is kept/],
  [['--state', 'farewell.db'], /farewell\.db keeps its state/],
])('without a browser, and at its end, it says so: %j', async (args, farewell) => {
  const cli = startCli(['serve', '--plain', '--open', '--console-listen', '0.0.0.0:0', ...args], {
    cwd: folder,
    env: { PATH: folder, XDG_RUNTIME_DIR: folder },
  });
  await cli.says('No browser could be opened');
  cli.child.kill('SIGINT');
  expect((await cli.ended).code).toBe(0);
  expect(cli.output.stdout).toMatch(farewell);
  const others = Object.values(networkInterfaces()).flatMap((own = []) =>
    own.filter(({ internal, family }) => !internal && family === 'IPv4'),
  );
  for (const { address } of others)
    expect(cli.output.stdout).toMatch(new RegExp(`^from elsewhere  http://${address}:\\d+/#\\w+$`, 'm'));
});

test('for programs each line is JSON; with -q there is none', async () => {
  const loud = await serve(folder, ['--plain', '--json']);
  const quiet = await serve(folder, ['--plain', '-q']);
  try {
    const ready = JSON.parse(loud.printed) as { baseUrl: string };
    await fetch(`${ready.baseUrl}/1.0/nothing`, { method: 'POST' });
    const [, line = ''] = (await loud.until('"request"')).trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({ kind: 'request', status: 404, code: 6 });
    const url = /^service\s+(\S+)$/m.exec(quiet.printed)?.[1];
    await fetch(`${url}/1.0/nothing`, { method: 'POST' });
    expect(await quiet.until('End it')).toBe(quiet.printed);
  } finally {
    await Promise.all([loud.stop(), quiet.stop()]);
  }
});

test.each([
  [['--key', 'other=1'], /No contact point is called "other"/],
  [['--key', 'main'], /expected main=VALUE/],
  [['--ca-dir', 'sandbox.yaml'], /conform: .*sandbox\.yaml/],
])('%j is refused in a sentence', async (args, said) => {
  await writeFile(join(folder, 'sandbox.yaml'), '');
  const { code, stdout, stderr } = await conformHere(folder, ['serve', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(said);
});

test.runIf(platform === 'linux')('--open opens the console in the browser of the system', async () => {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  // Whoever opens the pipe for reading waits until the browser that is none has told the address.
  const told = join(folder, 'opened');
  spawnSync('mkfifo', [told]);
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${told}'\n`, { mode: 0o755 });
  const path = `${bin}:${process.env['PATH']}`;
  const sandbox = await serve(folder, ['--plain', '--open'], undefined, { PATH: path });
  try {
    const link = /^console\s+(\S+)$/m.exec(sandbox.printed)?.[1];
    expect(await readFile(told, 'utf8')).toBe(link);
  } finally {
    await sandbox.stop();
  }
});
