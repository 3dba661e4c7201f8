import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readBaseline } from '../../src/configuration/baseline-file.js';
import { conformHere } from '../support/process/command-here.js';
import { type Ended, type Served, serve } from '../support/process/command-line.js';
import { sampleRecord } from '../support/record/sample-record.js';

let folder: string;
let sandbox: Served;
const WRONG = '1.0/requests/unlisted-destination/selectDestination';
const RIGHT = '1.0/requests/accepted/selectDestination';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-compare-'));
  sandbox = await serve(folder, ['--fault', 'destination-unchecked', '--config-out', 'sandbox.yaml']);
});

afterAll(async () => {
  await sandbox.stop();
  await rm(folder, { recursive: true, force: true });
});

function conform(...args: string[]): Promise<Ended> {
  return conformHere(folder, args);
}

function check(...args: string[]): Promise<Ended> {
  const cases = ['--grep', WRONG, '--grep', RIGHT, '--level', 'expected', '-q'];
  return conform('--config', 'sandbox.yaml', ...cases, ...args);
}

test('a known failure is written down, filled in and accepted, until it is out of date', {
  timeout: 120_000,
}, async () => {
  expect((await check('--out', 'first')).code).toBe(1);
  const written = await conform('baseline', '--results', 'first');
  expect(written).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 known case in one entry. Fill in why'),
  });
  const again = await conform('baseline', 'first/results.json');
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('--force') });

  const file = join(folder, 'baseline.yaml');
  const text = await readFile(file, 'utf8');
  expect(parse(text)).toEqual({ known: [{ case: WRONG, verdict: 'fail', reason: '' }] });
  const refused = await check('--baseline', 'baseline.yaml');
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/baseline\.yaml:\d+:\d+: .*reason/),
  });

  await writeFile(file, text.replace('reason: ""', 'reason: ticket 12'));
  const accepted = await check('--baseline', 'baseline.yaml', '--out', 'second');
  expect(accepted.code, accepted.stderr + accepted.stdout).toBe(0);
  const record = JSON.parse(await readFile(join(folder, 'second', 'results.json'), 'utf8'));
  expect(record).toMatchObject({
    summary: { fail: 0, pass: 1, warnings: 1 },
    baseline: [{ caseId: WRONG, reason: 'ticket 12', state: 'accepted' }],
  });

  const kept = await conform('baseline', 'second', '--force');
  expect(kept.stdout).toContain('Every entry has its reason.');
  expect(parse(await readFile(file, 'utf8')).known[0].reason).toBe('ticket 12');

  await writeFile(file, `known: [{ case: ${RIGHT}, verdict: fail, reason: was broken }]\n`);
  const stale = await check('--skip', WRONG, '--baseline', 'baseline.yaml', '--out', 'third');
  expect(stale).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/The\s+baseline\s+is\s+out\s+of\s+date/),
  });
  const outside = await check('--skip', RIGHT, '--baseline', 'baseline.yaml', '--level', 'required');
  expect(outside.code).toBe(0);

  const same = await conform('diff', 'first', 'first/results.json');
  expect(same).toMatchObject({ code: 0, stdout: 'Nothing changed: 2 cases ended the same way.\n' });
  const better = await conform('diff', 'first', 'second', '--html', 'diff.html');
  expect(better.code).toBe(0);
  expect(better.stdout).toContain(
    `${WRONG}  fail → fail, accepted (the target accepted a request that must be refused)\n`,
  );
  expect(await readFile(join(folder, 'diff.html'), 'utf8')).toContain(WRONG);
  expect(better.stdout).not.toContain('Passing now');
  const worse = await conform('diff', 'second', 'first');
  const data = await conform('diff', 'second', 'first', '--json');
  expect(data.code).toBe(worse.code);
  const { worse: isWorse, changed } = JSON.parse(data.stdout);
  expect(isWorse).toBe(true);
  expect(changed).toContainEqual(
    expect.objectContaining({
      id: WRONG,
      worse: true,
      before: expect.objectContaining({ verdict: 'fail', accepted: true }),
      after: expect.objectContaining({ verdict: 'fail', accepted: false }),
    }),
  );
  expect(worse).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Changed for the worse: 1 case/) });
});

