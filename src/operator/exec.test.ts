import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createExecOperator, type ExecOptions } from './exec.js';

const WHO = { version: '1.2', key: 'k', user_id: 'u', destination_id: '1' };

/** The lines of a driver: `answer(question)` is called for each question. */
const READ = `
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) answer(JSON.parse(line));
});
`;

function drive(script: string, options: Partial<ExecOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'conform-driver-'));
  writeFileSync(join(folder, 'driver.cjs'), script);
  const operator = createExecOperator([process.execPath, './driver.cjs'], {
    folder,
    env: process.env,
    secrets: [],
    shows: ['text'],
    ...options,
  });
  onTestFinished(async () => {
    await operator.close();
    rmSync(folder, { recursive: true });
  });
  return { operator, folder };
}

function isAlive(pid: number): boolean {
  try {
    // A zombie that waits for its parent is dead for us.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

async function pidsIn(file: string): Promise<number[]> {
  return await vi.waitFor(() => {
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    return pids;
  }, 5_000);
}

test('asks with the parameters and understands each kind of answer', async () => {
  const { operator, folder } = drive(`${READ}
    const fs = require('node:fs');
    function answer({ id, action, ...more }) {
      fs.appendFileSync('log', JSON.stringify({ id, action, ...more }) + '\\n');
      if (action === 'close') say({ id, ok: true });
      else if (action === 'reply_text') say({ id, ok: false, error: 'no\\u001b[2J talk' });
      else if (action === 'odd') say({ id });
      else say({ id, ok: false, unsupported: true });
    }`);
  expect(operator.supports('set_presence')).toBe(true);
  expect(await operator.perform('close', WHO)).toEqual({ ok: true });
  expect(await operator.perform('reply_text', { ...WHO, text: 'x' })).toEqual({
    ok: false,
    kind: 'failed',
    text: 'no [2J talk',
  });
  expect(await operator.perform('odd', WHO)).toMatchObject({ kind: 'driver' });
  const lacks = { ok: false, kind: 'unsupported', text: 'the driver has no "set_presence"' };
  expect(await operator.perform('set_presence', WHO)).toEqual(lacks);
  expect(await operator.perform('set_presence', WHO)).toEqual(lacks);
  expect(operator.supports('set_presence')).toBe(false);
  const log = readFileSync(join(folder, 'log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(log).toHaveLength(4);
  expect(log[1]).toEqual({ id: 2, action: 'reply_text', ...WHO, text: 'x' });
});

test('several actions are in flight, answered in any order', async () => {
  const { operator } = drive(`${READ}
    const held = [];
    function answer(question) {
      held.push(question);
      if (held.length === 3) for (const { id, n } of held.reverse()) say({ id, ok: n !== 2, error: 'second' });
    }`);
  const results = await Promise.all([1, 2, 3].map((n) => operator.perform('close', { n })));
  expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
});

test('an inbox shows each message with the card beside it', async () => {
  const { operator } = drive(`${READ}
    function answer({ id }) {
      say({ id, ok: true, name: 'Ada', attributes: { a: 'b' }, messages: [{ from: 'user', text: 'one' }, { from: 'employee', url: 'l', size: 1 }] });
    }`);
  expect(operator.shows).toEqual(['text']);
  expect(await operator.inbox(WHO)).toEqual({
    ok: true,
    items: [
      { fromUser: true, shown: { name: 'Ada', attributes: { a: 'b' }, text: 'one' } },
      { fromUser: false, shown: { name: 'Ada', attributes: { a: 'b' }, url: 'l', size: 1 } },
    ],
    lacks: [],
  });
});

test('an inbox lacks what no item of the run showed, and what the program says', async () => {
  const { operator } = drive(
    `${READ}
    function answer({ id, turn }) {
      const messages = turn === 1 ? [{ from: 'user', text: 'one', comment: null }] : [{ from: 'user', url: 'l' }];
      say({ id, ok: true, lacks: ['destination_id'], messages });
    }`,
    { shows: ['text', 'url', 'comment', 'size', 'user_id'] },
  );
  expect(await operator.inbox({ ...WHO, turn: 1 })).toMatchObject({
    lacks: ['url', 'size', 'destination_id'],
  });
  expect(await operator.inbox({ ...WHO, turn: 2 })).toMatchObject({ lacks: ['size', 'destination_id'] });
});

test('an inbox without messages is a fault of the driver, a lacking one shows nothing', async () => {
  const broken = drive(`${READ} function answer({ id }) { say({ id, ok: true, rows: [] }); }`);
  expect(await broken.operator.inbox(WHO)).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('messages'),
  });
  const lacking = drive(`${READ} function answer({ id }) { say({ id, ok: false, unsupported: true }); }`);
  expect(await lacking.operator.inbox(WHO)).toMatchObject({ kind: 'unsupported' });
  expect(lacking.operator.shows).toEqual([]);
});

test('the child sees no key', async () => {
  const base64 = Buffer.from('top secret').toString('base64');
  const env = {
    PATH: process.env['PATH'],
    HOME: '/home',
    CONFORM_KEY: 'x',
    CONFORM_SECOND_KEY: 'y',
    A: 'is top secret!',
    B: 'top%20secret',
    C: `Basic ${base64}`,
    SHORT: 'k',
    K: 'keep k',
  };
  const { operator } = drive(
    `${READ} function answer({ id }) { say({ id, ok: false, error: Object.keys(process.env).sort().join(' ') }); }`,
    { env, secrets: ['top secret', 'k', ''] },
  );
  expect(await operator.perform('close', WHO)).toMatchObject({ text: 'HOME K PATH' });
});

test('a child that exits is a fault of the driver, for pending and later actions, with its last words', async () => {
  const { operator } = drive(
    `console.error('x'.repeat(9000)); console.error('no \\n config'); process.stdin.once('data', () => process.exit(1));`,
  );
  const pending = await Promise.all([operator.perform('close', WHO), operator.inbox(WHO)]);
  for (const result of [...pending, await operator.perform('close', WHO)])
    expect(result).toMatchObject({
      kind: 'driver',
      text: expect.stringMatching(/exited with code 1; its last words: x+ no config$/),
    });
  expect((pending[0] as { text: string }).text.length).toBeLessThan(2_200);
});

test('a response given just before the exit counts', async () => {
  const { operator } = drive(
    `${READ} function answer({ id }) { say({ id, ok: true }); process.exitCode = 3; process.stdin.destroy(); }`,
  );
  expect(await operator.perform('close', WHO)).toEqual({ ok: true });
});

test('a program that is missing is told by name', async () => {
  const operator = createExecOperator(['./no-such-driver'], {
    folder: tmpdir(),
    env: {},
    secrets: [],
    shows: [],
  });
  const result = await operator.perform('close', WHO);
  expect(result).toMatchObject({
    kind: 'driver',
    text: 'the driver cannot be started: ./no-such-driver (ENOENT: there is no such program, or the interpreter that its first line names is not there)',
  });
  await operator.close();
});

test('a program that is not executable is told, and what makes it so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conform-driver-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'driver.sh'), 'exit 0', { mode: 0o644 });
  const operator = createExecOperator(['./driver.sh'], { folder, env: {}, secrets: [], shows: [] });
  const result = await operator.perform('close', WHO);
  expect(result).toMatchObject({
    kind: 'driver',
    text: expect.stringMatching(/driver\.sh \(EACCES: .*chmod \+x/),
  });
  await operator.close();
});

test('a late action fails alone; a child that stays silent is given up', async () => {
  const { operator } = drive(
    `${READ} function answer({ id, action }) { if (action === 'close') say({ id, ok: true }); }`,
    { timeoutMs: 2_000 },
  );
  expect(await operator.perform('close', WHO)).toEqual({ ok: true });
  const late = operator.perform('hang', WHO);
  expect(await operator.perform('close', WHO)).toEqual({ ok: true });
  expect(await late).toMatchObject({ kind: 'driver', text: 'the driver did not answer within 2 s' });
  expect(await operator.perform('close', WHO)).toEqual({ ok: true });
  await Promise.all([1, 2, 3].map(() => operator.perform('hang', WHO)));
  expect(await operator.perform('close', WHO)).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('3 times in a row'),
  });
});

