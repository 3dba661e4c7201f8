import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startCli } from '../../test/support/process/cli-process.js';
import { conformHere } from '../../test/support/process/command-here.js';
import { serve } from '../../test/support/process/command-line.js';
import { loadDescriptions } from '../description/load.js';

let folder: string;
let url: string;
let caught: { at: number; text: string; header: string | undefined }[] = [];
let statuses: number[] = [];
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  caught.push({ at: Date.now(), text, header: request.headers['x-event-name'] as string | undefined });
  response.writeHead(statuses.shift() ?? 204).end();
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-trigger-'));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
  caught = [];
  statuses = [];
});
afterAll(async () => {
  receiver.close();
  await rm(folder, { recursive: true });
});

const trigger = (...args: string[]) => conformHere(folder, ['trigger', ...args]);
const bodies = () => caught.map(({ text }) => JSON.parse(text));

const names = Object.keys((await loadDescriptions())[0]?.events ?? {});

test.each(names)('%s is sent without any state; what left and what came is printed', async (name) => {
  const { code, stdout } = await trigger(name, '--to', url, '--user', 'anna');
  expect(code, stdout).toBe(0);
  expect(bodies()).toMatchObject([{ user: 'anna', id: expect.any(String), at: expect.any(Number) }]);
  if (name !== names.at(-1)) expect(bodies()[0].event).toBe(name);
  expect(stdout).toContain(`POST ${url}`);
  expect(stdout).toContain(caught[0]?.text);
  expect(stdout).toMatch(/\nstatus 204 after \S+/);
});

test('the event that the interface does not name is called as the dialect calls it, too', async () => {
  await trigger('MessageDelivered', '--to', url);
  await trigger('Delivered', '--to', url, '--dialect', 'flat');
  expect(bodies()).toMatchObject([{ event: 'MessageDelivered' }, { type: 'Delivered' }]);
  const other = await trigger('Delivered', '--to', url);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('MessageDelivered')]);
});

test('any field can be set', async () => {
  await trigger('TextMessage', '--to', url, '--field', 'text=Grüezi = hello', 'id=7', 'at=1000', 'mood=good');
  expect(bodies()).toMatchObject([{ id: '7', at: 1000, data: { text: 'Grüezi = hello', mood: 'good' } }]);
});

test('--dialect sends it in the shape of another service', async () => {
  await trigger('Closed', '--to', url, '--dialect', 'header', '--user', 'u');
  expect(caught[0]?.header).toBe('Closed');
  expect(bodies()).toMatchObject([{ recipient: 'u' }]);
});

test('--dialect default is the shape that it has without', async () => {
  await trigger('Closed', '--to', url, '--dialect', 'default', '--field', 'id=1', 'at=1');
  await trigger('Closed', '--to', url, '--field', 'id=1', 'at=1');
  expect(caught[0]?.text).toBe(caught[1]?.text);
});

test('--twice sends the same event again', async () => {
  await trigger('TextMessage', '--to', url, '--twice');
  expect(caught[0]?.text).toBe(caught[1]?.text);
});

test('--reversed sends two events, the later one first', async () => {
  await trigger('TextMessage', '--to', url, '--reversed');
  const [first, second] = bodies();
  expect(first.at).toBeGreaterThan(second.at);
  expect(first.id).not.toBe(second.id);
});

test('--retry repeats it until it is answered by 2xx, with the pauses of the service', async () => {
  statuses = [500, 301];
  const { code, stdout } = await trigger('Closed', '--to', url, '--retry');
  expect(code).toBe(0);
  expect(new Set(caught.map(({ text }) => text)).size).toBe(1);
  expect(caught).toHaveLength(3);
  expect((caught[1]?.at ?? 0) - (caught[0]?.at ?? 0)).toBeGreaterThan(190);
  expect(stdout).toMatch(
    /attempt 1: status 500 .*, again in 200 ms\nattempt 2: status 301 .*, again in 400 ms\nattempt 3: status 204/,
  );
});

test('--bad-json breaks the body off, --huge makes it long, --after waits', async () => {
  await trigger('TextMessage', '--to', url, '--bad-json');
  expect(() => JSON.parse(caught[0]?.text ?? '')).toThrow();
  const before = Date.now();
  const { stdout } = await trigger('Closed', '--to', url, '--huge', '--after', '300ms');
  expect(caught[1]?.text.length).toBeGreaterThan(8 * 1024 * 1024);
  expect(JSON.parse(caught[1]?.text ?? '')).toMatchObject({ event: 'Closed' });
  expect((caught[1]?.at ?? 0) - before).toBeGreaterThan(300);
  expect(stdout.length).toBeLessThan(4_000);
});

