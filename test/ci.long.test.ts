import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { casesOf } from '../src/cases/derive.js';
import { type Capabilities, selectCases } from '../src/cases/select.js';
import { OPTION_ROWS } from '../src/configuration/option-table.js';
import { loadDescriptions } from '../src/description/load.js';
import { packageRoot } from '../src/package-root.js';
import { serve } from './support/process/command-line.js';
import { compiledProgram } from './support/process/compiled.js';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: { run?: string; env?: Record<string, string>; uses?: string }[] };
}

const action: Action = parse(read('action.yml'));

/** Runs the steps of the action as a runner does: inputs in the environment alone, Bash that ends at the first error. */
async function runSteps(
  folder: string,
  given: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const value = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => given[name] ?? action.inputs[name]?.default ?? '',
    );
  let code = 0;
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined || code !== 0) continue;
    expect(run).not.toContain('${{');
    const { CONFORM_KEY: _, ...own } = process.env;
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: {
        ...own,
        GITHUB_OUTPUT: join(folder, 'output'),
        ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)])),
      },
      stdio: 'ignore',
    });
    [code] = await once(child, 'exit');
  }
  return { code, output: readFileSync(join(folder, 'output'), 'utf8') };
}

function project(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-action-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(compiledProgram(), join(folder, 'node_modules/.bin/conform'));
  return folder;
}

test('the steps of the action check a deployment, and end with its exit code', {
  timeout: 120_000,
}, async () => {
  const folder = project();
  const sandbox = await serve(folder, ['--config-out', 'sandbox.yaml']);
  onTestFinished(() => sandbox.stop());
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)`, 'm').exec(sandbox.printed)?.[1] ?? '';
  const target = { 'base-url': printed('service'), key: printed('key main'), config: 'sandbox.yaml' };
  const few = '--grep 1.2/routing/new-user 1.2/errors/*';
  expect(await runSteps(folder, { ...target, flags: few, out: 'here' })).toEqual({
    code: 0,
    output: 'exit-code=0\n',
  });
  expect(JSON.parse(readFileSync(join(folder, 'here/results.json'), 'utf8')).verdict).toBe('not-proven');
  const dead = project();
  expect(await runSteps(dead, { 'base-url': 'http://127.0.0.1:9', key: 'some-key' })).toEqual({
    code: 3,
    output: 'exit-code=3\n',
  });
  // A base URL that was left empty must not check the bundled service.
  expect((await runSteps(project(), { 'base-url': '', key: '' })).code).toBe(2);
});

/** Mistakes of a Dockerfile: what the format's own rules say, and what an image for CI needs. */
function complaints(dockerfile: string): string[] {
  const lines = dockerfile.replace(/\\\n/g, ' ').split('\n');
  const last = (word: string): string => lines.findLast((line) => line.startsWith(`${word} `)) ?? '';
  return [
    ...validate(dockerfile).map(({ message }) => String(message)),
    ...lines.filter((line) => /^FROM /.test(line) && !/^FROM [\w./-]+:\d[\w.-]*( AS \w+)?$/.test(line)),
    ...(/^USER (?!root|0\b)\w+$/.test(last('USER')) ? [] : ['no user of its own']),
    ...(/^ENTRYPOINT \[".*"\]$/.test(last('ENTRYPOINT')) ? [] : ['the entry point needs a shell']),
    ...lines.filter((line) => /^(ADD|MAINTAINER) |sudo |apt-get (?!update|install -y)/.test(line)),
  ];
}

test('the Dockerfile has no complaints, and each kind of mistake makes one', () => {
  const good = read('Dockerfile');
  expect(complaints(good)).toEqual([]);
  for (const [from, to] of [
    ['FROM node:22.12-bookworm-slim\n', 'FROM node\n'],
    ['FROM node:22.12-bookworm-slim\n', 'FROM node:latest\n'],
    ['USER node', 'USER root'],
    ['["conform"]', 'conform'],
    ['WORKDIR /work', 'WORKDR /work'],
    ['COPY . .', 'ADD . .'],
    ['COPY . .', 'COPY'],
  ] as const) {
    expect(good).toContain(from);
    expect(complaints(good.replace(from, to)), to).not.toEqual([]);
  }
  expect(read('.dockerignore').split('\n')).toContain('node_modules');
  for (const name of JSON.parse(read('package.json')).files)
    expect(name === 'dist' || existsSync(join(packageRoot(), name)), name).toBe(true);
});

const DOCS = [
  'README.md',
  ...['ci', 'api', 'configuration', 'deployment', 'drivers', 'report'].map((name) => `docs/${name}.md`),
];

test('the snippets of the docs are YAML, and their commands have no flag that is not there', () => {
  const main = read('src/cli/program.ts') + read('src/cli/options.ts');
  const flags = new Set([
    '--help',
    '--version',
    ...OPTION_ROWS.flatMap((row) => /--[\w-]+/.exec(row.flags ?? '') ?? []),
    ...[...main.matchAll(/'(?:-\w, )?(--[\w-]+)/g)].map(([, flag]) => flag),
  ]);
  const wrong = DOCS.flatMap((path) => {
    const text = read(path);
    for (const [, snippet = ''] of text.matchAll(/^ *```yaml\n([\s\S]*?)^ *```/gm))
      expect(() => parse(snippet), path).not.toThrow();
    const commands = [...text.replace(/\\\n/g, ' ').matchAll(/npx conform\b([^`\n]*)/g)];
    return commands
      .flatMap(([, words = '']) => words.match(/(?<= )--[\w-]+/g) ?? [])
      .filter((flag) => !flags.has(flag))
      .map((flag) => `${path}: ${flag}`);
  });
  expect(wrong).toEqual([]);
});