/** Of a baseline. */
interface Entry {
  case?: string;
  cases?: string[];
}

const STEERING = /(?!\n)\p{Cc}|\u202e|^::/mu;

test('what the target said steers neither terminal nor file', { timeout: 120_000 }, async () => {
  const hostile = 'x\u001b[2J\u0085\n::error::no\u202e\ud800 }]';
  const [before, after] = await Promise.all([
    sampleRecord({ kind: 'passing', cases: 120, hostile }),
    sampleRecord({ kind: 'faulty', cases: 120, hostile }),
  ]);
  for (const testCase of after.cases.filter(({ reason }) => reason))
    testCase.reason = { code: hostile, text: hostile };
  await writeFile(join(folder, 'before.json'), JSON.stringify(before));
  await writeFile(join(folder, 'after.json'), JSON.stringify(after));
  const { code, stdout } = await conform('diff', 'before.json', 'after.json');
  expect(code).toBe(1);
  expect(stdout).not.toMatch(STEERING);
  await conform('baseline', '--results', 'after.json', '--out', 'hostile.yaml');
  const yaml = await readFile(join(folder, 'hostile.yaml'), 'utf8');
  expect(yaml).not.toMatch(STEERING);
  const failed = after.cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const named = parse(yaml).known.flatMap((entry: Entry) => entry.cases ?? [entry.case]);
  expect(named.toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
});

test('runs without a case in common are not compared, and nothing of them is green', async () => {
  const record = await sampleRecord({ kind: 'passing', cases: 20 });
  const half = async (name: string, from: number): Promise<void> => {
    const selection = { versions: record.target.versions, deselected: 10 };
    const cases = record.cases.slice(from, from + 10);
    await writeFile(join(folder, name), JSON.stringify({ ...record, cases, selection }));
  };
  await Promise.all([half('one.json', 0), half('other.json', 10), half('between.json', 5)]);
  const apart = await conform('diff', 'one.json', 'other.json');
  expect(apart).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No case was asked for in both runs.'),
  });
  expect(await conform('diff', 'one.json', 'between.json')).toMatchObject({
    code: 0,
    stdout:
      'Nothing changed: 5 cases ended the same way. 10 cases that were selected in only one of the runs are not compared.\n',
  });
});

test('a baseline of all cases there are can be read again', { timeout: 120_000 }, async () => {
  const record = await sampleRecord({ kind: 'passing' });
  for (const testCase of record.cases) {
    testCase.verdict = 'fail';
    testCase.reason = { code: 'server-error', text: 'The response was 500 where 200 was due. '.repeat(9) };
  }
  await writeFile(join(folder, 'all.json'), JSON.stringify(record));
  const { stdout } = await conform('baseline', '--results', 'all.json', '--out', 'all.yaml');
  expect(stdout).toContain(`${record.cases.length} known cases`);
  const text = await readFile(join(folder, 'all.yaml'), 'utf8');
  const reasoned = text.replaceAll('reason: ""', 'reason: ticket 12\n    link: "https://tracker.example/12"');
  await writeFile(join(folder, 'all.yaml'), reasoned);
  // What fails for one reason is accepted in one entry.
  expect(parse(text).known.length).toBeLessThan(record.cases.length / 5);
  expect(await readBaseline(join(folder, 'all.yaml'))).toHaveLength(record.cases.length);
});

test.each([
  [
    'a file that is missing',
    'missing.json',
    null,
    /missing\.json cannot be read: it cannot be opened \(ENOENT: there is no such file\)/,
  ],
  [
    'a file of another kind',
    'other.json',
    '{"schema":"other"}',
    /other\.json cannot be read: it is not a record of a run/,
  ],
  ['no JSON', 'broken.json', '{', /broken\.json cannot be read: it is not JSON/],
])('%s is exit 2', { timeout: 120_000 }, async (_, name, text, says) => {
  if (text !== null) await writeFile(join(folder, name), text);
  const [compared, based] = await Promise.all([
    conform('diff', name, name),
    conform('baseline', '--results', name),
  ]);
  expect([compared.code, based.code]).toEqual([2, 2]);
  expect(compared.stderr).toMatch(says);
});
