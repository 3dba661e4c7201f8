import { expect, test } from 'vitest';
import { runAgainst } from '../../test/support/service/run-against.js';
import { operationOf } from '../cases/description-lookups.js';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { HttpResponse, OutgoingRequest } from '../engine/ports.js';
import { noOperator } from '../operator/create.js';
import { packageRoot } from '../package-root.js';
import { startReference } from '../reference/service.js';
import { startCatcher } from '../webhook/catcher.js';
import { openPorts } from './deployment.js';
import { AddressChanges } from './restore-address.js';

const descriptions = await loadDescriptions();
const [first] = descriptions as [Description, ...Description[]];

/** A run of one cheap case; afterwards a user writes. Whether the gateway that owns the address hears of it. */
async function ran({
  restore,
  interrupted = false,
  served = descriptions,
  point = 'main',
}: {
  restore: boolean;
  interrupted?: boolean;
  served?: Description[];
  point?: 'main' | 'second';
}) {
  const gateway = await startCatcher({ host: '127.0.0.1', port: 0 });
  const service = await startReference({ descriptions: served, tls: false });
  const address = gateway.address('gateway');
  const controller = new AbortController();
  try {
    const { lines } = await runAgainst(service, {
      descriptions,
      flags:
        point === 'main'
          ? { grep: 'routing/new-user', ...(restore && { restoreWebhook: address }) }
          : { grep: 'address-kept-at-second', ...(restore && { restoreSecondWebhook: address }) },
      controller,
      onSelected: () => interrupted && controller.abort(),
    });
    const heard = gateway.waitFor(({ address: label }) => label === 'gateway', restore ? 10_000 : 0);
    const { baseUrl, keys } = service;
    const message = operationOf(first, 'message');
    await fetch(`${baseUrl}/${first.version}/${message}?${first.http.keyParameter}=${keys[point]}`, {
      method: first.http.method,
      body: JSON.stringify({ user_id: 'somebody', text: 'Hello' }),
    });
    return { heard: (await heard) !== null, said: lines.at(-1), lines };
  } finally {
    await service.close();
    await gateway.close();
  }
}

test.each([
  ['of a whole run', {}],
  ['of an interrupted run', { interrupted: true }],
  ['where the service has one version alone', { served: [first] }],
])('the address that is given is restored at the end: %s', async (_, how) => {
  const { heard, said } = await ran({ restore: true, ...how });
  expect(said).toEqual({ name: 'webhook', state: 'ok', text: 'the address is restored' });
  expect(heard).toBe(true);
});

test('so is that of the second contact point, where that is given', async () => {
  const { heard, said, lines } = await ran({ restore: true, point: 'second' });
  expect(heard).toBe(true);
  expect(lines.at(-2)?.text).toBe('the address of the second contact point is restored');
  // That of the first one is left.
  expect(said?.text).toContain('of one contact point');
  expect(said?.hint).toBe('--restore-webhook URL restores that of the main key at the end.');
  const { said: left } = await ran({ restore: false, point: 'second' });
  expect(left?.text).toContain('of 2 contact points');
  expect(left?.hint).toContain('--restore-second-webhook URL');
});

test('where none is given the run says that the address leads nowhere now, and what would help', async () => {
  const { said } = await ran({ restore: false });
  expect(said?.text).toBe(
    "The webhook address of one contact point now leads to this run's catcher, which is closed.",
  );
  expect(said?.hint).toContain('--restore-webhook URL');
});

test('what is answered by a web page has set no address', async () => {
  const changes = new AddressChanges(descriptions);
  const response = { kind: 'response', status: first.http.successStatus, body: Buffer.from('<html></html>') };
  const transport = changes.watch({ send: async () => response as unknown as HttpResponse });
  const url = `https://service.example/${first.version}/${operationOf(first, 'address')}?${first.http.keyParameter}=k`;
  await transport.send({ url } as OutgoingRequest);
  expect([...changes.changed]).toEqual([]);
});

test('the path of a request says whether it changed the address, not what else its URL holds', async () => {
  const changes = new AddressChanges(descriptions);
  const response = {
    kind: 'response',
    status: first.http.successStatus,
    body: Buffer.from('{}'),
  } as unknown as HttpResponse;
  const transport = changes.watch({ send: async () => response });
  const operation = operationOf(first, 'address');
  const base = 'https://service.example/messaging';
  for (const path of [
    `${first.version}/${operation}`,
    `${first.version}/other?note=/${first.version}/${operation}?`,
  ]) {
    const url = new URL(`${base}/${path}`);
    url.searchParams.set(first.http.keyParameter, `key of ${url.pathname}`);
    await transport.send({ url: url.href } as OutgoingRequest);
  }
  expect([...changes.changed]).toEqual([
    [`key of /messaging/${first.version}/${operation}`, new Set([first])],
  ]);
});

const listening = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('what goes wrong before a run leaves no catcher behind, which would keep the process alive', async () => {
  const descriptions = await loadDescriptions();
  const configuration = await loadConfiguration({ flags: {}, env: {}, cwd: packageRoot(), descriptions });
  const { signal } = new AbortController();
  const before = listening();
  const open = (ca: string | null) => openPorts({ configuration, operator: noOperator, ca, signal });
  await expect(open('garbage')).rejects.toThrow('PEM');
  expect(listening()).toBe(before);
  const { close } = await open(null);
  expect(listening()).toBe(before + 1);
  await close();
});
