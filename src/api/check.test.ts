import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { casesOf } from '../cases/derive.js';
import * as api from '../index.js';
import { packageRoot } from '../package-root.js';
import { startReference } from '../reference/service.js';
import { type CheckProgress, check, optionsFor } from './check.js';

const FEW = { grep: ['routing/new-user', 'requests/accepted*'], quietWindow: '300ms' };

async function sandbox(faults: string[] = []) {
  const descriptions = await api.loadDescriptions();
  const service = await startReference({ descriptions, faults, seed: 7 });
  onTestFinished(() => service.close());
  return optionsFor(service, descriptions);
}

test('without options the bundled service is checked, and progress is told', {
  timeout: 120_000,
}, async () => {
  const told: CheckProgress[] = [];
  const record = await check({ ...FEW, onProgress: (checkProgress) => told.push(checkProgress) });
  expect(record).toMatchObject({ exitCode: 0, target: { bundled: true } });
  const all = casesOf(await api.loadDescriptions()).length;
  expect(record.selection).toEqual({
    versions: record.target.versions,
    deselected: all - record.cases.length,
  });
  expect(record.cases.every(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(told).toContainEqual({ kind: 'selected', cases: record.cases.length });
  const ended = told.flatMap((checkProgress) => (checkProgress.kind === 'case' ? [checkProgress.id] : []));
  expect([...new Set(ended)].sort()).toEqual(record.cases.map(({ id }) => id));
  expect(told.some(({ kind }) => kind === 'preflight')).toBe(true);
});

test("a sandbox of one's own is checked by its options, and what is wrong with it is found", {
  timeout: 120_000,
}, async () => {
  const options = await sandbox(['close-keeps-selection']);
  const record = await check({ ...options, grep: ['routing/after-closed'], eventTimeout: '1s' });
  expect(record).toMatchObject({ verdict: 'not-conformant', exitCode: 1, target: { bundled: false } });
  expect(JSON.stringify(record)).not.toContain(options.key);
});

test("an object of the program's own acts as the employee", { timeout: 120_000 }, async () => {
  const asked: string[] = [];
  const { operator: _, ...options } = await sandbox();
  const record = await check({
    ...options,
    grep: ['1.0/events/sent-Closed'],
    operator: {
      name: 'own',
      shows: [],
      supports: (action) => action === 'close',
      perform: async (action) => {
        asked.push(action);
        return { ok: false, kind: 'failed', text: 'the door is locked' };
      },
      inbox: async () => ({ ok: false, kind: 'unsupported', text: 'none' }),
      close: async () => void asked.push('end'),
    },
  });
  expect(record.target.operator).toBe('own');
  expect([...new Set(asked)]).toEqual(['close', 'end']);
  expect(new Set(record.cases.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']));
});

test('an aborted check resolves with what is known', { timeout: 120_000 }, async () => {
  const controller = new AbortController();
  const record = await check({
    ...(await sandbox()),
    signal: controller.signal,
    onProgress: ({ kind }) => kind === 'selected' && controller.abort(),
  });
  expect(record).toMatchObject({ verdict: 'interrupted', exitCode: 130, partial: true });
  const before = await check({ ...FEW, signal: AbortSignal.abort() });
  expect(before).toMatchObject({ verdict: 'interrupted', summary: { pass: 0 } });
});

test.each<[Record<string, unknown>, RegExp]>([
  [{ baseURL: 'https://a.example' }, /^baseURL: there is no such option; expected baseUrl$/],
  [{ baseUrl: 'https://a.example' }, /^key: a target needs an authentication key/],
  [{ baseUrl: 'https://a.example', key: 'a b' }, /^key: the key contains spaces/],
  [{ eventTimeout: '10' }, /^eventTimeout: "10" has no unit; expected 10s or 10ms/],
  [{ concurrency: 0 }, /^concurrency: "0" is out of range; expected a whole number from 1 to 1000/],
  [{ grep: ['no-such'] }, /^grep(\[0\])?: no case matches "no-such"/],
  [{ dialect: { error: { code: 'code', message: '/m' } } }, /^dialect\.error\.code: .*JSON Pointer/],
  [{ operator: 'http' }, /^operator: .*none/],
  [{ versions: ['9.9'] }, /^versions(\[0\])?: version "9\.9" is not described/],
])('%j is refused: %s', async (options, says) => {
  const error: unknown = await check(options).catch((caught) => caught);
  expect(error).toBeInstanceOf(api.UsageError);
  expect((error as Error).message).toMatch(says);
});

test('a target that is not there is no verdict, but a NoVerdict that says why', async () => {
  const error: unknown = await check({ baseUrl: 'http://127.0.0.1:9', key: 'some-key' }).catch(
    (caught) => caught,
  );
  expect(error).toBeInstanceOf(api.NoVerdict);
  expect(error).toMatchObject({ exitCode: 3, code: 'refused', hint: expect.stringMatching(/host and port/) });
});

test('docs/api.md speaks of every export and every option', () => {
  const docs = readFileSync(join(packageRoot(), 'docs/api.md'), 'utf8');
  const source = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');
  const exported = [
    ...source('src/index.ts')
      .replace(/\/\*[\s\S]*?\*\//, '')
      .matchAll(/\b(?:type )?(\w+)(?=,| \})/g),
  ].map(([, name]) => name);
  const [block = ''] = /interface CheckOptions \{[\s\S]*?\n\}/.exec(source('src/api/check.ts')) ?? [];
  const options = [...block.matchAll(/^ {2}(\w+)\?:/gm)].map(([, name]) => name);
  expect(exported.length).toBeGreaterThan(20);
  expect(options.length).toBeGreaterThan(30);
  expect([...exported, ...options].filter((name) => !new RegExp(`\`${name}[\`(,?]`).test(docs))).toEqual([]);
});
