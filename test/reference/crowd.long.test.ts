import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { startReference } from '../../src/reference/service.js';

const USERS = 1_000;
const MESSAGES = 5;

/** Takes events until so many of a kind came; keeps what each user was told, in the order in which it came. */
async function startCatcher(event: string, due: number) {
  const told = new Map<string, string[]>();
  let came = 0;
  const arrivals = new EventEmitter();
  const complete = once(arrivals, 'complete');
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.end();
    const body = JSON.parse(text) as { event: string; user: string; id: string };
    if (body.event !== event) return;
    told.set(body.user, [...(told.get(body.user) ?? []), body.id]);
    came += 1;
    if (came === due) arrivals.emit('complete');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, told, complete, server };
}

test(`${USERS} users write at once: ${USERS * MESSAGES} events, none lost, each user's in order`, async () => {
  const service = await startReference({ descriptions: await loadDescriptions(), tls: false });
  const catcher = await startCatcher('MessageDelivered', USERS * MESSAGES);
  const pool = new Pool(service.baseUrl, { connections: 100, pipelining: 1 });
  const call = async (operation: string, fields: object): Promise<Record<string, unknown>> => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/1.2/${operation}?key=${service.keys.main}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const response = (await body.json()) as Record<string, unknown>;
    // Not by `expect`: it is called too often.
    if (statusCode !== 200 || response['success'] !== true) throw new Error(JSON.stringify(response));
    return response;
  };
  try {
    await call('setWebhook', { url: catcher.url });
    const { destinations } = (await call('getDestinations', {})) as { destinations: object[] };
    const written = new Map<string, string[]>();
    const converse = async (user: string): Promise<void> => {
      await call('selectDestination', { ...destinations[0], user_id: user, name: user, attributes: {} });
      const ids: string[] = [];
      for (let message = 0; message < MESSAGES; message += 1) {
        const { message_id: id } = await call('sendText', { user_id: user, text: `message ${message}` });
        ids.push(String(id));
      }
      written.set(user, ids);
    };
    await Promise.all(Array.from({ length: USERS }, (_, at) => converse(`user-${at}`)));
    await catcher.complete;
    expect(catcher.told).toEqual(written);
  } finally {
    await pool.close();
    await service.close();
    catcher.server.closeAllConnections();
    catcher.server.close();
  }
}, 120_000);
