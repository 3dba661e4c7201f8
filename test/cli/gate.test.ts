import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { RunRecord } from '../../src/record/types.js';
import { startReference } from '../../src/reference/service.js';
import { conformHere } from '../support/process/command-here.js';
import type { Ended } from '../support/process/command-line.js';

/** A gate is never green for the wrong reason, and says what it gates. */
let folder: string;
/** What stands in front of a service that is not there. */
let proxy: Server;

const FEW = ['--grep', '1.0/requests/accepted/sendText', '-q'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-gate-'));
  proxy = createServer((request, response) => {
    request.resume();
    response.writeHead(503).end('busy');
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

function conform(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return conformHere(folder, args, env);
}

test.each([
  [
    { CONFORM_BASEURL: 'http://127.0.0.1:9' },
    [],
    'CONFORM_BASEURL: there is no such variable; expected CONFORM_BASE_URL',
  ],
  [
    { CONFORM_KEY: 'a-key' },
    [],
    'CONFORM_KEY: the address of the deployment is missing; expected --base-url',
  ],
  [{}, ['--event-timeout', '10'], '--event-timeout: "10" has no unit; expected 10s or 10ms'],
  [{}, ['--gerp', 'x'], "unknown option '--gerp'\n  (Did you mean --grep?)"],
])('with %j and %j nothing is checked: a mistake, in one sentence', async (env, args, says) => {
  const { code, stdout, stderr } = await conform(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(says);
});

test('whoever checked the bundled service is told that nothing of theirs was', async () => {
  const { code, stdout } = await conform([...FEW, '--out', 'bundled']);
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'This was the bundled reference service: nothing that you have deployed was checked.',
  );
  const record = JSON.parse(await readFile(join(folder, 'bundled', 'results.json'), 'utf8'));
  expect(record).toMatchObject({ target: { bundled: true } });
});

test('one case is no "1 cases"', async () => {
  const single = ['--grep', '1.0/requests/accepted/sendText'];
  const ran = await conform([...single, '--out', 'one']);
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 case to run\n/) });
  const looked = await conform(['doctor', ...single]);
  expect(looked.stdout).toMatch(/\nready: the one case can be exercised\n$/);
  for (const { stdout, stderr } of [ran, looked]) expect(stdout + stderr).not.toMatch(/\b1 cases|1 of the 1/);
});

test('a quick look takes some of the cases, and says that it does', async () => {
  const all = ['--grep', '1.0/requests/spelled-*'];
  const [whole, quick] = await Promise.all([
    conform([...all, '--out', 'whole']),
    conform([...all, '--quick', '--out', 'quick']),
  ]);
  const count = ({ stderr }: { stderr: string }): number => Number(/^(\d+) cases? to run/m.exec(stderr)?.[1]);
  expect([whole.code, quick.code]).toEqual([0, 0]);
  expect(count(quick)).toBeGreaterThan(0);
  expect(count(quick)).toBeLessThan(count(whole) / 2);
  expect(quick.stdout).toMatch(/not\s+selected/);
});

test.each(['doctor', 'run'])(
  'behind a proxy that answers 503 to everything, %s has no verdict',
  async (command) => {
    const { port } = proxy.address() as AddressInfo;
    const args = [command, '--base-url', `http://127.0.0.1:${port}`];
    const { code, stdout, stderr } = await conform(args, { CONFORM_KEY: 'a-key' });
    expect(code).toBe(3);
    // What is in the way is what doctor is asked for: its answer, not its trouble.
    expect(command === 'doctor' ? stdout : stderr).toMatch(
      /something in front of the service answers every request with status 503.*\n.*Check the proxy or load balancer/,
    );
  },
);

test('off loopback doctor and run agree on what stops them and on what can be exercised; no address is set unasked', async () => {
  const set: string[] = [];
  const service = await startReference({
    descriptions: await loadDescriptions(),
    tls: false,
    faults: [
      {
        summary: 'tells whose address is set',
        hook: (good) => ({
          respond: (reply, call) => {
            if (call.operation?.name === 'setWebhook') set.push(call.operation.name);
            return good.respond(reply, call);
          },
        }),
      },
    ],
  });
  onTestFinished(() => service.close());
  // Leads to this machine as well, but is no loopback address.
  const elsewhere = `http://0.0.0.0:${new URL(service.baseUrl).port}`;
  const both = async (...more: string[]): Promise<Ended[]> => {
    const args = ['--base-url', elsewhere, '--allow-http', '--grep', 'routing/new-user', ...more];
    const env = { CONFORM_KEY: service.keys.main };
    const doctor = await conform(['doctor', ...args, 'requests/accepted/'], env);
    return [doctor, await conform(['run', ...args, 'requests/accepted/', '--out', 'elsewhere'], env)];
  };
  for (const { code, stdout, stderr } of await both('--allow-webhook-change', '--grep')) {
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(
      /The catcher listens at http:\/\/127\.0\.0\.1:\d+, where a service on another machine cannot reach it\.\n {2,}Make it listen .*--listen 0\.0\.0\.0:PORT.*--webhook-url URL\)\.\n(not ready: 1 problem above\n)?$/,
    );
  }
  const [doctor, ran] = await both();
  const [, able, of] = /\nready: (\d+) of (\d+) cases can be exercised/.exec(doctor?.stdout ?? '') ?? [];
  expect([doctor?.code, ran?.code]).toEqual([0, 0]);
  const { cases } = JSON.parse(
    await readFile(join(folder, 'elsewhere', 'results.json'), 'utf8'),
  ) as RunRecord;
  expect([cases.filter(({ verdict }) => verdict !== 'skipped').length, cases.length]).toEqual([
    Number(able),
    Number(of),
  ]);
  expect(set).toEqual([]);
});

test('a pattern of a group fits all its cases, with the version or without', async () => {
  const listed = async (pattern: string): Promise<string[]> =>
    (await conform(['list', '--grep', pattern])).stdout.match(/^1\S+/gm) ?? [];
  const [bare, versioned] = await Promise.all([listed('routing/*'), listed('1.0/routing/*')]);
  expect(bare.length).toBeGreaterThan(20);
  expect(bare.every((id) => /^1\.[02]\/routing\//.test(id))).toBe(true);
  expect(versioned).toEqual(bare.filter((id) => id.startsWith('1.0/')));
});

// Whoever may do everything can write everywhere.
test.runIf(process.getuid?.() !== 0)('where reports cannot be written, --out is what helps', async () => {
  await mkdir(join(folder, 'read-only'));
  await chmod(join(folder, 'read-only'), 0o500);
  const { code, stderr } = await conformHere(join(folder, 'read-only'), FEW);
  expect([code, stderr.includes('--out')]).toEqual([5, true]);
});

test('a file where the reports should go: --out is what helps', async () => {
  await writeFile(join(folder, 'taken'), '');
  const { code, stderr } = await conform([...FEW, '--out', 'taken']);
  expect(code).toBe(5);
  expect(stderr).toContain('--out');
});