test.each([
  ['a response other than 2xx', ['Closed'], 1, /status 500 .*, not delivered/, /^$/],
  [
    'an unknown event',
    ['TextMesage', '--user', 'u'],
    2,
    /^$/,
    /No event is called "TextMesage"; expected TextMessage/,
  ],
  ['an address that is none', ['Closed', '--to', 'nowhere'], 2, /^$/, /--to.*not an absolute http/],
  ['a dialect that is none', ['Closed', '--dialect', 'x'], 2, /^$/, /No dialect is called "x"/],
  ['a mistake, before the wait for another hour', ['Closed', '--to', 'x', '--after', '1h'], 2, /^$/, /--to/],
  [
    'certificates that are not there',
    ['Closed', '--ca-file', 'x.pem', '--after', '1h'],
    2,
    /^$/,
    /--ca-file/,
  ],
  ['a field without a value', ['Closed', '--field', 'x'], 2, /^$/, /expected NAME=VALUE/],
  [
    'a receiver that is not there',
    ['Closed', '--to', 'http://127.0.0.1:9/'],
    3,
    /no response: .*, not delivered/,
    /^$/,
  ],
])('%s has its exit code and its words', async (_name, args, code, out, err) => {
  statuses = [500];
  const ended = await trigger(...(args.includes('--to') ? args : [...args, '--to', url]));
  expect(ended.code).toBe(code);
  expect(ended.stdout).toMatch(out);
  expect(ended.stderr).toMatch(err);
});

test('an interruption ends it, though the receiver keeps silent', async () => {
  const silent = createServer((request) => void request.resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const cli = startCli(['trigger', 'Closed', '--to', `http://127.0.0.1:${port}/`, '--retry', '--twice'], {
    cwd: folder,
  });
  await once(silent, 'request');
  cli.child.kill('SIGINT');
  expect((await cli.ended).code).toBe(130);
  expect(cli.output.stderr).toBe('');
  silent.closeAllConnections();
  silent.close();
});

test('without an address the employee of the running sandbox does it', async () => {
  const runtime = { XDG_RUNTIME_DIR: folder };
  const none = await conformHere(folder, ['trigger', 'Closed'], runtime);
  expect([none.code, none.stderr]).toEqual([3, expect.stringMatching(/No sandbox is running\./)]);
  const sandbox = await serve(folder, ['--plain', '--key', 'main=k'], undefined, runtime);
  try {
    const base = /^service\s+(\S+)$/m.exec(sandbox.printed)?.[1];
    const call = (operation: string, body: unknown) =>
      fetch(`${base}/1.2/${operation}?key=k`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await call('setWebhook', { url });
    const early = await conformHere(folder, ['trigger', 'TextMessage', '--user', 'u'], runtime);
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringMatching(/no conversation.*\n.*destination is selected/),
    ]);
    const listed = await (await call('getDestinations', undefined)).json();
    const { destination_id } = listed.destinations[0];
    const who = { user_id: 'u', destination_type: 'Department', destination_id, name: 'n', attributes: {} };
    await call('selectDestination', who);
    const done = await conformHere(
      folder,
      ['trigger', 'TextMessage', '--user', 'u', '--field', 'text=Hi'],
      runtime,
    );
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringMatching(/^The employee at .* was asked to send the text to user u, and did\.\n$/),
    ]);
    await sandbox.until('→ TextMessage           204');
    expect(bodies()).toMatchObject([{ event: 'TextMessage', user: 'u', data: { text: 'Hi' } }]);
    const file = (...fields: string[]) =>
      conformHere(folder, ['trigger', 'FileMessage', '--user', 'u', '--field', ...fields], runtime);
    expect((await file('size=7')).code).toBe(0);
    await sandbox.until('→ FileMessage           204');
    expect(bodies().at(-1)).toMatchObject({ data: { size: 7 } });
    const unknown = await file('colour=red');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringMatching(
        /FileMessage of a sandbox has no field "colour"; there are url, file_name, size\./,
      ),
    ]);
    const noNumber = await file('size=big');
    expect([noNumber.code, noNumber.stderr]).toEqual([
      2,
      expect.stringMatching(/Field size is a number; "big" is not\./),
    ]);
    const own = await conformHere(folder, ['trigger', 'SelectDestination'], runtime);
    expect([own.code, own.stderr]).toEqual([2, expect.stringMatching(/the service sends it by itself/)]);
    for (const shape of [['--twice'], ['--insecure'], ['--ca-file', 'x.pem']]) {
      const shaped = await conformHere(folder, ['trigger', 'Closed', ...shape], runtime);
      expect(shaped.stderr).toContain(`${shape[0]} needs --to URL`);
      expect(shaped.code).toBe(2);
    }
  } finally {
    await sandbox.stop();
  }
});
