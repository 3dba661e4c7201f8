// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is what stands in configuration files
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { commentedConfiguration } from '../cli/init.js';
import { loadDescriptions } from '../description/load.js';
import { loadConfiguration } from './load.js';
import { OPTION_ROWS } from './option-table.js';
import type { DescribedVersions } from './target.js';
import { configurationText } from './text.js';
import type { Configuration, HttpOperatorSettings } from './types.js';
import { UsageError } from './usage-error.js';

const [CERTIFICATE = ''] = rootCertificates;

let descriptions: DescribedVersions;
let cwd: string;
beforeAll(async () => {
  descriptions = await loadDescriptions();
});
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'conform-configuration-'));
});
afterEach(() => rm(cwd, { recursive: true }));

interface Given {
  file?: string;
  flags?: Record<string, unknown>;
  env?: Record<string, string>;
  input?: string;
}

async function load({ file, flags = {}, env = {}, input = '' }: Given): Promise<Configuration> {
  if (file !== undefined) await writeFile(join(cwd, 'conform.config.yaml'), file);
  const chunks = async function* () {
    yield input;
  };
  return loadConfiguration({ flags, env, cwd, descriptions, input: chunks });
}

async function mistakes(given: Given): Promise<string[]> {
  try {
    await load(given);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).exitCode).toBe(2);
    return (error as Error).message.replaceAll(`${cwd}/`, '').split('\n');
  }
  return [];
}

test('with nothing given, the bundled service is checked with the defaults', async () => {
  expect(await load({})).toEqual({
    file: null,
    target: {
      baseUrl: null,
      versions: ['1.0', '1.2'],
      key: null,
      secondKey: null,
      freshKeys: [],
      restricted: null,
      caFile: null,
      ca: null,
      insecure: false,
    },
    webhook: {
      listen: { host: '127.0.0.1', port: 0 },
      publicUrl: null,
      restoreUrl: null,
      restoreSecondUrl: null,
      allowChange: false,
      quietWindowMs: 'auto',
      eventTimeoutMs: 10_000,
    },
    dialect: { bodies: {} },
    operator: { kind: 'none' },
    run: {
      grep: [],
      skip: [],
      places: { grep: [], skip: [] },
      lastFailed: false,
      quick: false,
      only: null,
      level: 'required',
      baseline: null,
      requireComplete: false,
      timeoutMs: 10_000,
      concurrency: 'auto',
      rate: null,
      shard: null,
      seed: null,
    },
    output: {
      folder: join(cwd, 'reports'),
      json: false,
      quiet: false,
      verbose: false,
      color: true,
      input: true,
    },
  });
});

test('flags weigh more than variables, these more than the file, this more than defaults', async () => {
  const file = 'run: { timeout: 1s }\n';
  const env = { CONFORM_TIMEOUT: '2s' };
  const flags = { timeout: '3s' };
  expect((await load({})).run.timeoutMs).toBe(10_000);
  expect((await load({ file })).run.timeoutMs).toBe(1000);
  expect((await load({ file, env })).run.timeoutMs).toBe(2000);
  expect((await load({ file, env, flags })).run.timeoutMs).toBe(3000);
  expect((await load({ file, env: { CONFORM_TIMEOUT: '' } })).run.timeoutMs).toBe(1000);
});

test.each(['https://a.example/1.2/sendText', 'https://a.example/getHistory/'])(
  'a base URL that ends in an operation is told as such: %s',
  async (baseUrl) => {
    expect(await mistakes({ flags: { baseUrl }, env: { CONFORM_KEY: 'k' } })).toEqual([
      expect.stringMatching(
        /^--base-url: the base URL ends in the operation \w+; expected the service address/,
      ),
    ]);
  },
);

test.each(['conform.config.yml', 'conform.config.json', 'conform.yaml'])(
  'a file called %s is not left unread without a word',
  async (name) => {
    await writeFile(join(cwd, name), '');
    expect(await mistakes({})).toEqual([
      `${name}: a file of this name is not read; expected conform.config.yaml, or --config ${name}`,
    ]);
    expect(await mistakes({ file: '' })).toEqual([]);
  },
);

test('an empty address is no wish to check the bundled service', async () => {
  const env = { CONFORM_BASE_URL: '', CONFORM_KEY: 'k' };
  expect(await mistakes({ env })).toEqual([
    'CONFORM_BASE_URL: it is empty; expected the address of a deployment, or no such variable for the bundled service',
  ]);
  expect(await mistakes({ env, flags: { baseUrl: 'https://a.example' } })).toEqual([]);
  expect(await mistakes({ env, file: 'target: { baseUrl: https://a.example }' })).toEqual([]);
});