const FLOODS: [string, string, string][] = [
  [
    'one endless line',
    `setInterval(() => process.stdout.write(Buffer.alloc(1 << 20, 120)), 1)`,
    'a line of more than',
  ],
  ['text in place of JSON', `console.log('starting up')`, 'not a JSON object'],
  ['a JSON list', `console.log('[1]')`, 'not a JSON object'],
  ['an id of nobody', `console.log('{"id":99,"ok":true}')`, 'never asked'],
  [
    'blank lines without end',
    `setInterval(() => process.stdout.write('\\n'.repeat(65536)), 1)`,
    'floods stdout',
  ],
  [
    'the same response without end',
    `setInterval(() => process.stdout.write('{"id":1,"ok":true}\\n'.repeat(4096)), 1)`,
    'floods stdout',
  ],
];

test.each(FLOODS)('%s breaks the driver, in bounds', async (_, write, fault) => {
  const { operator } = drive(`process.stdin.once('data', () => { ${write} }); process.stdin.resume();`);
  await operator.perform('close', WHO);
  await vi.waitFor(async () => {
    expect(await operator.perform('close', WHO)).toMatchObject({
      kind: 'driver',
      text: expect.stringContaining(fault),
    });
  }, 10_000);
});

/** A driver and what it started, neither of which heeds the end of input or SIGTERM. */
const STUBBORN = `
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
if (process.argv[2] !== 'grandchild') {
  const other = require('node:child_process').spawn(process.execPath, [__filename, 'grandchild'], { stdio: 'inherit' });
  require('node:fs').writeFileSync('pids', process.pid + ' ' + other.pid);
}
`;

