import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { makeCertificates } from '../../test/support/network/certificates.js';
import { conformHere } from '../../test/support/process/command-here.js';
import { conform, type Served, serve } from '../../test/support/process/command-line.js';
import { loadDescriptions } from '../description/load.js';
import { type ReferenceService, startReference } from '../reference/service.js';

let folder: string;
let sandbox: Served;
let onlyFirst: ReferenceService;
let taken: Server;
/** A service whose certificate is another host's. */
let elsewhere: Server;
let key: string;
let address: string;
let authority: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-doctor-'));
  sandbox = await serve(folder, ['--config-out', 'sandbox.yaml']);
  const value = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(sandbox.printed)?.[1] ?? '';
  key = value('key main');
  address = value('service');
  authority = value('CA file');
  const [first] = await loadDescriptions();
  onlyFirst = await startReference({ descriptions: first ? [first] : [], tls: false });
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { ca, wrongHost } = await makeCertificates();
  await writeFile(join(folder, 'other.pem'), ca);
  elsewhere = createTlsServer(wrongHost).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
});

afterAll(async () => {
  await sandbox.stop();
  await onlyFirst.close();
  taken.close();
  elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

const port = (server: Server): number => (server.address() as { port: number }).port;

async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = port(server);
  server.close();
  await once(server, 'close');
  return free;
}

interface Setup {
  name: string;
  args: () => Promise<string[]> | string[];
  key?: () => string;
  code: number;
  says: RegExp;
}

const SETUPS: Setup[] = [
  {
    name: 'wrong port',
    args: async () => ['--base-url', `https://localhost:${await deadPort()}`],
    code: 3,
    says: /refused[\s\S]*Check host and port of the base URL/i,
  },
  {
    name: 'wrong path',
    args: () => ['--base-url', `${address}/no/such/path`, '--ca-file', authority],
    code: 3,
    says: /Nothing is served under .*no\/such\/path[\s\S]*base URL is the service address/,
  },
  {
    name: 'http instead of https',
    args: () => ['--base-url', address.replace('https:', 'http:')],
    code: 3,
    says: /Cannot check[\s\S]*Is this an HTTPS port\? Then the base URL begins with https:\/\//,
  },
  {
    name: 'unknown authority',
    args: () => ['--base-url', address],
    code: 3,
    says: /not issued by a known authority.*--ca-file[\s\S]*--insecure/,
  },
  {
    name: 'wrong host',
    args: () => ['--base-url', `https://localhost:${port(elsewhere)}`, '--ca-file', 'other.pem'],
    code: 3,
    says: /another host name.*localhost.*DNS:elsewhere\.example[\s\S]*Use a host name that is in the certificate/,
  },
  {
    name: 'wrong key',
    args: () => ['--base-url', address, '--ca-file', authority],
    key: () => 'a-key-that-nobody-has',
    code: 3,
    says: /key is not accepted[\s\S]*--key-file or CONFORM_KEY/,
  },
  {
    name: 'catcher unreachable',
    args: async () => [
      '--base-url',
      address,
      '--ca-file',
      authority,
      '--webhook-url',
      `http://127.0.0.1:${await deadPort()}`,
      '--event-timeout',
      '500ms',
    ],
    code: 3,
    says: /PROBLEM catcher: The catcher cannot be reached at[\s\S]*--webhook-url/,
  },
  {
    name: 'catcher port taken',
    args: () => ['--base-url', address, '--ca-file', authority, '--listen', `127.0.0.1:${port(taken)}`],
    code: 2,
    says: /Another program listens on 127[\s\S]*--listen/,
  },
  {
    name: "employee's side down",
    args: async () => {
      const settings = parse(await readFile(join(folder, 'sandbox.yaml'), 'utf8'));
      settings.operator.http.baseUrl = `http://127.0.0.1:${await deadPort()}`;
      await writeFile(join(folder, 'down.yaml'), stringify(settings));
      return ['--config', 'down.yaml'];
    },
    code: 3,
    says: /PROBLEM operator: The employee's side failed when asked for the inbox of u-[-\w]+, who never wrote, at destination "\d+"[\s\S]*Start it, or correct "operator"/,
  },
  {
    name: "employee's side with a wrong password",
    args: async () => {
      const settings = parse(await readFile(join(folder, 'sandbox.yaml'), 'utf8'));
      settings.operator.http.headers = { authorization: 'Bearer of-somebody-else' };
      await writeFile(join(folder, 'password.yaml'), stringify(settings));
      return ['--config', 'password.yaml'];
    },
    code: 3,
    says: /PROBLEM operator: The employee's side rejects the driver's credentials[\s\S]*Correct "operator\.http\.headers"/,
  },
  {
    name: 'version not served',
    args: () => ['--base-url', `${onlyFirst.baseUrl}/1.2`],
    key: () => onlyFirst.keys.main,
    code: 3,
    says: /Version 1\.2 is not served under .*; 1\.0 is[\s\S]*--api-version/,
  },
];

test.each(SETUPS)(
  'doctor on a broken setup says what to do: $name',
  { timeout: 120_000 },
  async ({ args, key: other, code, says }) => {
    const ended = await conformHere(folder, ['doctor', ...(await args())], { CONFORM_KEY: other?.() ?? key });
    const said = ended.stdout + ended.stderr;
    expect(said).toMatch(says);
    expect(ended.code).toBe(code);
    if (code === 3) {
      expect(ended.stdout).toMatch(/(^|\n)PROBLEM [\s\S]*\nnot ready: \d problems? above\n$/);
      expect(ended.stderr).toBe('');
    }
    expect(said).not.toContain(key);
    expect(said).not.toMatch(/\bat .*\.[jt]s:\d+/);
  },
);

test('doctor on a good setup has nothing in the way', { timeout: 120_000 }, async () => {
  const ended = await conformHere(folder, ['doctor', '--config', 'sandbox.yaml']);
  expect({ code: ended.code, problems: /PROBLEM/.test(ended.stdout) }).toEqual({ code: 0, problems: false });
  expect(ended.stdout).toMatch(
    /(\d{4}) can be exercised, 0 cannot\n[\s\S]*ready: all \1 cases can be exercised\n$/,
  );
});

test('doctor counts the cases that a missing action leaves out, and names exactly these with -v', {
  timeout: 120_000,
}, async () => {
  const settings = parse(await readFile(join(folder, 'sandbox.yaml'), 'utf8'));
  delete settings.operator.http.actions.advance_clock;
  delete settings.target.secondKey;
  await writeFile(join(folder, 'lacking.yaml'), stringify(settings));
  const looked = async (...more: string[]) => {
    const { code, stdout } = await conformHere(folder, ['doctor', '--config', 'lacking.yaml', ...more]);
    return { code, notes: stdout.split('\n').filter((line) => /^note|^ {8}/.test(line)) };
  };
  const { notes } = await looked();
  expect(notes[1]).toMatch(
    /^ {8}authentication \d+, requests \d+, responses \d+, destinations \d+, .* \(-v names them\)$/,
  );
  expect(notes[3]).toBe(
    '        destinations 6, routing 72, employee 12, events 36, storage 80, walks 6 (-v names them)',
  );
  expect(await looked('-v')).toEqual({
    code: 0,
    notes: [
      'note    skipped: 80 cases: No key of a second contact point is configured ("target.secondKey").',
      '        authentication: altered-second-key · requests: foreign-destination · responses: other-contact-point · destinations: each-is-selectable-at-second, presence-at-second-contact-point · routing: contact-*, asked-at-other-contact-point · employee: name-apart-of-contact-points, name-apart-of-equal-users, attributes-apart-of-contact-points, attributes-apart-of-equal-users · events: same-at-contact-points, right-contact-point, right-second-contact-point, address-of-two-contact-points, address-kept-at-second, delivery-reported-at-contact-points · storage: kept-apart-of-contact-points, kept-many-apart-of-contact-points, kept-equal-at-contact-points, history-apart-in-later-conversations, kept-through-close-elsewhere, kept-again-apart-of-contact-points, selected-early-apart-of-contact-points, history-apart-of-contact-points, kept-not-before-at-other-contact-points, reply-kept-through-close-elsewhere, reply-kept-through-other-address, reply-kept-from-other-address · walks: journey-at-two-contact-points, journey-at-second-contact-point, journey-heard-at-second-contact-point · concurrency: at-contact-points',
      'note    skipped: 212 cases: The employee\'s side cannot do "advance_clock": "operator.http.actions" has no "advance_clock".',
      '        destinations: presence-logout-for-hour, presence-logout-over-midnight, presence-logout-for-day · routing: selected-for-hour, selected-over-midnight, selected-for-hour-and-refusals, selected-over-midnight-and-refusals, answered-*, second-message-after-hour, second-message-after-midnight, second-message-after-hour-and-refusals, second-message-after-midnight-and-refusals, closed-for-hour, closed-over-midnight, closed-after-hour, closed-after-midnight, logged-*, selected-for-hour-while-logged-out, selected-over-midnight-while-logged-out, closed-after-log-out-for-hour, closed-after-log-out-over-midnight, closed-while-logged-out-for-hour, closed-while-logged-out-over-midnight, selected-for-day, selected-for-day-and-refusals, second-message-after-day, second-message-after-day-and-refusals, closed-for-day, closed-after-day, selected-for-day-while-logged-out, closed-after-log-out-for-day, closed-while-logged-out-for-day · employee: later-card-for-hour, later-card-over-midnight, card-for-hour, card-over-midnight, later-card-for-day, card-for-day · events: told-unwritten-after-hour, told-unwritten-after-midnight, told-unwritten-after-day, told-after-hour, told-after-midnight, told-waiting-after-hour, told-waiting-after-midnight, told-TextMessage-after-hour, told-TextMessage-after-midnight, told-FileMessage-after-hour, told-FileMessage-after-midnight, told-Closed-after-hour, told-Closed-after-midnight, told-after-day, told-waiting-after-day, told-TextMessage-after-day, told-FileMessage-after-day, told-Closed-after-day · storage: reply-kept-apart-TextMessage, reply-younger-TextMessage, reply-older-TextMessage, reply-older-through-login-TextMessage, reply-later-younger-TextMessage, reply-later-older-TextMessage, reply-kept-apart-FileMessage, reply-younger-FileMessage, reply-older-FileMessage, reply-older-through-login-FileMessage, reply-later-younger-FileMessage, reply-later-older-FileMessage, kept-for-hour, kept-over-midnight, kept-for-day, history-for-hour, history-over-midnight, history-elsewhere-for-hour, history-elsewhere-over-midnight, second-*, closed-*, waiting-for-hour, waiting-over-midnight, kept-in-order-for-hour, kept-in-order-over-midnight, waiting-in-order-for-hour, waiting-in-order-over-midnight, history-for-day, history-elsewhere-for-day, waiting-for-day · walks: journey-through-hours, journey-through-hours-and-log-outs, journey-through-hours-at-second-contact-point',
      "note    webhook: The webhook address of one contact point now leads to this run's catcher, which is closed.",
      '        --restore-webhook URL restores that of the main key at the end.',
    ],
  });
});

test('doctor without a driver says so, and speaks of the selected cases only', {
  timeout: 120_000,
}, async () => {
  const { stdout } = await conformHere(
    folder,
    [
      'doctor',
      '--base-url',
      address,
      '--ca-file',
      authority,
      '--grep',
      '1.0/employee/',
      '--grep',
      '1.0/destinations/',
      '-v',
    ],
    { CONFORM_KEY: key },
  );
  expect(stdout).toMatch(/note +operator: No driver is configured[\s\S]*--operator \(manual/);
  expect(stdout).toMatch(/cannot do "inbox".*\n +employee: sees-\*, unchanged-\*, later-\*/);
  expect(stdout).toMatch(/cases: 3 can be exercised, \d+ cannot/);
});

test('a person who cannot be asked is the reason for what is skipped', { timeout: 120_000 }, async () => {
  const manual = ['doctor', '--config', 'sandbox.yaml', '--operator', 'manual', '--grep', '1.0/events/'];
  const [still, silent] = await Promise.all([
    conformHere(folder, manual, { CI: '' }),
    conformHere(folder, [...manual, '--no-input']),
  ]);
  expect(still?.stdout).toMatch(
    /Nobody can do "close": there is no terminal on which a person could be asked\./,
  );
  expect(silent?.stdout).toMatch(/Nobody can do "close": prompting is off \(--no-input/);
  for (const ended of [still, silent]) expect(ended?.stdout).not.toMatch(/side cannot do|--operator manual/);
});

test('where a run would have nothing to do, doctor ends as the run does', { timeout: 120_000 }, async () => {
  const ends = (command: string, pattern: string) =>
    conform(folder, [command, '--grep', pattern, '--operator', 'none', '--out', 'nothing']);
  const [doctor, run, unable] = await Promise.all([
    ends('doctor', 'zzz'),
    ends('run', 'zzz'),
    ends('doctor', '1.0/events/sent-Closed'),
  ]);
  expect(run).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^conform: --grep: no case matches "zzz"/),
  });
  expect(doctor).toEqual(run);
  expect(unable).toMatchObject({
    code: 2,
    stdout: expect.stringMatching(/cannot do "close"/),
    stderr: expect.stringMatching(/None of the \d selected cases can be exercised/),
  });
});

