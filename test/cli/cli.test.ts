import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inNaturalOrder } from '../../src/cli/list.js';
import type { RunRecord } from '../../src/record/types.js';
import { namedFaults } from '../../src/reference/faults/catalogue.js';
import { conformHere } from '../support/process/command-here.js';
import { conform as conformIn, type Ended } from '../support/process/command-line.js';
import { compiledProgram } from '../support/process/compiled.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { validReports } from '../support/record/valid-reports.js';

/** The summary of a run in which everything passed, but for how much that was. */
const FAULTLESS = { fail: 0, inconclusive: 0, skipped: 0, warnings: 0, errors: 0 };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-cli-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function conform(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return conformIn(folder, args, env);
}

/** For what needs no process of its own. */
function inProcess(...args: string[]): Promise<Ended> {
  return conformHere(folder, args);
}

const REPORTS = ['ctrf.json', 'index.html', 'junit.xml', 'results.json', 'summary.md'];

async function results(out: string): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8'));
}

test('without an address the bundled service is checked', { timeout: 120_000 }, async () => {
  const selection = ['--grep', 'errors/account', 'events/sent-Closed', 'transport/'];
  const { code, stdout, stderr } = await conform(['--out', 'bundled', ...selection]);
  expect({ code, stderr: stderr.replace(/^\d+(\/\d+ done .*| cases to run)\n/gm, '') }).toEqual({
    code: 0,
    stderr: '',
  });
  expect(stdout).toContain('No violation of versions 1.0 and 1.2');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const { summary, verdict, cases } = await results('bundled');
  expect({ ...summary, pass: summary.pass === cases.length, verdict }).toEqual({
    ...FAULTLESS,
    pass: true,
    verdict: 'not-proven',
  });
  expect(new Set(cases.map(({ version }) => version))).toEqual(new Set(['1.0', '1.2']));
  expect((await readdir(join(folder, 'bundled'))).sort()).toEqual(REPORTS);
});

test('a dead port is no violation: exit 3 and a sentence with a hint', { timeout: 120_000 }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  const { code, stderr } = await conform(['--base-url', `http://127.0.0.1:${port}`, '--out', 'dead'], {
    CONFORM_KEY: 'canary-key-0123456789',
  });
  expect({ code, lines: stderr.trim().split('\n').length, key: stderr.includes('canary') }).toEqual({
    code: 3,
    lines: 2,
    key: false,
  });
  expect(stderr).toMatch(/Cannot check .*refused[\s\S]*Check host and port/i);
});

test('without a verdict the reports say so, in place of those of an earlier run', {
  timeout: 120_000,
}, async () => {
  const place = join(folder, 'unjudged');
  const out = join(place, 'reports');
  await conform(['--grep', 'routing/new-user', '--out', out]);
  const gone = ['--base-url', 'http://127.0.0.1:9', '--out', out];
  const env = { CONFORM_KEY: 'canary-key-0123456789', GITHUB_ACTIONS: 'true' };
  const { code, stdout } = await conform(gone, env);
  expect(code).toBe(3);
  expect(stdout).toMatch(
    /^::error title=No verdict::No verdict: Cannot check http:\/\/127.0.0.1:9: .*refused/,
  );
  const { verdict, exitCode, cases, sentence } = await validReports(place);
  expect({ verdict, exitCode, cases }).toEqual({ verdict: 'no-verdict', exitCode: 3, cases: [] });
  expect(sentence).toMatch(/refused .* Check host and port/);
  const junit = await readFile(join(out, 'junit.xml'), 'utf8');
  expect(junit).toMatch(/<testsuites [^>]*tests="1" failures="0" errors="1"/);
  expect(junit).toMatch(/<error type="no-verdict" message="No verdict: Cannot check/);
  const ctrf = JSON.parse(await readFile(join(out, 'ctrf.json'), 'utf8'));
  expect(ctrf.results.tests).toMatchObject([{ name: 'run', status: 'other', rawStatus: 'no-verdict' }]);
  const again = await conform(['--last-failed', '--out', out]);
  expect({ code: again.code, stderr: again.stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/no case was run\.\n +Leave out --last-failed/),
  });
  const accepted = await inProcess('baseline', out);
  expect([accepted.code, accepted.stderr]).toEqual([2, expect.stringMatching(/The run did not finish/)]);
});