test('the end takes less than a second, and takes the whole group along', async () => {
  const { operator, folder } = drive(STUBBORN);
  const pending = operator.perform('close', WHO);
  const pids = await pidsIn(join(folder, 'pids'));
  expect(pids.map(isAlive)).toEqual([true, true]);
  const before = performance.now();
  await operator.close();
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(await pending).toMatchObject({ kind: 'driver', text: 'the run has ended' });
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), 5_000);
});

test('a grandchild does not outlive a driver that exits or is given up', async () => {
  const exits = drive(
    `${STUBBORN} if (process.argv[2] !== 'grandchild') process.stdin.once('end', () => process.exit(0)).resume();`,
  );
  void exits.operator.perform('close', WHO);
  const first = await pidsIn(join(exits.folder, 'pids'));
  await exits.operator.close();
  const broken = drive(`${STUBBORN} if (process.argv[2] !== 'grandchild') console.log('oops');`);
  await broken.operator.perform('close', WHO);
  const second = await pidsIn(join(broken.folder, 'pids'));
  await vi.waitFor(
    () => expect([...first, ...second].map(isAlive)).toEqual([false, false, false, false]),
    5_000,
  );
});

test('nothing is started before the first action', async () => {
  const { operator, folder } = drive(
    `require('node:fs').writeFileSync('started', ''); ${READ} function answer() {}`,
  );
  await operator.close();
  expect(() => readFileSync(join(folder, 'started'))).toThrow();
  expect(await operator.perform('close', WHO)).toMatchObject({ kind: 'driver', text: 'the run has ended' });
});

test.each([
  ['tells its actions', `say({ id, ok: true, actions: ['close'] })`, [true, false, []]],
  ['does not know the question', `say({ id, ok: false, unsupported: true })`, [true, true, ['text']]],
  ['tells no list', `say({ id, ok: true, actions: 'close' })`, [true, true, ['text']]],
] as const)('a driver that %s is taken at its word', async (_, reply, [close, reply_text, shows]) => {
  const { operator } = drive(`${READ} function answer({ id }) { ${reply} }`);
  expect(operator.supports('reply_text')).toBe(true);
  await operator.learn?.();
  expect([operator.supports('close'), operator.supports('reply_text'), operator.shows]).toEqual([
    close,
    reply_text,
    shows,
  ]);
});
