import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../../test/support/process/command-line.js';

test('an address outlasts a restart in a dialect that keeps addresses in another way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conform-sandbox-'));
  const gateway = createServer((_, response) => void response.end());
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/hook`;
  const start = async (dialect: string) => {
    const sandbox = await serve(
      folder,
      ['--plain', '--key', 'main=k', '--state', 'sandbox.db', '--dialect', dialect],
      undefined,
      { XDG_RUNTIME_DIR: folder },
    );
    const base = /^service\s+(\S+)$/m.exec(sandbox.printed)?.[1];
    const call = (operation: string, body: unknown) =>
      fetch(`${base}/1.0/${operation}?key=k`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    return { sandbox, call };
  };
  try {
    const before = await start('default');
    await before.call('setWebhook', { url });
    await before.sandbox.stop();
    const after = await start('nested');
    const event = once(gateway, 'request');
    expect((await after.call('sendText', { user_id: 'u', text: 't' })).status).toBe(200);
    await event;
    await after.sandbox.stop();
  } finally {
    gateway.closeAllConnections();
    gateway.close();
    await rm(folder, { recursive: true });
  }
});