test('the snippets for CI install the checker and let nothing be skipped in silence', () => {
  const jobs = ['README.md', 'docs/ci.md'].flatMap((path) =>
    [...read(path).matchAll(/^ *```yaml\n([\s\S]*?)^ *```/gm)].flatMap(([, text = '']) =>
      /npx conform (?!merge)/.test(text) ? [{ path, text }] : [],
    ),
  );
  expect(jobs.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/ci.md']));
  for (const { text } of jobs) {
    expect(text).toMatch(/npm (ci|install)/);
    expect(text).toMatch(/--require-complete/);
  }
  expect(read('README.md')).toContain('npm install --save-dev messaging-conformance');
});

test('docs/ci.md tells about how many cases each part of a setup makes possible', async () => {
  const descriptions = await loadDescriptions();
  const cases = casesOf(descriptions);
  const bare: Capabilities = {
    versions: descriptions.map(({ version }) => version),
    https: true,
    webhook: () => false,
    consent: false,
    secondKey: false,
    unsetAddress: false,
    freshKey: false,
    restricted: {},
    destinations: Object.fromEntries(
      descriptions.map(({ version }) => [version, { count: 2, online: true }]),
    ),
    supports: () => false,
    shows: [],
    bodies: () => false,
    setPresence: false,
  };
  const simple = ['reply_text', 'reply_file', 'close', 'inbox'];
  const further = [...simple, 'set_presence', 'advance_clock'];
  const shown = descriptions.flatMap(({ employee }) => [
    ...employee.shows,
    employee.user,
    employee.destination,
  ]);
  const lacked = new Set(
    cases.flatMap(({ needs }) =>
      needs.flatMap((need) => (need.kind === 'restricted' ? [need.operation] : [])),
    ),
  );
  const parts: Partial<Capabilities>[] = [
    {},
    { consent: true, webhook: () => true, bodies: () => true },
    { supports: (name) => simple.includes(name), shows: shown },
    { supports: (name) => further.includes(name), setPresence: true },
    { secondKey: true },
    { unsetAddress: true, freshKey: true, supports: () => true },
    { restricted: Object.fromEntries(descriptions.map(({ version }) => [version, [...lacked]])) },
  ];
  let offered = bare;
  const counts = parts.map((part) => {
    offered = { ...offered, ...part };
    return selectCases(cases, offered).selected.length;
  });
  const told = [...read('docs/ci.md').matchAll(/^\| [^|]+ \| (\d+) \|/gm)].map(([, number]) =>
    Number(number),
  );
  expect(told).toHaveLength(counts.length);
  // Cases are added now and then; the table says about how many.
  told.forEach((number, at) => {
    expect(Math.abs(number - (counts[at] ?? 0)) / cases.length, String(counts)).toBeLessThan(0.03);
  });
  // An account that lacks everything has nothing that it could use in spite of what it lacks.
  const ofOtherAccounts = cases.filter(({ needs }) => needs.some(({ kind }) => kind === 'restricted-has'));
  expect(counts.at(-1)).toBe(cases.length - ofOtherAccounts.length);
});