test('doctor tells two versions in a row from a version that nobody knows', {
  timeout: 120_000,
}, async () => {
  const { code, stdout } = await conformHere(
    folder,
    ['doctor', '--base-url', `${address}/1.0/1.2`, '--ca-file', authority],
    { CONFORM_KEY: key },
  );
  expect({ code, stdout }).toEqual({
    code: 3,
    stdout: expect.stringMatching(
      /Nothing is served under .*\/1\.0 for version 1\.2[\s\S]*ends in two versions, 1\.0 and 1\.2; .*Leave one of them out/,
    ),
  });
});

test('doctor tells a version with a letter in front, and a key in quotes', { timeout: 120_000 }, async () => {
  const lettered = ['doctor', '--base-url', `${address}/v1.2`, '--ca-file', authority];
  const version = await conformHere(folder, lettered, { CONFORM_KEY: key });
  expect(version.stdout).toMatch(/The version segment is 1\.2, without a letter in front\.\nnot ready/);
  const known = ['doctor', '--base-url', `${address}/1.2`, '--ca-file', authority];
  const quoted = await conformHere(folder, known, { CONFORM_KEY: `"${key}"` });
  expect(quoted.stdout).toMatch(
    /The key is not accepted[\s\S]* The quotes around it are sent as a part of it\.\nnot ready/,
  );
});

