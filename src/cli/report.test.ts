import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReportError } from '../write-whole.js';
import { serveReports } from './report.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'served-'));
  await writeFile(join(folder, 'index.html'), '<p>report</p>');
  await writeFile(join(folder, '.hidden'), 'no');
});
afterAll(() => rm(folder, { recursive: true }));

test('the folder is served until closed, and nothing outside it', async () => {
  const served = await serveReports(folder, { host: '127.0.0.1', port: 0 });
  const get = async (path: string) => {
    const { statusCode, headers, body } = await request(`${served.url}${path}`);
    return { statusCode, headers, text: await body.text() };
  };
  const index = await get('');
  expect(index).toMatchObject({ statusCode: 200, text: '<p>report</p>' });
  expect(index.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' });
  expect((await get('.hidden')).statusCode).toBe(404);
  expect((await get('%2e%2e/%2e%2e/etc/passwd')).statusCode).toBeGreaterThanOrEqual(400);
  await served.close();
  await expect(request(served.url)).rejects.toThrow();
});

test('of a server for every address the URL names this machine', async () => {
  const served = await serveReports(folder, { host: '0.0.0.0', port: 0 });
  expect(new URL(served.url).hostname).toBe('localhost');
  await served.close();
});

test('a taken port and a missing folder are told as such', async () => {
  const first = await serveReports(folder, { host: '127.0.0.1', port: 0 });
  const port = Number(new URL(first.url).port);
  await expect(serveReports(folder, { host: '127.0.0.1', port })).rejects.toThrow(
    `port ${port} of 127.0.0.1: the port is already in use`,
  );
  await first.close();
  await expect(serveReports(join(folder, 'none'), { host: '127.0.0.1', port: 0 })).rejects.toThrow(
    ReportError,
  );
});