test('a case is explained by part of its id as well', async () => {
  const { code, stdout } = await inProcess('explain', 'routing/new-user');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^1\.0\/routing\/new-user\/send/);
  expect(stdout).toMatch(/Other cases of this name:\n(?: +\d\.\d\/routing\/new-user\/\w+\n?){3}$/);
});

test.each([
  { args: ['--no-such-flag'], says: /^conform: unknown option '--no-such-flag'\n +conform run --help/ },
  { args: ['--base-url', 'http://service.example', '--key-file', 'none'], says: /--allow-http|none/ },
  { args: ['--api-version', '9.9'], says: /9\.9/ },
  {
    args: ['--ca-file', '.'],
    says: /^conform: --ca-file: .* \(EISDIR: it is a folder\); expected certificates in PEM form\n$/,
  },
  { args: ['doctor', '--ca-file', '.'], says: /^conform: --ca-file: .*; expected certificates/ },
  { args: ['--grep', 'no-such-case'], says: /no-such-case/ },
  { args: ['--level', 'none'], says: /required/ },
  { args: ['explain', '1.0/no/such'], says: /conform list/ },
  { args: ['explain', '1.0/events/sent'], says: /Did you mean 1\.0\/events\/sent-\w+\?/ },
  { args: ['explain', 'rate-limit'], says: /Did you mean rate-limits\?/ },
  {
    args: ['explain', 'timeout'],
    says: /Did you mean body-timeout, connect-timeout, header-timeout or tls-timeout\?/,
  },
  { args: ['explain', 'missing-event'], says: /Did you mean [^?]*\bno-event\b/ },
  { args: ['explain', '9999'], says: /Nothing is called "9999"\.\n +conform list/ },
  { args: ['serve', '--seed', 'abc'], says: /^conform: --seed: "abc".*; expected a whole number/ },
  { args: ['serve', '--operator-listen', '80'], says: /--operator-listen: "80".*; expected HOST:PORT/ },
  {
    args: ['--grep', 'routing/new-usr'],
    says: /no case matches "routing\/new-usr"; did you mean "routing\/new-user"\?/,
  },
  { args: ['--grep', 'second-message/*'], says: /did you mean "\*\*\/second-message\/\*"\? conform list/ },
  {
    args: ['--key', 'canary'],
    says: /^conform: there is no --key, .*; expected CONFORM_KEY or --key-file FILE\n/,
  },
  { args: ['doctor', '--key=canary'], says: /^conform: there is no --key, [^\n]*\n(?![\s\S]*canary)/ },
  {
    args: ['--last-failed', '--out', 'never'],
    says: /--last-failed needs the results .*never holds none\.\n +Run without/,
  },
  { args: ['export', 'opnapi'], says: /^conform: export: "opnapi" is not known; expected openapi\n$/ },
  {
    args: ['export', 'openapi', '--api-version', '3'],
    says: /version "3" is not described; expected 1\.0 or 1\.2/,
  },
  { args: ['rnu'], says: /unknown command 'rnu'; expected run\n/ },
  {
    args: ['run', 'extra'],
    says: /^conform: run takes no argument; expected conform run, or --grep PATTERN\n/,
  },
  { args: ['report', 'reports', '--out', 'x'], says: /--out has no meaning beside one folder/ },
  { args: ['sevre'], says: /unknown command 'sevre'; expected serve\n/ },
  {
    args: ['run', 'https://a.example/?key=canary'],
    says: /^conform: an address is not an argument of run; expected --base-url URL\n(?![\s\S]*canary)/,
  },
  { args: ['check'], says: /unknown command 'check'; expected run\n/ },
  { args: ['no-such-command'], says: /unknown command 'no-such-command'\n/ },
  {
    args: ['list', '--grep', 'no-such-case'],
    says: /Nothing matches "no-such-case"\.\n {2}Without --grep all are listed\.\n$/,
  },
  { args: ['list', '--grep', 'routing/new-usr'], says: /Did you mean "routing\/new-user"\?/ },
  { args: ['list', '--grep', 'second-message/*'], says: /Did you mean "\*\*\/second-message\/\*"\?/ },
  { args: ['list', '--statements', '--grep', 'eror-4'], says: /Did you mean "error-4"\?/ },
  { args: ['list', '--faults', '--grep', 'close-untolt'], says: /Did you mean "close-untold"\?/ },
  {
    args: ['list', '--variables', '--grep', 'CONFORM_BASEURL'],
    says: /Did you mean "CONFORM_BASE_URL"\?/,
  },
  { args: ['list', 'routing/*'], says: /^conform: list takes no argument; .*, or --grep PATTERN\n/ },
  { args: ['baseline', 'a', 'b'], says: /^conform: baseline takes one argument; expected .* \[run\]\n/ },
  {
    args: ['baseline', 'a', '--results', 'b'],
    says: /^conform: --results: the run is named already: a; expected one of them\n/,
  },
  { args: ['diff', 'a', 'b', 'c'], says: /takes 2 arguments; expected conform diff <before> <after>\n/ },
  {
    args: ['doctor', 'https://a.example/?key=canary'],
    says: /^conform: an address is not an argument of doctor; expected --base-url URL\n(?![\s\S]*canary)/,
  },
  {
    args: ['explain', 'routing/*'],
    says: /That is a pattern; conform list --grep 'routing\/\*' prints the ids that match it/,
  },
  { args: ['help', 'lst'], says: /^conform: unknown command 'lst'; expected list\n(?!Usage)/ },
  {
    args: ['init', '--base-url', 'https://a.example'],
    says: /^conform: --base-url: .* is the same for every target; expected --from-discovery with it\n$/,
  },
  {
    args: ['export', 'openapi', '--out', '.'],
    says: /^conform: \. cannot be written: there is a folder where/,
  },
  { args: ['diff', 'a', 'b', '--html'], says: /^conform: --html needs a value; expected --html <file>/ },
  {
    args: ['init', '--out', 'none/conform.yaml'],
    says: /^conform: none\/conform\.yaml cannot be written: there is no such folder \(ENOENT\)\.\n$/,
  },
  { args: ['baseline'], says: /reports cannot be read.*\n +A run writes results\.json/ },
  { args: ['selftest', '--workers', '0'], says: /--workers: "0".*; expected a whole number from 1 to 64/ },
  { args: ['serve', '--fault', 'close-untolt'], says: /; expected close-untold\.\n.*conform list --faults/ },
])('wrong usage $args: exit 2 and what would be right', { timeout: 120_000 }, async ({ args, says }) => {
  // The sandbox listens for signals before it looks at what it is told.
  const { code, stderr } = await (args[0] === 'serve' ? conform(args) : inProcess(...args));
  expect(code).toBe(2);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/\bat .*\.[jt]s:\d+/);
});