test('doctor tells a version that nobody knows from a wrong path', { timeout: 120_000 }, async () => {
  const { code, stdout } = await conformHere(
    folder,
    ['doctor', '--base-url', `${address}/1.7`, '--ca-file', authority],
    { CONFORM_KEY: key },
  );
  expect({ code, stdout }).toEqual({
    code: 3,
    stdout: expect.stringMatching(/Nothing is served under .*\/1\.7[\s\S]*"1\.7" is meant as the version/),
  });
});

test('a web site is told at once, for programs as well: no webhook is awaited from it', {
  timeout: 120_000,
}, async () => {
  const site = createHttpServer((_request, response) => response.end('<html></html>')).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { code, stdout } = await conformHere(
    folder,
    ['doctor', '--json', '--base-url', `http://127.0.0.1:${port(site)}`],
    { CONFORM_KEY: key },
  );
  site.close();
  const { ready, lines } = JSON.parse(stdout);
  expect([code, ready]).toEqual([3, false]);
  const texts: string[] = lines.map(({ text }: { text: string }) => text);
  expect(texts).toContainEqual(expect.stringMatching(/^The body of setWebhook could not be discovered/));
  // What it says after it has waited for webhooks.
  expect(texts.join('\n')).not.toContain('nothing came to the addresses');
});
