import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { defaultDialect } from '../reference/dialect/dialect.js';
import { knownEvents, madeEvent, type Sending, sendEventTo } from './send-event.js';

const [event] = knownEvents(await loadDescriptions());
if (!event) throw new Error('The description has no event.');
const made = madeEvent(event, { user: 'u', nth: 1, at: 1, fields: {}, padding: 0 }, 'x');

let receiver: Server | undefined;
afterEach(() => {
  receiver?.closeAllConnections();
  receiver?.close();
});

/** Sends to a receiver that does something with each request. Returns how it ended and how often it was asked. */
async function sent(onRequest: () => number | null, abort: AbortController, tried: Sending['tried']) {
  let asked = 0;
  receiver = createServer((request, response) => {
    request.resume();
    asked += 1;
    const status = onRequest();
    if (status !== null) response.writeHead(status).end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const options = { dialect: defaultDialect, tries: 3, isBroken: false, trust: {}, signal: abort.signal };
  const ended = await sendEventTo(url, made, options, { leaves: () => undefined, tried }).catch(
    (error: Error) => error.name,
  );
  return { ended, asked };
}

test('what is aborted in a pause is not sent once more', async () => {
  const abort = new AbortController();
  const { ended, asked } = await sent(
    () => 500,
    abort,
    () => abort.abort(),
  );
  expect({ ended, asked }).toEqual({ ended: 'AbortError', asked: 1 });
});

test('what is aborted while the receiver keeps silent ends at once', async () => {
  const abort = new AbortController();
  const attempts: unknown[] = [];
  const silent = () => {
    abort.abort();
    return null;
  };
  const { ended, asked } = await sent(silent, abort, (attempt) => attempts.push(attempt));
  expect({ ended, asked, attempts }).toEqual({ ended: 'AbortError', asked: 1, attempts: [] });
});
