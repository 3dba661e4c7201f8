import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../../test/support/process/command-line.js';
import { serveAndCheck } from '../../test/support/process/serve-and-check.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-serve-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HAS_IPV6 = Object.values(networkInterfaces()).some((own) =>
  own?.some(({ address }) => address === '::1'),
);

test.each([
  { listen: null, host: 'localhost', operator: '127.0.0.1' },
  { listen: '127.0.0.1:0', host: '127.0.0.1', operator: '127.0.0.1' },
  // A further address of this machine that stays on it; others have to be set up for that.
  ...(platform === 'linux' ? [{ listen: '127.0.0.2:0', host: '127.0.0.2', operator: '127.0.0.2' }] : []),
  { listen: '0.0.0.0:0', host: 'localhost', operator: 'localhost' },
  ...(HAS_IPV6 ? [{ listen: '[::1]:0', host: '[::1]', operator: '[::1]' }] : []),
])(
  'a sandbox that listens on $listen is called by $host, and can be checked so',
  { timeout: 120_000 },
  async ({ listen, host, operator }) => {
    const where = listen === null ? [] : ['--listen', listen, '--operator-listen', listen];
    await serveAndCheck(folder, where, async ({ printed }, file) => {
      const settings = parse(await readFile(join(folder, file), 'utf8'));
      const hostOf = (url: string): string => url.replace(/:\d+$/, '');
      expect([settings.target.baseUrl, settings.operator.http.baseUrl].map(hostOf)).toEqual([
        `https://${host}`,
        `http://${operator}`,
      ]);
      expect(printed).toContain(`${settings.target.baseUrl}\n`);
    });
  },
);

test('after a restart attempts go on counting, each with its line', { timeout: 120_000 }, async () => {
  const start = () => serve(folder, ['--plain', '--key', 'main=k', '--state', 'counted.db']);
  const first = await start();
  const url = /^service\s+(\S+)$/m.exec(first.printed)?.[1];
  const call = (operation: string, body: unknown) =>
    fetch(`${url}/1.2/${operation}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await call('setWebhook', { url: 'http://127.0.0.1:9/hook' });
  await call('sendText', { user_id: 'u', text: 't' });
  await first.until('attempt 4 of 6');
  const [before] = await Promise.all([first.until('has ended'), first.stop()]);
  const second = await start();
  try {
    const after = await second.until('given up after 6 attempts');
    expect(`${before}${after}`).toContain('attempt 5 of 6');
    expect(after).not.toContain('attempt 1 of 6');
  } finally {
    await second.stop();
  }
});
