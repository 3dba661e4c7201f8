import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { named } from '../support/named.js';
import { makeCertificates, type TestCertificates } from '../support/network/certificates.js';
import { startRawServer } from '../support/network/raw-server.js';
import { startCli } from '../support/process/cli-process.js';
import { openTarget } from '../support/process/cli-target.js';
import { conformHere } from '../support/process/command-here.js';

let descriptions: Description[];
let certificates: TestCertificates;
beforeAll(async () => {
  [descriptions, certificates] = await Promise.all([loadDescriptions(), makeCertificates()]);
});

interface WrongSetup {
  name: string;
  args: string[];
  files?: Record<string, string>;
  code: number;
  /** The sentence that lets a stranger mend it, in what is said. */
  says: RegExp;
}

const AT = ['--base-url', 'http://127.0.0.1:9'];
const FLAGS: WrongSetup[] = [
  {
    name: 'a flag at the end without its value',
    args: ['--base-url'],
    code: 2,
    says: /^conform: --base-url needs a value; expected --base-url <url> \(service address/,
  },
  {
    name: 'a flag in place of a value',
    args: ['--base-url', '--grep', 'x'],
    code: 2,
    says: /^conform: --base-url needs a value;/,
  },
  {
    name: 'explain without an id',
    args: ['explain'],
    code: 2,
    says: /^conform: explain needs <id> \(of a case.*--all explains everything\.$/m,
  },
  {
    name: 'explain with an id and --all',
    args: ['explain', 'no-event', '--all'],
    code: 2,
    says: /^conform: --all explains everything; leave out the id\.$/m,
  },
  {
    name: 'diff with one run',
    args: ['diff', 'reports'],
    code: 2,
    says: /^conform: diff needs <after> .*; expected conform diff <before> <after>$/m,
  },
  {
    name: 'the key in the address',
    args: ['--base-url', 'https://a.example/messaging?key=abcdefgh'],
    code: 2,
    says: /has a query; expected none; a key belongs in CONFORM_KEY or --key-file/,
  },
  {
    name: 'a webhook address without a scheme',
    args: [...AT, '--webhook-url', 'ci.example/hook'],
    code: 2,
    says: /--webhook-url: the webhook URL is not an absolute http\(s\) URL; expected one such as https:/,
  },
  {
    name: 'a shard that there is not',
    args: [...AT, '--shard', '5/4'],
    code: 2,
    says: /"5\/4" is not a shard; expected i\/n with i from 1 to n/,
  },
  {
    name: 'more shards than cases',
    args: [...AT, '--grep', '1.0/requests/accepted/sendText', '--shard', '9/9'],
    code: 2,
    says: /Shard 9\/9 has no case: fewer than 9 are selected\.\n {2}Use fewer shards/,
  },
  {
    name: '--grep without hits',
    args: [...AT, '--grep', 'nosuch'],
    code: 2,
    says: /no case matches "nosuch"; conform list prints all ids/,
  },
  {
    name: 'a key file that is not there',
    args: [...AT, '--key-file', 'no.key'],
    code: 2,
    says: /the key cannot be read from "no.key" \(ENOENT: there is no such file\)/,
  },
  {
    name: "an output folder with somebody's page",
    args: [...AT, '--out', '.'],
    files: { 'index.html': '<h1>My page</h1>' },
    code: 2,
    says: /The folder ".*" holds an index\.html that is not a report; the run would replace it\.\n {2}Choose another folder with --out\./,
  },
  {
    name: 'an empty key file',
    args: [...AT, '--key-file', 'empty.key'],
    files: { 'empty.key': '\n' },
    code: 2,
    says: /--key-file: the key is empty; expected the authentication key alone/,
  },
  {
    name: 'a file with tabs',
    args: ['--config', 'c.yaml'],
    files: { 'c.yaml': 'target:\n\tbaseUrl: http://127.0.0.1:9\n' },
    code: 2,
    says: /c\.yaml:2:1: a tab in the indentation; expected spaces/,
  },
  {
    name: 'a list in place of a map',
    args: ['--config', 'c.yaml'],
    files: { 'c.yaml': 'target:\n  - baseUrl: http://127.0.0.1:9\n' },
    code: 2,
    says: /c\.yaml:2:3: target is a list; expected a map/,
  },
  {
    name: 'an unknown placeholder in an action of the driver',
    args: ['doctor', '--config', 'c.yaml'],
    files: {
      'c.yaml':
        'target: { baseUrl: "http://127.0.0.1:9" }\noperator:\n  http:\n    baseUrl: http://127.0.0.1:9\n' +
        '    actions:\n      close: { method: POST, path: "/close/{userid}" }\n' +
        '      inbox: { method: GET, path: "/i/{user_id}?{text}", items: /x }\n',
    },
    code: 2,
    says: /c\.yaml:6:\d+: \{userid\} is not a parameter of "close"; expected \{user_id\}\n(conform: )?c\.yaml:7:\d+: \{text\} is not a parameter of "inbox"; expected one of \{version\} \{key\} \{user_id\} \{destination_id\}/,
  },
  {
    name: 'results of another version',
    args: ['diff', 'old.json', 'old.json'],
    files: { 'old.json': '{"schema":"conform-results/0","cases":[]}' },
    code: 2,
    says: /another version of conform wrote it \(its schema is not conform-results\/\d+\); run again with this one/,
  },
  {
    name: 'a catcher on an address of another machine',
    args: [...AT, '--listen', '192.0.2.1:0'],
    code: 2,
    says: /EADDRNOTAVAIL: this machine has no such address; 0\.0\.0\.0 means all of its addresses/,
  },
  {
    name: 'the wrong port',
    args: AT,
    code: 3,
    says: /nothing is listening there\.\n {2}Check host and port of the base URL/,
  },
];

async function folderWith(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wrong-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

async function said(
  args: string[],
  folder: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string; err: string }> {
  const cli = startCli(args, { cwd: folder, env });
  const { code } = await cli.ended;
  return { code, text: `${cli.output.stdout}${cli.output.stderr}`, err: cli.output.stderr };
}

describe('a wrong setup is told in one sentence that says how to mend it', () => {
  test.each(named(FLAGS))('%s', async (_name, { args, files, code, says }) => {
    const key = args.includes('--key-file') ? {} : { CONFORM_KEY: 'a-key' };
    const told = await conformHere(await folderWith(files), args, key);
    expect(told).toMatchObject({ code, stderr: expect.stringMatching(says) });
    expect(told.stderr).not.toMatch(/^ {4}at /m);
  });

  test('https for http, and http for https', async () => {
    const plain = await startRawServer({
      onConnection: (socket) => void socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    });
    const secure = await startRawServer({}, certificates.good);
    onTestFinished(async () => void (await Promise.all([plain.close(), secure.close()])));
    const folder = await folderWith();
    const key = { CONFORM_KEY: 'a-key' };
    const toPlain = await said(['--base-url', `https://127.0.0.1:${plain.port}`], folder, key);
    expect(toPlain).toMatchObject({
      code: 3,
      err: expect.stringContaining('start the base URL with http://'),
    });
    const toSecure = await said(['--base-url', `http://127.0.0.1:${secure.port}`], folder, key);
    expect(toSecure).toMatchObject({ code: 3, err: expect.stringContaining('begins with https://') });
  });

  test('an expired certificate, and a key with its name before it', async () => {
    const expired = await openTarget({ descriptions, tls: certificates.expired });
    const refused = await said(['--base-url', expired.target.front.url], expired.folder);
    expect(refused).toMatchObject({ code: 3, err: expect.stringMatching(/certificate/) });
    const { target } = await openTarget({ descriptions });
    const args = ['--base-url', target.front.url];
    const prefixed = await said(args, await folderWith(), { CONFORM_KEY: `key=${target.service.keys.main}` });
    expect(prefixed).toMatchObject({
      code: 3,
      err: expect.stringContaining('The key= before it is sent as a part of it.'),
    });
  });

  test.each([
    [
      'an interpreter that is not there',
      '#!/no/such/interpreter\n',
      /ENOENT: there is no such program, or the\s+interpreter that its first line names is\s+not there/,
    ],
    [
      'a banner on standard output',
      '#!/usr/bin/env node\nconsole.log("Welcome"); process.stdin.resume();\n',
      /is not a JSON object \(logs belong on\s+stderr\): Welcome/,
    ],
  ])('a driver with %s, whole in a log', async (_name, content, says) => {
    const { folder } = await openTarget({ descriptions });
    await writeFile(join(folder, 'driver'), content);
    await chmod(join(folder, 'driver'), 0o755);
    const args = ['--operator', 'exec:./driver', '--grep', 'events/sent-Closed'];
    const { code, text } = await said(args, folder);
    expect({ code, text }).toMatchObject({ code: 5, text: expect.stringMatching(says) });
  });

  test('proxies in the environment change nothing', async () => {
    const { folder } = await openTarget({ descriptions });
    const nowhere = 'http://127.0.0.1:9';
    const env = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, ALL_PROXY: nowhere };
    expect((await said(['--grep', 'requests/accepted/getDestinations'], folder, env)).code).toBe(0);
  });
});
