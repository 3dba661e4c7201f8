import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conform } from '../support/process/command-line.js';
import { type ConsoleStage, consoleStage } from '../support/process/console-stage.js';

let folder: string;
let stage: ConsoleStage;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-state-'));
  file = join(folder, 'sandbox.db');
  const port = await freePort();
  stage = await consoleStage(['--state', file, '--console-listen', `127.0.0.1:${port}`]);
}, 120_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true });
});

/** For a page that stays open while the service goes and comes back. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function select(user: string): Promise<void> {
  const { destinations } = await stage.call('getDestinations');
  const [first] = destinations as { destination_id: string; destination_type: string }[];
  await stage.call('selectDestination', {
    user_id: user,
    ...first,
    name: 'Anna',
    attributes: { city: 'Basel' },
  });
}

const history = async (user: string): Promise<string[]> => {
  const { messages } = await stage.call('getHistory', { user_id: user });
  return (messages as { text: string }[]).map(({ text }) => text);
};

test('nothing that was answered is lost when the process is killed, and the page goes on by itself', {
  timeout: 120_000,
}, async () => {
  const { page } = await stage.open();
  // Nobody is there: what is due must outlast the end of the process.
  await stage.call('setWebhook', { url: 'http://127.0.0.1:9/nobody' });
  await stage.call('sendText', { user_id: 'waits', text: 'kept' });
  await select('anna');
  const answered: string[] = [];
  const line = async (name: string): Promise<void> => {
    for (let at = 0; ; at += 1) {
      const text = `${name}-${at}`;
      const response = await stage.call('sendText', { user_id: 'anna', text }).catch(() => null);
      if (response === null) return;
      if (response['success']) answered.push(text);
    }
  };
  const lines = ['a', 'b', 'c', 'd'].map(line);
  while (answered.length < 120) await new Promise((resolve) => setTimeout(resolve, 5));
  const { link } = stage;
  await stage.restart('SIGKILL');
  await Promise.all(lines);
  expect(stage.link).toBe(link);

  const kept = await history('anna');
  expect(answered.filter((text) => !kept.includes(text))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
  expect(await history('waits')).toEqual(['kept']);
  expect(await stage.call('getCurrentDestination', { user_id: 'anna' })).toMatchObject({
    current: { name: 'Sales' },
  });

  // The event that could not be delivered goes to the address that is set now.
  await stage.call('setWebhook', { url: stage.gateway.url });
  expect(await stage.gateway.until('SelectDestination')).toMatchObject([{ user: 'waits' }]);
  await page.getByText('connected').waitFor();
  await page.getByRole('button', { name: /Anna/ }).click();
  await page.getByText('Basel').waitFor();
  await page.getByLabel('Reply: text').fill('After the crash');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(await stage.gateway.until('TextMessage')).toMatchObject([{ data: { text: 'After the crash' } }]);
  await page.getByLabel('Filter the network').fill('waits');
  await page.locator('.row', { hasText: 'sendText' }).first().waitFor();
});

test('what the console has switched, and what is kept for an address, outlasts a restart', {
  timeout: 120_000,
}, async () => {
  const { page } = await stage.open();
  await page.getByRole('button', { name: 'remove it' }).click();
  await page.getByRole('button', { name: /Anna/ }).click();
  await page.getByLabel('Reply: text').fill('For later');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('1 kept for an address').waitFor();
  await page.getByRole('button', { name: '+ 1 h' }).click();
  await page.getByRole('button', { name: 'Billing: in' }).click();
  await page.getByRole('button', { name: 'Billing: out' }).waitFor();
  await stage.restart();
  await page.getByText('1 kept for an address').waitFor();
  await page.getByText('60 min ahead').waitFor();
  await page.getByRole('button', { name: 'Billing: out' }).waitFor();
  await stage.call('setWebhook', { url: stage.gateway.url });
  expect((await stage.gateway.until('TextMessage', 2)).at(-1)).toMatchObject({ data: { text: 'For later' } });
});

test('the file is for its owner alone, and for one sandbox at a time', async () => {
  expect((await stat(file)).mode & 0o077).toBe(0);
  const second = await conform(folder, ['serve', '--state', file]);
  expect([second.code, second.stderr]).toEqual([2, expect.stringMatching(/is in use: another sandbox/)]);
});

test('a file that is something else is told, and left alone', async () => {
  const other = join(folder, 'notes.txt');
  await writeFile(other, 'Notes of my own, longer than the head of a database file would be. '.repeat(20));
  const { code, stderr } = await conform(folder, ['serve', '--state', other]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/notes\.txt is not a file of a sandbox's state/)]);
});