test.each([
  ['CONFORM_KEY', { env: { CONFORM_KEY: 'k' } }],
  ['--key-file', { flags: { keyFile: 'key.txt' } }],
  ['CONFORM_KEY_FILE', { env: { CONFORM_KEY_FILE: 'key.txt' } }],
  ['conform.config.yaml:1:16', { file: 'target: { key: k }' }],
  ['conform.config.yaml:1:22', { file: 'target: { secondKey: k }' }],
  ['conform.config.yaml:1:22', { file: 'target: { freshKeys: [k] }' }],
  ['--allow-webhook-change', { flags: { allowWebhookChange: true } }],
  ['CONFORM_ALLOW_HTTP', { env: { CONFORM_ALLOW_HTTP: 'yes' } }],
  ['--restore-webhook', { flags: { restoreWebhook: 'https://a.example/hook' } }],
  ['conform.config.yaml:1:25', { file: 'webhook: { allowChange: true }' }],
])('%s without an address is no wish to check the bundled service', async (where, given) => {
  await writeFile(join(cwd, 'key.txt'), 'k');
  expect(await mistakes(given)).toEqual([
    `${where}: the address of the deployment is missing; expected --base-url, CONFORM_BASE_URL or target.baseUrl in the file as well`,
  ]);
});

test('a permission that is not given is no sign of a deployment', async () => {
  expect(
    await mistakes({ env: { CONFORM_INSECURE: 'no' }, file: 'webhook: { allowChange: false }' }),
  ).toEqual([]);
});

test('one contact point in place of two would accuse a good service: each key is of one place alone', async () => {
  const target = (more: string): Given => ({
    file: `target: { baseUrl: "https://a.example", ${more} }`,
    env: { CONFORM_KEY: 'k' },
  });
  expect(await mistakes(target('secondKey: k'))).toEqual([
    'conform.config.yaml:1:52: it repeats the key of the target; expected the key of another contact point',
  ]);
  expect(await mistakes(target('secondKey: k2, freshKeys: [k3, k2]'))).toEqual([
    'conform.config.yaml:1:72: it repeats target.secondKey; expected the key of another contact point',
  ]);
  expect(await mistakes(target('freshKeys: [k]'))).toHaveLength(1);
  expect(
    await mistakes(target('secondKey: k2, freshKeys: [k3], restricted: { key: k, operations: {} }')),
  ).toEqual([]);
});

test('a misspelt variable is a mistake, one that the file uses is none', async () => {
  const env = {
    CONFORM_BASEURL: 'https://a.example',
    CONFORM_TIMEOUTS: '1s',
    CONFORM_TOKEN: 't',
    OTHER: 'x',
  };
  const file = 'operator: { http: { baseUrl: http://127.0.0.1:1, headers: { a: "${CONFORM_TOKEN}" } } }';
  const alike = [
    'CONFORM_BASEURL: there is no such variable; expected CONFORM_BASE_URL',
    'CONFORM_TIMEOUTS: there is no such variable; expected CONFORM_TIMEOUT',
  ];
  expect(await mistakes({ env })).toEqual([
    ...alike,
    'CONFORM_TOKEN: there is no such variable; expected the name of an option in capitals, such as CONFORM_BASE_URL',
  ]);
  expect(await mistakes({ env, file })).toEqual(alike);
});

