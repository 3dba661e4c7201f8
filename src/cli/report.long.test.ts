import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiledProgram } from '../../test/support/process/compiled.js';
import { sampleRecord } from '../../test/support/record/sample-record.js';
import type { RunRecord } from '../record/types.js';

const { env } = process;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-report-'));
  await run('runs/monday', await sampleRecord({ kind: 'passing', cases: 120 }));
  await run('runs/tuesday', await sampleRecord({ kind: 'faulty', cases: 120 }));
  await mkdir(join(folder, 'empty'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, record: RunRecord): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'results.json'), JSON.stringify(record));
  await writeFile(join(folder, name, 'index.html'), `report of ${name}`);
}

function report(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [compiledProgram(), 'report', ...args],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** Serves until `use` is done, and then ends as Ctrl-C would end it. */
async function served(args: string[], use: (url: string) => Promise<void>): Promise<void> {
  // Without a PATH there is no browser to start.
  const child = spawn(process.execPath, [compiledProgram(), 'report', ...args], {
    cwd: folder,
    env: { ...env, PATH: '' },
  });
  try {
    await use(await addressOf(child));
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const piece of child.stdout ?? []) {
    text += piece;
    const url = /^http:\S+$/m.exec(text)?.[0];
    if (url && text.includes('Ctrl-C')) return url;
  }
  throw new Error(`No address was printed: ${text}`);
}

const get = async (url: string) => (await request(url)).body.text();

test('two results are compared, as files or folders; the path is printed', async () => {
  const { code, stdout } = await report('runs/monday', 'runs/tuesday/results.json', '--out', 'new/reports');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${join(folder, 'new/reports/comparison.html')}\n` });
  const page = await readFile(stdout.trim(), 'utf8');
  expect(page).toMatch(/Changed for the worse: \d+ cases changed/);
  const back = await report('runs/tuesday', 'runs/monday', 'runs/monday', '--out', 'back');
  expect(await readFile(back.stdout.trim(), 'utf8')).toMatch(/Nothing got worse: .* pass now,/);
});

test('--open serves the comparison', async () => {
  await served(['runs/monday', 'runs/tuesday', '--open'], async (url) => {
    expect(url).toMatch(/\/comparison\.html$/);
    expect(await get(url)).toContain('Changed for the worse');
  });
});

test('a result that cannot be read ends it before anything is written', async () => {
  await writeFile(join(folder, 'broken.json'), '{');
  const broken = await report('runs/monday', 'broken.json', '--out', 'never');
  expect(broken).toMatchObject({ code: 2, stderr: 'conform: broken.json cannot be read: it is not JSON.\n' });
  expect((await report('runs/monday', 'none')).stderr).toContain(
    'it cannot be opened (ENOENT: there is no such file)',
  );
  const runs = await report('runs/monday', 'runs');
  expect(runs).toMatchObject({ code: 2, stderr: expect.stringContaining('runs holds no results.json') });
  await expect(readFile(join(folder, 'never/comparison.html'))).rejects.toThrow('ENOENT');
});

test('a folder of runs is listed and served with its reports and differences', async () => {
  await served(['runs'], async (url) => {
    const index = await get(url);
    expect(index).toContain('href="tuesday/index.html"');
    expect(await get(`${url}tuesday/index.html`)).toBe('report of runs/tuesday');
    const [difference] = /compare-[\w.-]+\.html/.exec(index) ?? [];
    expect(await get(`${url}${difference}`)).toContain('Comparison');
  });
});

test('one run is served as it is', async () => {
  await served(['runs/monday'], async (url) => expect(await get(url)).toBe('report of runs/monday'));
  await served(['--out', 'runs/tuesday'], async (url) =>
    expect(await get(url)).toBe('report of runs/tuesday'),
  );
});

test('an empty folder is told as such', async () => {
  expect(await report('empty')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no report in'),
  });
});
