import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunRecord } from '../../src/record/types.js';
import { conform as conformIn, type Ended, serve } from '../support/process/command-line.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-served-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function conform(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return conformIn(folder, args, env);
}

async function results(out: string): Promise<RunRecord> {
  return JSON.parse(await readFile(join(folder, out, 'results.json'), 'utf8'));
}

test('a served sandbox is checked through its printed configuration, version by version, and no key is told', {
  timeout: 180_000,
}, async () => {
  const sandbox = await serve(folder, ['--config-out', 'sandbox.yaml']);
  try {
    const value = (name: string): string =>
      new RegExp(`^${name} +(\\S+)`, 'm').exec(sandbox.printed)?.[1] ?? '';
    const key = value('key main');
    const ended = await conform(
      [
        '--base-url',
        `${value('service')}/1.2`,
        '--ca-file',
        value('CA file'),
        '--config',
        'sandbox.yaml',
        '--out',
        'served',
        '-v',
        '--shard',
        '1/10',
      ],
      { CONFORM_KEY: key },
    );
    expect({ code: ended.code, stderr: ended.stderr.includes('PROBLEM') }).toEqual({
      code: 0,
      stderr: false,
    });
    const record = await results('served');
    expect(new Set(record.cases.map(({ version }) => version))).toEqual(new Set(['1.2']));
    expect(record.summary).toMatchObject({ fail: 0, inconclusive: 0 });
    const written = await Promise.all(
      (await readdir(join(folder, 'served'))).map((name) => readFile(join(folder, 'served', name), 'utf8')),
    );
    expect([ended.stdout, ended.stderr, ...written].filter((text) => text.includes(key.slice(0, 8)))).toEqual(
      [],
    );
    const other = ['--api-version', '1.0', '--grep', 'routing/new-', '--out', 'other'];
    const again = await conform(['--config', 'sandbox.yaml', ...other]);
    expect(again.code, again.stdout + again.stderr).toBe(0);
  } finally {
    await sandbox.stop();
  }
});