/** Uncomments every option; sentences begin with a single blank after the `#`. */
const WHOLE = () => commentedConfiguration().replace(/^#(?! \S)/gm, '');
const WHOLE_ENV = {
  CONFORM_KEY: 'k1',
  CONFORM_SECOND_KEY: 'k2',
  FRESH_KEY: 'k3',
  RESTRICTED_KEY: 'k4',
  OPERATOR_TOKEN: 't',
};

test('the commented configuration configures nothing', async () => {
  expect({ ...(await load({ file: commentedConfiguration() })), file: null }).toEqual(
    await load({ flags: { config: undefined }, file: '' }).then((c) => ({ ...c, file: null })),
  );
});

/** What the commented configuration names. */
async function writeNamedFiles(): Promise<void> {
  await writeFile(join(cwd, 'ca.pem'), CERTIFICATE);
  await writeFile(join(cwd, 'baseline.yaml'), '');
}

test('the commented configuration is valid with every option taken up', async () => {
  await writeNamedFiles();
  const { target, operator, dialect, run } = await load({ file: WHOLE(), env: WHOLE_ENV });
  expect(target).toMatchObject({
    baseUrl: 'https://messages.example/api',
    key: 'k1',
    secondKey: 'k2',
    freshKeys: ['k3'],
    caFile: join(cwd, 'ca.pem'),
    ca: CERTIFICATE,
  });
  expect(target.restricted).toMatchObject({ key: 'k4', operations: { '1.2': ['getHistory'] } });
  expect(dialect).toMatchObject({
    error: { code: '/error/code' },
    bodies: { setWebhook: { url: '{webhook_url}' } },
  });
  expect(operator).toMatchObject({
    kind: 'http',
    headers: { authorization: 'Bearer t' },
    inbox: { from: '/by', shown: { text: '/text' } },
  });
  expect(run).toMatchObject({
    shard: { index: 1, count: 1 },
    rate: 50,
    baseline: join(cwd, 'baseline.yaml'),
  });
});

test('the commented configuration shows every option of the schema, and its defaults are the defaults', async () => {
  await writeNamedFiles();
  const whole = await load({ file: WHOLE(), env: WHOLE_ENV });
  const plain = await load({ file: '' });
  expect(whole.webhook).toEqual({
    ...plain.webhook,
    publicUrl: 'https://catcher.example',
    restoreUrl: 'https://gateway.example/events',
    restoreSecondUrl: 'https://other-gateway.example/events',
  });
  expect(whole.output).toEqual(plain.output);
  const { baseline: _b, rate: _r, shard: _s, seed: _d, places: _p, ...defaults } = plain.run;
  expect(whole.run).toMatchObject(defaults);
});

test('the defaults that the commented configuration tells are the defaults', () => {
  const told = new Map<string, string>();
  let section = '';
  let said: string | undefined;
  for (const line of commentedConfiguration().split('\n')) {
    section = /^#(\w+):/.exec(line)?.[1] ?? section;
    said = /^# {2}# .*Default: (\S+?)[.,](?:\s|$)/.exec(line)?.[1] ?? said;
    const name = /^# {2}(\w+):/.exec(line)?.[1];
    if (name === undefined) continue;
    if (said !== undefined) told.set(`${section}.${name}`, said);
    said = undefined;
  }
  const simple = OPTION_ROWS.flatMap(({ path, value, default: usual }) => {
    const otherwise = usual === undefined ? value.absent : value.parse(usual, cwd);
    const isTold = path !== undefined && otherwise !== null && !Array.isArray(otherwise);
    return isTold ? [{ path, parse: value.parse, otherwise }] : [];
  });
  expect(simple.length).toBeGreaterThan(8);
  for (const { path, parse, otherwise } of simple)
    expect([path, parse(told.get(path), cwd)]).toEqual([path, otherwise]);
});

test('settings written as a file and read again are the same', async () => {
  await writeNamedFiles();
  const first = await load({ file: WHOLE(), env: WHOLE_ENV });
  const file = configurationText({ ...first, operator: first.operator as HttpOperatorSettings }, 'ca.pem');
  const second = await load({ file });
  expect([second.target, second.dialect, second.operator]).toEqual([
    first.target,
    first.dialect,
    first.operator,
  ]);
});

test.each([
  ['https://a.example', 'https://a.example', ['1.0', '1.2']],
  ['https://a.example/', 'https://a.example', ['1.0', '1.2']],
  ['https://a.example/api/1.2', 'https://a.example/api', ['1.2']],
  ['https://a.example/api/1.0/', 'https://a.example/api', ['1.0']],
  ['https://a.example/1.2/api', 'https://a.example/1.2/api', ['1.0', '1.2']],
  ['https://A.example:8443/api//', 'https://a.example:8443/api', ['1.0', '1.2']],
  ['http://localhost:8080/x', 'http://localhost:8080/x', ['1.0', '1.2']],
  ['http://127.0.0.2/x', 'http://127.0.0.2/x', ['1.0', '1.2']],
  ['http://[::1]:1/1.2', 'http://[::1]:1', ['1.2']],
])('base URL %s', async (baseUrl, service, versions) => {
  const { target } = await load({ flags: { baseUrl }, env: { CONFORM_KEY: 'k' } });
  expect([target.baseUrl, target.versions]).toEqual([service, versions]);
});

const SECRET = 'hunter2';
test.each([
  ['http://a.example', 'plain http:// would show the key to the network; expected https://, or --allow-http'],
  [
    'http://localhost.example',
    'plain http:// would show the key to the network; expected https://, or --allow-http',
  ],
  [
    `https://a.example?key=${SECRET}`,
    'the base URL has a query; expected none; a key belongs in CONFORM_KEY or --key-file',
  ],
  [
    'https://a.example?',
    'the base URL has a query; expected none; a key belongs in CONFORM_KEY or --key-file',
  ],
  [`https://a.example#${SECRET}`, 'the base URL has a fragment; expected none'],
  [`https://user:${SECRET}@a.example`, 'the base URL holds a user or password; expected none'],
  [
    `https://a.exa mple/?key=${SECRET}`,
    'the base URL is not an absolute http(s) URL; expected one such as https://host/path',
  ],
  [
    `ftp://a.example/${SECRET}`,
    'the base URL is not an absolute http(s) URL; expected one such as https://host/path',
  ],
  [SECRET, 'the base URL is not an absolute http(s) URL; expected one such as https://host/path'],
  [`https:/${SECRET}`, 'the base URL is not an absolute http(s) URL; expected one such as https://host/path'],
  [
    `https://a.example\\${SECRET}`,
    'the base URL is not an absolute http(s) URL; expected one such as https://host/path',
  ],
])('base URL %s is refused, and not repeated', async (baseUrl, expected) => {
  const said = await mistakes({ flags: { baseUrl }, env: { CONFORM_KEY: 'k' } });
  expect(said).toEqual([`--base-url: ${expected}`]);
  expect(said.join()).not.toContain(SECRET);
});

test('plain http elsewhere needs to be allowed', async () => {
  const flags = { baseUrl: 'http://a.example', allowHttp: true };
  expect((await load({ flags, env: { CONFORM_KEY: 'k' } })).target.baseUrl).toBe('http://a.example');
});

test('versions are chosen by flag or file; an address with a version overrules the file, not the flag', async () => {
  const env = { CONFORM_KEY: 'k' };
  const file = 'target: { versions: ["1.0"] }';
  expect((await load({ file })).target.versions).toEqual(['1.0']);
  expect((await load({ file, flags: { apiVersion: ['all'] } })).target.versions).toEqual(['1.0', '1.2']);
  expect((await load({ file, flags: { apiVersion: ['1.0', 'all'] } })).target.versions).toEqual([
    '1.0',
    '1.2',
  ]);
  expect((await load({ file, env: { CONFORM_API_VERSION: 'all' } })).target.versions).toEqual(['1.0', '1.2']);
  expect((await load({ file, flags: { apiVersion: ['1.2'] } })).target.versions).toEqual(['1.2']);
  expect((await load({ file, env, flags: { baseUrl: 'https://a.example/1.2' } })).target.versions).toEqual([
    '1.2',
  ]);
  const baseUrl = 'https://a.example/1.2';
  expect((await load({ env, flags: { baseUrl, apiVersion: ['all'] } })).target.versions).toEqual(['1.2']);
  expect(await mistakes({ env, flags: { baseUrl, apiVersion: ['1.0'] } })).toEqual([
    '--api-version: the base URL ends in 1.2; expected that version, or a base URL without one',
  ]);
  expect(await mistakes({ flags: { apiVersion: ['all', '9.9'] } })).toEqual([
    '--api-version: version "9.9" is not described; expected 1.0 or 1.2 or all',
  ]);
});

const [HEAD = '', ...LINES] = CERTIFICATE.split('\n');

test.each([
  ['nothing', '', 'contains no certificate'],
  ['another text', 'hello\n', 'contains no certificate'],
  ['a key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'contains no certificate'],
  ['a broken one', [HEAD, 'AAAA', ...LINES].join('\n'), 'contains a broken certificate'],
  ['one cut off', CERTIFICATE.slice(0, 300), 'contains a broken certificate'],
  [
    'one cut off between others',
    [CERTIFICATE, CERTIFICATE.slice(0, 300), CERTIFICATE].join('\n'),
    'contains a broken certificate, number 2 of 3',
  ],
  ['too much', 'x'.repeat(8 * 1024 * 1024 + 1), 'is too large'],
])('a file of certificates that holds %s is a mistake where it was named', async (_, text, what) => {
  await writeFile(join(cwd, 'bad.pem'), text);
  const says = `"bad.pem" ${what}; expected certificates in PEM form`;
  expect(await mistakes({ flags: { caFile: 'bad.pem' } })).toEqual([`--ca-file: ${says}`]);
  expect(await mistakes({ file: 'target:\n  caFile: bad.pem' })).toEqual([
    `conform.config.yaml:2:11: ${says}`,
  ]);
});

test('a folder is not a file of certificates; several certificates with words around them are', async () => {
  expect(await mistakes({ env: { CONFORM_CA_FILE: '.' } })).toEqual([
    `CONFORM_CA_FILE: "${cwd}" cannot be read (EISDIR: it is a folder); expected certificates in PEM form`,
  ]);
  const bundle = `# One\n${CERTIFICATE}\n# Another\n${rootCertificates[1]}\n`;
  await writeFile(join(cwd, 'bundle.pem'), bundle);
  const flags = { baseUrl: 'https://a.example', keyFile: 'key.txt', caFile: 'bundle.pem' };
  await writeFile(join(cwd, 'key.txt'), 'k');
  expect((await load({ flags })).target.ca).toBe(bundle);
});

test('the key comes from --key-file, else CONFORM_KEY, else its file, else the configuration', async () => {
  await writeFile(join(cwd, 'key.txt'), 'of-file\r\n');
  const file = 'target: { baseUrl: https://a.example, key: of-configuration }';
  const key = async (given: Given) => (await load({ file, ...given })).target.key;
  expect(await key({})).toBe('of-configuration');
  expect(await key({ env: { CONFORM_KEY_FILE: 'key.txt' } })).toBe('of-file');
  expect(await key({ env: { CONFORM_KEY: 'of-environment', CONFORM_KEY_FILE: 'key.txt' } })).toBe(
    'of-environment',
  );
  expect(await key({ env: { CONFORM_KEY: 'of-environment' }, flags: { keyFile: 'key.txt' } })).toBe(
    'of-file',
  );
  expect(await key({ flags: { keyFile: '-' }, input: 'of-input\n' })).toBe('of-input');
});

test('a flag named key is not read', async () => {
  expect((await load({ flags: { key: 'seen-in-process-lists' } })).target.key).toBeNull();
});

test.each([
  ['empty', ''],
  ['two lines', `${SECRET}\nmore`],
  ['a blank', `${SECRET} more`],
  ['endless', SECRET.repeat(10_000)],
])('a key that is %s is refused, and not repeated', async (_, input) => {
  const [said, ...more] = await mistakes({ flags: { keyFile: '-' }, input });
  expect(said).toMatch(
    /^--key-file: the key (is empty|contains spaces or control characters, or is too long); expected/,
  );
  expect(said).not.toContain(SECRET);
  expect(more).toEqual([]);
});

test('paths in the file start from its folder, paths in flags from the caller', async () => {
  await mkdir(join(cwd, 'sub'));
  await writeFile(
    join(cwd, 'sub', 'my.yaml'),
    'run: { baseline: b.yaml }\noutput: { folder: out }\noperator: { exec: [./d.sh, -x] }\n',
  );
  await writeFile(join(cwd, 'sub', 'b.yaml'), '');
  const { run, output, operator, file } = await load({ flags: { config: 'sub/my.yaml' } });
  expect([run.baseline, output.folder, file]).toEqual(
    ['sub/b.yaml', 'sub/out', 'sub/my.yaml'].map((path) => join(cwd, path)),
  );
  expect(operator).toEqual({ kind: 'exec', command: ['./d.sh', '-x'], folder: join(cwd, 'sub') });
  expect((await load({ flags: { config: 'sub/my.yaml', out: 'o' } })).output.folder).toBe(join(cwd, 'o'));
});

test('variables are taken from the environment; two dollars keep the characters', async () => {
  const file = 'dialect: { setWebhook: { body: { a: "x${A}y${B}", b: ["$${A}", "$A"] } } }';
  const { dialect } = await load({ file, env: { A: '1', B: '${A}' } });
  expect(dialect.bodies).toEqual({ setWebhook: { a: 'x1y${A}', b: ['${A}', '$A'] } });
});

test('a missing variable that a flag or another variable overrules does no harm', async () => {
  const file = 'target: { baseUrl: "https://${HOST}", key: "${KEY}" }';
  const flags = { baseUrl: 'https://a.example' };
  expect((await load({ file, flags, env: { CONFORM_KEY: 'k' } })).target.key).toBe('k');
  expect(await mistakes({ file })).toEqual([
    'conform.config.yaml:1:20: environment variable HOST is not set; expected a value for it',
    'conform.config.yaml:1:44: environment variable KEY is not set; expected a value for it',
  ]);
});

test.each<[string, Given, HttpOperatorSettings | object]>([
  ['none', { file: 'operator: none' }, { kind: 'none' }],
  ['manual', { file: 'operator: manual' }, { kind: 'manual', timeLimitMs: 300_000 }],
  ['manual: true', { file: 'operator: { manual: true }' }, { kind: 'manual', timeLimitMs: 300_000 }],
  ['manual: false', { file: 'operator: { manual: false }' }, { kind: 'none' }],
  [
    'time limit',
    { file: 'operator: { manual: { timeLimit: 30s } }' },
    { kind: 'manual', timeLimitMs: 30_000 },
  ],
  [
    'console',
    { flags: { operator: 'console' } },
    { kind: 'manual', timeLimitMs: 300_000, console: { host: '127.0.0.1', port: 0 } },
  ],
  [
    'console with an address',
    { flags: { operator: 'console:0.0.0.0:8090' } },
    { kind: 'manual', timeLimitMs: 300_000, console: { host: '0.0.0.0', port: 8090 } },
  ],
  [
    'console in the file',
    { file: 'operator: { console: { timeLimit: 30s, listen: "0.0.0.0:8090" } }' },
    { kind: 'manual', timeLimitMs: 30_000, console: { host: '0.0.0.0', port: 8090 } },
  ],
  ['flag over file', { file: 'operator: manual', flags: { operator: 'none' } }, { kind: 'none' }],
  [
    'flag picks',
    { file: 'operator: { exec: [a], manual: { timeLimit: 1m } }', flags: { operator: 'manual' } },
    { kind: 'manual', timeLimitMs: 60_000 },
  ],
  [
    'flag picks exec',
    { file: 'operator: { exec: [a], manual: true }', env: { CONFORM_OPERATOR: 'exec' } },
    { kind: 'exec', command: ['a'] },
  ],
  [
    'command',
    { flags: { operator: `exec:./d.sh --name "two words" 'it"s'x` } },
    { kind: 'exec', command: ['./d.sh', '--name', 'two words', 'it"sx'] },
  ],
])('operator: %s', async (_, given, expected) => {
  expect((await load(given)).operator).toMatchObject(expected);
});

test('a baseline that is not there is told where it was named', async () => {
  const says = '"nope.yaml" cannot be read (ENOENT: there is no such file); expected a readable file';
  expect(await mistakes({ file: 'run:\n  baseline: nope.yaml' })).toEqual([
    `conform.config.yaml:2:13: ${says}`,
  ]);
  expect(await mistakes({ env: { CONFORM_BASELINE: 'nope.yaml' } })).toEqual([`CONFORM_BASELINE: ${says}`]);
  expect(await mistakes({ flags: { baseline: 'nope.yaml' } })).toEqual([`--baseline: ${says}`]);
  await mkdir(join(cwd, 'folder'));
  expect(await mistakes({ flags: { baseline: 'folder' } })).toEqual([
    '--baseline: "folder" is a folder; expected a readable file',
  ]);
});

test('each pattern is known with the place where it was given', async () => {
  const file = 'run:\n  grep: [one, two]\n  skip: three';
  expect((await load({ file })).run).toMatchObject({
    grep: ['one', 'two'],
    skip: ['three'],
    places: {
      grep: ['conform.config.yaml:2:10', 'conform.config.yaml:2:15'],
      skip: ['conform.config.yaml:3:9'],
    },
  });
  const above = { file, flags: { grep: ['four', 'five'] }, env: { CONFORM_SKIP: 'six' } };
  expect((await load(above)).run).toMatchObject({
    grep: ['four', 'five'],
    skip: ['six'],
    places: { grep: ['--grep', '--grep'], skip: ['CONFORM_SKIP'] },
  });
});

test('NO_COLOR and CI are heard', async () => {
  const { output } = await load({ env: { NO_COLOR: '1', CI: 'true' } });
  expect([output.color, output.input]).toEqual([false, false]);
  expect((await load({ flags: { color: false, input: false } })).output).toMatchObject({
    color: false,
    input: false,
  });
  expect((await load({ env: { NO_COLOR: '', CI: 'false' } })).output).toMatchObject({
    color: true,
    input: true,
  });
});

test.each<[string, Given, string[]]>([
  [
    '50,000 keys',
    { file: Array.from({ length: 50_000 }, (_, at) => `${at.toString(36)}:`).join('\n') },
    ['conform.config.yaml:5001:1: too many entries from here on; expected a smaller file'],
  ],
  [
    'aliases that multiply',
    { file: `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(40)}]\nc: [${'*b,'.repeat(40)}]` },
    ['conform.config.yaml:1:156: too many values; expected at most 12000'],
  ],
  [
    'endless depth',
    { file: `run: ${'['.repeat(100_000)}` },
    ['conform.config.yaml:1:53: nested too deep; expected at most 48 levels'],
  ],
  [
    'a tab',
    { file: 'run:\n\ttimeout: 1s' },
    ['conform.config.yaml:2:1: a tab in the indentation; expected spaces'],
  ],
  [
    'a key twice',
    { file: 'run: {}\nrun: {}' },
    ['conform.config.yaml:2:1: duplicate key "run"; expected it once (first on line 1)'],
  ],
  [
    'unknown section',
    { file: 'targets: {}' },
    ['conform.config.yaml:1:1: unknown key "targets" in the file; expected "target"'],
  ],
  [
    'unknown key',
    { file: 'run:\n  timout: 1s' },
    ['conform.config.yaml:2:3: unknown key "timout" in run; expected "timeout"'],
  ],
  [
    'unknown pointer form',
    { file: 'dialect: { error: { code: code, message: /m } }' },
    [
      'conform.config.yaml:1:27: dialect.error.code has the wrong form; expected a JSON Pointer such as /error/code, or key:/path where the code is a key',
    ],
  ],
  [
    'numbers as versions',
    { file: 'target: { versions: [1.0] }' },
    ['conform.config.yaml:1:22: target.versions.0 is a number; expected a string (put it in quotes)'],
  ],
  [
    'unknown version',
    { file: 'target: { versions: ["1.1"] }' },
    ['conform.config.yaml:1:21: version "1.1" is not described; expected 1.0 or 1.2'],
  ],
  [
    'unknown version flag',
    { flags: { apiVersion: '2' } },
    ['--api-version: version "2" is not described; expected 1.0 or 1.2 or all'],
  ],
  [
    'unknown operation',
    { file: 'dialect: { setWebhok: { body: 1 } }' },
    ['conform.config.yaml:1:23: no operation is named "setWebhok"; expected setWebhook'],
  ],
  [
    'unknown operation of an account',
    { file: 'target: { restricted: { key: k, operations: { "1.2": [getHistori] } } }' },
    ['conform.config.yaml:1:55: no operation is named "getHistori"; expected getHistory'],
  ],
  [
    'list of words in a word',
    { file: 'run: { level: requird }' },
    ['conform.config.yaml:1:15: run.level is not one of the known values; expected required'],
  ],
  ['level', { flags: { level: 'expcted' } }, ['--level: "expcted" is not known; expected expected']],
  [
    'duration',
    { env: { CONFORM_EVENT_TIMEOUT: '10 hours' } },
    ['CONFORM_EVENT_TIMEOUT: "10 hours" is not a duration; expected one such as 500ms, 10s or 2m'],
  ],
  [
    'duration without a unit',
    { flags: { eventTimeout: '10' } },
    ['--event-timeout: "10" has no unit; expected 10s or 10ms, for instance'],
  ],
  [
    'no time at all',
    { flags: { timeout: '0s' } },
    ['--timeout: "0s" is not a duration; expected one such as 500ms, 10s or 2m'],
  ],
  [
    'concurrency',
    { flags: { concurrency: '0' } },
    ['--concurrency: "0" is out of range; expected a whole number from 1 to 1000'],
  ],
  [
    'rate',
    { flags: { rate: '-1' } },
    ['--rate: "-1" is not a rate; expected requests a second, such as 20 or 0.5'],
  ],
  [
    'shard',
    { flags: { shard: '3/2' } },
    ['--shard: "3/2" is not a shard; expected i/n with i from 1 to n, such as 1/4'],
  ],
  [
    'listen',
    { flags: { listen: '8080' } },
    ['--listen: "8080" is not an address to listen on; expected HOST:PORT, such as 0.0.0.0:8080'],
  ],
  [
    'port',
    { flags: { listen: 'h:70000' } },
    ['--listen: "h:70000" is not an address to listen on; expected HOST:PORT, such as 0.0.0.0:8080'],
  ],
  [
    'CA file',
    { flags: { caFile: 'no.pem' } },
    ['--ca-file: "no.pem" cannot be read (ENOENT: there is no such file); expected certificates in PEM form'],
  ],
  [
    'configuration file',
    { flags: { config: 'no.yaml' } },
    [
      '--config: the configuration file "no.yaml" cannot be read (ENOENT: there is no such file); expected a readable YAML file',
    ],
  ],
  [
    'key file',
    { flags: { keyFile: 'no.txt' } },
    [
      '--key-file: the key cannot be read from "no.txt" (ENOENT: there is no such file); expected a readable file, or - for standard input',
    ],
  ],
  [
    'no key',
    { flags: { baseUrl: 'https://a.example' } },
    ['key: a target needs an authentication key; expected CONFORM_KEY, --key-file or target.key in the file'],
  ],
  [
    'operator',
    { flags: { operator: 'manuel' } },
    ['--operator: "manuel" is not known; expected none, manual, console, exec:COMMAND or http'],
  ],
  [
    'operator without section',
    { flags: { operator: 'http' } },
    ['--operator: the configuration file has no operator.http; expected that section'],
  ],
  [
    'two operators',
    { file: 'operator: { exec: [a], manual: true }' },
    ['conform.config.yaml:1:11: both manual and exec are given; expected one, or --operator to pick'],
  ],
  [
    'open quote',
    { flags: { operator: 'exec:a "b' } },
    ['--operator: a quote is not closed in the command; expected quotes in pairs'],
  ],
  [
    'switch',
    { env: { CONFORM_INSECURE: 'maybe' } },
    ['CONFORM_INSECURE: "maybe" is neither yes nor no; expected true or false'],
  ],
  [
    'webhook URL with a query',
    { flags: { webhookUrl: 'https://a.example?x' } },
    ['--webhook-url: the webhook URL has a query; expected none'],
  ],
  [
    'base URL as documents write it',
    { flags: { baseUrl: 'https://{host}/messaging' } },
    ['--base-url: the base URL holds a placeholder; expected what it stands for in its place'],
  ],
  [
    'webhook URL',
    { flags: { webhookUrl: 'catcher.example' } },
    ['--webhook-url: the webhook URL is not an absolute http(s) URL; expected one such as https://host/path'],
  ],
  [
    'misspelt actions, and what stands in them',
    {
      file: [
        'operator:',
        '  http:',
        '    baseUrl: http://x',
        '    actions:',
        '      clos: { method: POST, path: "/{usr_id}" }',
        '      frobnicate: { method: POST, path: "/{user_id}/{nothing}" }',
      ].join('\n'),
      flags: { baseUrl: 'https://h' },
      env: { CONFORM_KEY: 'k' },
    },
    [
      'conform.config.yaml:5:13: "clos" is not an action; expected close',
      'conform.config.yaml:5:35: {usr_id} is not a parameter of "clos"; expected {user_id}',
      'conform.config.yaml:6:19: "frobnicate" is not an action; expected one of reply_text, ',
      'conform.config.yaml:6:41: {nothing} is not a parameter of "frobnicate"; expected one of {version} {key} ',
    ],
  ],
  [
    'HTTP driver without its address',
    { file: 'operator: { http: { actions: {} } }', flags: { baseUrl: 'https://h' } },
    ['conform.config.yaml:1:13: operator.http lacks "baseUrl"'],
  ],
  [
    'HTTP driver of no deployment',
    { file: 'operator: { http: { baseUrl: "http://x" } }' },
    [
      'conform.config.yaml:1:19: the address of the deployment is missing; expected --base-url, CONFORM_BASE_URL or target.baseUrl',
    ],
  ],
  [
    'inbox without owner',
    {
      file: 'operator: { http: { baseUrl: "http://x", actions: { inbox: { method: GET, path: /i, items: /m, from: /by } } } }',
    },
    ['conform.config.yaml:1:60: operator.http.actions.inbox lacks "fromUser"; expected it beside "from"'],
  ],
  [
    'broken variable',
    { file: 'target: { key: "${A-B}" }' },
    [
      'conform.config.yaml:1:16: a variable is not closed or has no plain name; expected ${NAME}, or $${ for the characters themselves',
    ],
  ],
  [
    'duplicate key',
    { file: 'run: {}\nrun: {}' },
    ['conform.config.yaml:2:1: duplicate key "run"; expected it once (first on line 1)'],
  ],
  [
    'several at once',
    { flags: { timeout: 'x', rate: 'y' }, file: 'run: { seed: -1 }' },
    [
      '--timeout: "x" is not a duration; expected one such as 500ms, 10s or 2m',
      '--rate: "y" is not a rate; expected requests a second, such as 20 or 0.5',
      'conform.config.yaml:1:14: "-1" is out of range; expected a whole number from 0 to 4294967295',
    ],
  ],
])('a mistake says where, what and what would be right: %s', async (_, given, expected) => {
  const said = await mistakes(given);
  expect(said).toHaveLength(expected.length);
  for (const [i, line] of expected.entries()) expect(said[i]).toContain(line);
});

test('no message repeats a key of the file', async () => {
  const file = `target: { key: [${SECRET}], secondKey: { a: ${SECRET} }, freshKeys: ${SECRET}, baseUrl: "${SECRET}" }`;
  const said = (await mistakes({ file })).join('\n');
  expect(said).toContain('target.key is a list; expected a string');
  expect(said).not.toContain(SECRET);
});

test('thousands of mistakes are answered in a few lines, at once', async () => {
  const file = `run:\n${Array.from({ length: 1500 }, (_, i) => `  k${i}: 1`).join('\n')}`;
  const start = performance.now();
  const said = await mistakes({ file });
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(said).toHaveLength(21);
  expect(said.at(-1)).toBe('and 1480 more');
});
