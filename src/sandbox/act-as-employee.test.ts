import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announce, runningSandboxes } from './act-as-employee.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-running-'));
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const sandbox = {
  baseUrl: 'http://127.0.0.1:1',
  employees: { baseUrl: 'http://127.0.0.1:2', token: 't' },
  keys: { main: 'k' },
  versions: [],
};

test('a file that is being written stays; what a dead process left goes', async () => {
  const unsubscribe = announce(sandbox);
  expect(runningSandboxes()).toMatchObject([{ pid: process.pid, ...sandbox }]);
  const [name = ''] = await readdir(folder);
  const place = join(folder, name);
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(join(place, `${pid}.json`), JSON.stringify({ pid, ...sandbox }));
  await writeFile(join(place, `${process.pid}.json`), '{"pid":');
  expect(runningSandboxes()).toEqual([]);
  expect(await readdir(place)).toEqual([`${process.pid}.json`]);
  unsubscribe();
  expect(await readdir(folder)).toEqual([]);
});
