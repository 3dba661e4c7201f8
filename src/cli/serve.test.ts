import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { conform, serve } from '../../test/support/process/command-line.js';

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
  { timeout: 30_000 },
  async ({ listen, host, operator }) => {
    const where = listen === null ? [] : ['--listen', listen, '--operator-listen', listen];
    const sandbox = await serve(folder, ['--config-out', 'sandbox.yaml', ...where]);
    try {
      const settings = parse(await readFile(join(folder, 'sandbox.yaml'), 'utf8'));
      const hostOf = (url: string): string => url.replace(/:\d+$/, '');
      expect([settings.target.baseUrl, settings.operator.http.baseUrl].map(hostOf)).toEqual([
        `https://${host}`,
        `http://${operator}`,
      ]);
      expect(sandbox.printed).toContain(`${settings.target.baseUrl}\n`);
      const { code, stdout, stderr } = await conform(folder, ['doctor', '--config', 'sandbox.yaml']);
      expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/tls: TLSv1\.3, certificate of localhost/);
      expect(stdout).toMatch(/the employee's side answers/);
    } finally {
      await sandbox.stop();
    }
  },
);

/** So that nobody takes it from under the test. */
const TAKEN = createServer().listen(0, '127.0.0.1');
beforeAll(async () => {
  if (!TAKEN.listening) await once(TAKEN, 'listening');
});
afterAll(() => void TAKEN.close());

test.each([
  ['--listen', 2, /^conform: Cannot listen on 127\.0\.0\.1, port \d+: another program does\.\n.*\n$/],
  [
    '--operator-listen',
    2,
    /^conform: Cannot listen on 127\.0\.0\.1, port \d+: another program does\.\n.*\n$/,
  ],
  ['--config-out', 5, /^conform: .*cannot be written.*\n$/],
])('what keeps it from starting is said in a sentence, and it ends: %s', async (flag, exitCode, said) => {
  const { port } = TAKEN.address() as AddressInfo;
  const value = flag === '--config-out' ? join(folder, 'nowhere', 'x.yaml') : `127.0.0.1:${port}`;
  const { code, stdout, stderr } = await conform(folder, ['serve', flag, value]);
  expect(stderr).toMatch(said);
  expect([code, stdout]).toEqual([exitCode, '']);
});