test('a file that is there is told before the target is asked what would stand in it', async () => {
  expect((await inProcess('init', '--out', 'there.yaml')).code).toBe(0);
  const asked = ['init', '--from-discovery', '--out', 'there.yaml', '--base-url', 'http://127.0.0.1:9'];
  expect(await conformHere(folder, asked, { CONFORM_KEY: 'a-key' })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/there\.yaml already exists\./),
  });
});

test('output that cannot be written is a fault of the machine: exit 5 and a sentence', {
  timeout: 120_000,
}, async () => {
  const child = spawn('sh', ['-c', '"$0" "$1" list > /dev/full', process.execPath, compiledProgram()]);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  expect({ code, stderr }).toEqual({ code: 5, stderr: 'conform: The output cannot be written (ENOSPC).\n' });
});

test('a summary of the job that cannot be written is told as for any other report: exit 5 and a sentence', {
  timeout: 120_000,
}, async () => {
  const { code, stdout, stderr } = await conform(
    ['--grep', '1.0/errors/account', '--out', 'job', '--quiet'],
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'none', 'summary.md'),
    },
  );
  expect({ code, stderr }).toEqual({
    code: 5,
    stderr: `conform: GITHUB_STEP_SUMMARY ${folder}/none/summary.md cannot be written: there is no such folder (ENOENT).\n`,
  });
  // The run itself came to its end.
  expect(stdout).toContain('job/index.html');
  expect((await results('job')).exitCode).toBe(0);
});

