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
import { type Call, makeCall, type Reply } from './call.js';
import type { Certificate } from './certificate.js';
import { rulesOf } from './checks.js';
import type { Limits } from './limits.js';
import { servePlainToo } from './plain-too.js';
import { readBody } from './read-body.js';
import type { World } from './world.js';

/** The messaging interface on HTTP: whatever arrives gets a success or a row of the error table. */
export function makeMessageServer(world: World, tls: Certificate | null, limits: Limits): Server {
  const listener: RequestListener = (request, response) => {
    serve(world, request, response).catch(() => response.destroy());
  };
  const server = listenWith(world, tls, listener, limits);
  // Else a client that never takes its answer stays for ever.
  server.timeout = limits.silentMs;
  heedDialect(server, world);
  // Node answers these by itself otherwise, in words that the error table does not have.
  server.on('checkExpectation', listener);
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const call = callOf(request, new Uint8Array());
    hangUp(socket, refuse(world, call, rulesOf(world, call).row('unsupported-request')), limits);
  });
  server.on('clientError', (_error: Error, socket: Duplex) => {
    if (!socket.writable) return;
    const call = makeCall({ method: '', target: '', headers: {}, bytes: null });
    const row = rulesOf(world, call).row('wrong-type');
    hangUp(socket, refuse(world, call, row, { reason: 'the request is no HTTP' }), limits);
  });
  return server;
}

/** Connections are kept, and refused, as the dialect has it: again whenever it has been replaced. */
export function heedDialect(server: Server, { dialect }: Pick<World, 'dialect'>): void {
  const { connections, idleMs } = dialect.response;
  server.keepAliveTimeout = idleMs;
  server.maxConnections = connections ?? Number.POSITIVE_INFINITY;
}

function listenWith(
  world: World,
  tls: Certificate | null,
  listener: RequestListener,
  { headMs, requestMs, checkMs }: Limits,
): Server {
  const options = {
    // Else Node answers a missing Host by itself, outside of the error table.
    requireHostHeader: false,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
  };
  if (!tls) return createPlain(options, listener);
  const server = createTls({ ...options, key: tls.key, cert: tls.cert, handshakeTimeout: headMs }, listener);
  return servePlainToo(server, createPlain(options, listener), () => world.hooks.servesPlain());
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await readBody(request);
  const reply = await answer(world, callOf(request, bytes));
  const text = reply.raw ?? JSON.stringify(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function callOf(request: IncomingMessage, bytes: Uint8Array | null): Call {
  const { method = '', url: target = '', headers } = request;
  return makeCall({ method, target, headers, bytes });
}

/** Writes an answer that is the last one. A client that does not hang up then is hung up on. */
function hangUp(socket: Duplex, { status, headers, body }: Reply, { checkMs }: Limits): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  });
  socket.end(`HTTP/1.1 ${status} \r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n${text}`);
  const timer = setTimeout(() => socket.destroy(), checkMs);
  socket.once('close', () => clearTimeout(timer));
}
