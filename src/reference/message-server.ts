import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTls } from 'node:https';
import type { Duplex } from 'node:stream';
import { answer, refuse } from './answer.js';
import type { Call, Reply } from './call.js';
import type { Certificate } from './certificate.js';
import { rulesOf } from './checks.js';
import { servePlainToo } from './plain-too.js';
import { readBody } from './read-body.js';
import type { World } from './world.js';

// Without `requireHostHeader: false` Node answers a missing Host by itself, outside of the error table.
const OPTIONS = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** The messaging interface on HTTP: whatever arrives gets a success or a row of the error table. */
export function makeMessageServer(world: World, tls: Certificate | null): Server {
  const listener: RequestListener = (request, response) => {
    serve(world, request, response).catch(() => response.destroy());
  };
  const server = listenWith(world, tls, listener);
  const { connections, idleMs } = world.dialect.response;
  server.keepAliveTimeout = idleMs;
  if (connections !== null) server.maxConnections = connections;
  // Node answers these by itself otherwise, in words that the error table does not have.
  server.on('checkExpectation', listener);
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const call = callOf(request, new Uint8Array());
    writeRaw(socket, refuse(world, call, rulesOf(world, call).row('unsupported-request')));
  });
  server.on('clientError', (_error: Error, socket: Duplex) => {
    if (!socket.writable) return;
    const call: Call = { method: '', path: '', query: new URLSearchParams(), headers: {}, bytes: null };
    const row = rulesOf(world, call).row('wrong-type');
    writeRaw(socket, refuse(world, call, row, { reason: 'the request is no HTTP' }));
  });
  return server;
}

function listenWith(world: World, tls: Certificate | null, listener: RequestListener): Server {
  if (!tls) return createPlain(OPTIONS, listener);
  const server = createTls({ ...OPTIONS, key: tls.key, cert: tls.cert }, listener);
  return world.hooks.servesPlain() ? servePlainToo(server, createPlain(OPTIONS, listener)) : server;
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await readBody(request);
  const reply = await answer(world, callOf(request, bytes));
  const text = reply.raw ?? JSON.stringify(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function callOf(request: IncomingMessage, bytes: Uint8Array | null): Call {
  const [path = '', ...query] = (request.url ?? '').split('?');
  return {
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: request.headers,
    bytes,
  };
}

function writeRaw(socket: Duplex, { status, headers, body }: Reply): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  socket.end(`HTTP/1.1 ${status} \r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${text}`);
}