test.each(['run', 'baseline', 'report', 'merge', 'claim', 'selftest', 'diff', 'export'])(
  'the help of %s leaves no placeholder of a program',
  async (command) => {
    const { stdout } = await inProcess(command, '--help');
    expect(stdout).toContain(`conform ${command}`);
    expect(stdout).not.toContain('${');
  },
);

test('help fits 80 columns, and says what comes without a command and what the exit codes mean', {
  timeout: 120_000,
}, async () => {
  const [all, run, doctor] = await Promise.all(
    [['--help'], ['run', '--help'], ['doctor', '--help']].map((args) => inProcess(...args)),
  );
  expect(all?.stdout).toContain('conform run --help prints its options');
  expect(run?.stdout).toMatch(/\n {2}3 +no verdict: target, TLS, key or catcher unusable\n/);
  expect(run?.stdout).toMatch(/\nVerdict:\n[\s\S]*--baseline/);
  // What a preflight does not heed is taken, but not offered.
  expect(doctor?.stdout).toMatch(/--webhook-url/);
  expect(doctor?.stdout).not.toMatch(/--baseline|Verdict:/);
  for (const help of [all, run, doctor])
    for (const line of help?.stdout.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(80);
});

test('list and explain speak of cases, statements and open questions', { timeout: 120_000 }, async () => {
  const statements = await inProcess('list', '--statements');
  const count = (word: RegExp): number =>
    statements.stdout.split('\n').filter((line) => word.test(line)).length;
  expect(count(/ (required|expected) [1-9]\d* cases? /)).toBeGreaterThan(160);
  expect(count(/ required 0 cases/)).toBe(0);
  expect(count(/ open question \d+ /)).toBeGreaterThan(40);
  const explained = await inProcess('explain', '1.2/routing/second-message/sendText');
  expect(explained.stdout).toMatch(
    /sends no SelectDestination[\s\S]*Proves:[\s\S]*Steps:[\s\S]*Needs:[\s\S]*Repeat: npx conform --grep/,
  );
  // Alike in both versions, so said once; the cases as patterns, for there are hundreds.
  const reason = await inProcess('explain', 'setup-no-event');
  expect(reason.stdout).toMatch(
    /^Reason setup-no-event: the setup failed; an event did not arrive\.\n {2}Usual cause: /,
  );
  const observing = await inProcess('explain', '1.0/authentication/empty-key/sendText');
  expect(observing.stdout).toMatch(
    /\nLevel: required; also records how the target answers an open question \(empty-key\)/,
  );
  expect(observing.stdout).not.toContain('fails the run');
  const numbered = /^(\S+) .* open question (\d+) /m.exec(statements.stdout) ?? [];
  const [byId, byNumber, asReported] = await Promise.all(
    [numbered[1] ?? '', numbered[2] ?? '', `no. ${numbered[2]}`].map((id) => inProcess('explain', id)),
  );
  expect(byId?.stdout).toContain('open question: ');
  expect([byNumber?.stdout, asReported?.stdout]).toEqual([byId?.stdout, byId?.stdout]);
  const all = await inProcess('explain', '--all');
  const beginnings = ['error-4\n', 'Reason no-event: ', '1.2/routing/second-message/sendText\n'];
  for (const beginning of beginnings) expect(all.stdout).toContain(`\n${beginning}`);
  const statement = await inProcess('explain', 'error-4');
  expect(statement.stdout).toMatch(/^1\.0, 1\.2 §7 required: Status 400, code 4/);
  expect(statement.stdout).toMatch(/\n {4}\{1\.0,1\.2\}\/requests\/malformed-trailing-comma\/\{[\w,]+\}\n/);
});

test('list is sorted, also where only some cases are asked for', { timeout: 120_000 }, async () => {
  const { stdout } = await inProcess('list', '--grep', 'size-text', '1.0/versions/');
  const ids = stdout.split('\n').flatMap((line) => line.split('  ')[0] || []);
  expect(ids.slice(0, 5)).toEqual([
    ...[1_000, 10_000, 100_000, 400_000].map((size) => `1.0/requests/size-text-${size}/sendText`),
    '1.0/versions/exists/setWebhook',
  ]);
  expect(ids.at(-1)).toBe('1.2/requests/size-text-400000/sendText');
});

test('list tells programs all that it knows, and people every variable', { timeout: 120_000 }, async () => {
  const [cases, statements, variables] = await Promise.all([
    inProcess('list', '--json', '--grep', 'routing/second-message'),
    inProcess('list', '--statements', '--json'),
    inProcess('list', '--variables'),
  ]);
  expect(JSON.parse(cases?.stdout ?? '')[0]).toMatchObject({
    id: '1.0/routing/second-message/sendFile',
    version: '1.0',
    operation: 'sendFile',
    level: 'required',
    statements: expect.arrayContaining([expect.any(String)]),
  });
  const all: Record<string, unknown>[] = JSON.parse(statements?.stdout ?? '');
  expect(all.find(({ id, version }) => id === 'error-4' && version === '1.2')).toMatchObject({
    kind: 'statement',
    section: '7',
    cases: expect.arrayContaining([expect.stringContaining('1.2/requests/malformed-')]),
  });
  expect(all.filter(({ kind }) => kind === 'gap').length).toBeGreaterThan(40);
  expect(variables?.stdout).toMatch(
    /^CONFORM_BASE_URL {2}--base-url <url>, file: target\.baseUrl {2}service/,
  );
  expect(variables?.stdout).toMatch(/^CONFORM_COLOR {2}--no-color {2}no: no colours\nCONFORM_NO_COLOR {2}/m);
});

test('export marks what is open, and --from fills it in with what a run found out', async () => {
  const record = await sampleRecord({ kind: 'passing', cases: 20 });
  const shape = { gap: 'shape-setWebhook', version: '1.2', value: '{"hook":"{webhook_url}"}', cases: [] };
  await writeFile(join(folder, 'found.json'), JSON.stringify({ ...record, observations: [shape] }));
  const bare = await inProcess('export', 'postman');
  expect([bare.code, JSON.parse(bare.stdout).info.version]).toEqual([0, '1.2']);
  expect(bare.stdout).toContain('"x-not-shown": true');
  expect(bare.stdout).not.toContain('"x-discovered"');
  const written = await inProcess('export', 'openapi', '--from', 'found.json', '--out', 'found.yaml');
  expect(written).toMatchObject({ code: 0, stdout: 'Wrote found.yaml.\n' });
  const document = await readFile(join(folder, 'found.yaml'), 'utf8');
  expect(document).toMatch(/^openapi: /);
  expect(document).toMatch(/x-discovered: true/);
  expect(document).toContain('hook: "{webhook_url}"');
});

test('list --dialects says what each does and how often it tries', async () => {
  const { code, stdout } = await inProcess('list', '--dialects');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^default {2}.*6 attempts at a delivery\n/);
  expect(stdout).toMatch(/^flat {2}Flat bodies, .*one attempt at a delivery$/m);
});

test('list tells the faults that the sandbox can have', { timeout: 120_000 }, async () => {
  const { code, stdout } = await inProcess('list', '--faults');
  const lines = stdout.trim().split('\n');
  const names = lines.map((line) => line.split('  ')[0] ?? '');
  expect({ code, names }).toEqual({
    code: 0,
    names: inNaturalOrder(
      namedFaults.map(({ name }) => name),
      (name) => [name],
    ),
  });
  for (const line of lines) expect(line).toMatch(/^[\w-]+ {2}[A-Z]/);
});

test('the bundled service takes no driver but its own, and can do without', {
  timeout: 120_000,
}, async () => {
  const [manual, none] = await Promise.all([
    conform(['--operator', 'manual']),
    conform(['--operator', 'none', '--grep', '1.0/events/sent-Closed', '--out', 'alone']),
  ]);
  expect(manual).toMatchObject({ code: 2, stderr: expect.stringMatching(/cannot be driven by manual/) });
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/None of the \d selected cases can be exercised/),
  });
});
