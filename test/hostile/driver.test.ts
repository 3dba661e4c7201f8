import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { Operator } from '../../src/engine/ports.js';
import { createExecOperator } from '../../src/operator/exec.js';
import { hostileRun } from '../support/hostile/run.js';
import { isAlive } from '../support/process/is-alive.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

/**
 * A driver that does what it is asked by the service's own interface, so many times; then it goes wrong. It has a child
 * that would outlive a careless end, and notes both process ids.
 */
const DRIVER = `
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const [, , left, wrong, service] = process.argv;
const child = spawn('sleep', ['600'], { stdio: 'ignore' });
writeFileSync('pids', process.pid + ' ' + child.pid);
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
let good = Number(left);
const WRONGS = {
  exits: () => process.exit(1),
  hangs: () => undefined,
  floods: () => setInterval(() => process.stdout.write('x'.repeat(65536)), 1),
};
const answer = async ({ id, action, ...parameters }) => {
  if (action === 'actions') return say({ id, ok: false, unsupported: true });
  good -= 1;
  if (good < 0) return WRONGS[wrong]();
  const { baseUrl, token } = JSON.parse(service);
  const headers = { authorization: 'Bearer ' + token };
  const body = JSON.stringify(parameters);
  const { ok } = await fetch(baseUrl + '/' + action, { method: 'POST', headers, body });
  say({ id, ok, error: 'refused' });
};
let rest = '';
let done = Promise.resolve();
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  // One after the other: what it did well is told before it goes wrong.
  for (const line of lines) done = done.then(() => answer(JSON.parse(line)));
});`;

/** A whole run whose employee's side is driven by a program; `good`: so many actions it does well. */
async function driven(program: string, good: number, wrong: string) {
  const folder = await mkdtemp(join(tmpdir(), 'conform-driver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'driver.cjs'), DRIVER);
  let operator: Operator | null = null;
  const ran = await hostileRun({
    descriptions,
    grep: ['1.0/events/sent-', '1.0/requests/accepted/'],
    operator: (_own, { service }) => {
      const command = [program, 'driver.cjs', `${good}`, wrong, JSON.stringify(service.operator)];
      // Its first action includes the start of the program.
      const options = { folder, env: process.env, secrets: [], shows: [], timeoutMs: 2_000 };
      operator = createExecOperator(command, options);
      return operator;
    },
  });
  await (operator as Operator | null)?.close();
  const pids = existsSync(join(folder, 'pids')) ? await readFile(join(folder, 'pids'), 'utf8') : '';
  return { ...ran, pids: pids.split(' ').filter(Boolean).map(Number) };
}

/** Cases that need the employee's side, and the others, by their verdicts. */
function parted(verdicts: Record<string, string>): { led: string[]; others: string[] } {
  const of = (group: string): string[] =>
    Object.entries(verdicts).flatMap(([id, verdict]) => (id.includes(`/${group}/`) ? [verdict] : []));
  return { led: of('events'), others: of('requests') };
}

/** Three of the six cases that it leads have two actions each: with four one has all of its own, with eight not all have. */
const SOME = 4;

describe.each([
  ['from its first action on', 0],
  // Before the run it is asked once whether it can read an inbox.
  ['in mid-run', 1 + SOME],
] as const)('a driver %s', (_when, good) => {
  test.each(['exits', 'hangs', 'floods'])('%s', async (wrong) => {
    const { verdicts, exitCode, record, pids } = await driven(process.execPath, good, wrong);
    const { led, others } = parted(verdicts);
    expect(led.filter((verdict) => verdict === 'error driver').length).toBeGreaterThan(0);
    expect(new Set(led)).toEqual(new Set(good > 0 ? ['pass', 'error driver'] : ['error driver']));
    expect(new Set(others)).toEqual(new Set(['pass']));
    expect([exitCode, record?.verdict]).toEqual([5, 'error']);
    expect(pids).toHaveLength(2);
    await expect.poll(async () => Promise.all(pids.map(isAlive))).toEqual([false, false]);
  });
});

test('a driver that is missing', async () => {
  const { verdicts, exitCode } = await driven('./no-such-driver', 0, '');
  const { led, others } = parted(verdicts);
  expect(new Set(led)).toEqual(new Set(['error driver']));
  expect(new Set(others)).toEqual(new Set(['pass']));
  expect(exitCode).toBe(5);
});

test('a driver over HTTP that goes away in mid-run', async () => {
  const sockets = new Set<Socket>();
  let service = 0;
  let [asked, answered] = [0, 0];
  // What it did well is told before it goes.
  const goOn = (): void => {
    if (asked > SOME && answered >= SOME) leave();
  };
  const proxy = createServer((socket) => {
    const behind = connect(service, '127.0.0.1');
    for (const end of [socket, behind]) {
      sockets.add(end);
      end.on('error', () => {});
    }
    behind.on('data', (data) => {
      answered += data.toString('latin1').split(/^HTTP/m).length - 1;
      socket.write(data);
      goOn();
    });
    socket.on('data', (data) => {
      asked += data.toString('latin1').split(/^POST /m).length - 1;
      if (asked <= SOME) behind.write(data);
      goOn();
    });
  });
  const leave = (): void => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  };
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    const { verdicts, exitCode } = await hostileRun({
      descriptions,
      grep: ['1.0/events/sent-', '1.0/requests/accepted/'],
      flags: { concurrency: '1' },
      configure: (configuration, target) => {
        const { operator } = configuration;
        service = Number(new URL(target.service.operator.baseUrl).port);
        if (operator.kind !== 'http') throw new Error('It is driven over HTTP.');
        const { port } = proxy.address() as AddressInfo;
        return { ...configuration, operator: { ...operator, baseUrl: `http://127.0.0.1:${port}` } };
      },
    });
    const { led, others } = parted(verdicts);
    expect(new Set(led)).toEqual(new Set(['pass', 'error driver']));
    expect(new Set(others)).toEqual(new Set(['pass']));
    expect(exitCode).toBe(5);
  } finally {
    leave();
  }
});
