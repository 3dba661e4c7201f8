import {
  createServer as createPlain,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTls } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isBearer } from '../../local-server.js';
import { OperatorRefusal, perform } from '../conversations/operator-actions.js';
import { answer, refuse } from '../requests/answer.js';
import { type Call, type JsonObject, makeCall, own, type Reply, readObject } from '../requests/call.js';
import { rulesOf } from '../requests/check-call.js';
import type { ServiceContext } from '../service-context.js';
import type { Certificate } from './certificate.js';
import { KEPT_BYTES, type Limits } from './limits.js';

/** The messaging interface on HTTP: whatever arrives gets a success or a row of the error table. */
export function makeMessageServer(context: ServiceContext, tls: Certificate | null, limits: Limits): Server {
  const listener: RequestListener = (request, response) => {
    serve(context, request, response).catch(() => response.destroy());
  };
  const server = listenWith(context, tls, listener, limits);
  // Otherwise a client that never reads its response stays for ever.
  server.timeout = limits.silentMs;
  applyDialect(server, context);
  // Node would answer these itself, in words that the error table does not have.
  server.on('checkExpectation', listener);
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    const call = callOf(request, new Uint8Array());
    hangUp(socket, refuse(context, call, rulesOf(context, call).row('unsupported-request')), limits);
  });
  server.on('clientError', (_error: Error, socket: Duplex) => {
    if (!socket.writable) return;
    const call = makeCall({ method: '', target: '', headers: {}, bytes: null });
    const row = rulesOf(context, call).row('wrong-type');
    hangUp(socket, refuse(context, call, row, { reason: 'the request is not HTTP' }), limits);
  });
  return server;
}

/** Connections are kept alive and refused as the dialect says, also after it has been replaced. */
export function applyDialect(server: Server, { dialect }: Pick<ServiceContext, 'dialect'>): void {
  const { connections, idleMs } = dialect.response;
  server.keepAliveTimeout = idleMs;
  server.maxConnections = connections ?? Number.POSITIVE_INFINITY;
}

function listenWith(
  context: ServiceContext,
  tls: Certificate | null,
  listener: RequestListener,
  { headMs, requestMs, checkMs }: Limits,
): Server {
  const options = {
    // Otherwise Node answers a missing Host itself, outside the error table.
    requireHostHeader: false,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
  };
  if (!tls) return createPlain(options, listener);
  const server = createTls({ ...options, key: tls.key, cert: tls.cert, handshakeTimeout: headMs }, listener);
  return servePlainToo(server, createPlain(options, listener), () => context.hooks.servesPlain());
}

async function serve(
  context: ServiceContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readBody(request, context.hooks.body);
  const reply = await answer(context, callOf(request, bytes));
  const text = reply.raw ?? JSON.stringify(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function callOf(request: IncomingMessage, bytes: Uint8Array | null): Call {
  const { method = '', url: target = '', headers } = request;
  return makeCall({ method, target, headers, bytes });
}

/** Writes the last response of a connection. A client that does not hang up then is disconnected. */
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

/** First byte of every TLS connection (RFC 8446, 5.1: content type handshake). */
const HANDSHAKE = 0x16;

/** Makes the port of a TLS server also serve plain HTTP, if that is wanted when a connection arrives. */
function servePlainToo(tls: Server, plain: Server, isWanted: () => boolean): Server {
  const startTls = tls.listeners('connection');
  tls.removeAllListeners('connection');
  // One request per connection: the listening server does not know these connections and could not close them.
  plain.maxRequestsPerSocket = 1;
  tls.on('connection', (socket: Socket) => {
    if (!isWanted()) {
      for (const start of startTls) start.call(tls, socket);
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.once('data', (chunk) => {
      socket.pause();
      socket.unshift(chunk);
      if (chunk[0] === HANDSHAKE) for (const start of startTls) start.call(tls, socket);
      else plain.emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  return tls;
}

/**
 * The employee's side as plain HTTP and JSON: `POST /<action>` with the parameters in the body, or GET with
 * them in the query. Errors are `{ error }`.
 */
export function makeOperatorServer(context: ServiceContext, token: string): Server {
  return createPlain(async (request, response) => {
    const { status, body } = await performAction(context, token, request);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}

async function performAction(
  context: ServiceContext,
  token: string,
  request: IncomingMessage,
): Promise<{ status: number; body: JsonObject }> {
  try {
    const bytes = await readBody(request);
    if (!isBearer(request.headers.authorization, token))
      throw new OperatorRefusal(401, 'The token is missing or wrong.');
    const url = new URL(request.url ?? '/', 'http://operator.invalid');
    const parameters = parametersOf(request.method, url, bytes);
    const rules = context.rulebooks.get(String(own(parameters, 'version')));
    if (!rules) throw new OperatorRefusal(400, 'The parameter version names no version of this service.');
    const account = context.accounts.byKey.get(String(own(parameters, 'key')));
    if (!account) throw new OperatorRefusal(404, 'The parameter key names no contact point.');
    return {
      status: 200,
      body: { ok: true, ...(await perform({ context, rules, account, parameters }, url.pathname.slice(1))) },
    };
  } catch (error) {
    if (error instanceof OperatorRefusal) return { status: error.status, body: { error: error.message } };
    return { status: 500, body: { error: 'The action failed.' } };
  }
}

function parametersOf(method: string | undefined, url: URL, bytes: Uint8Array | null): JsonObject {
  if (method === 'GET') return Object.fromEntries(url.searchParams);
  if (method !== 'POST') throw new OperatorRefusal(405, 'Use GET or POST.');
  if (bytes === null) throw new OperatorRefusal(413, 'The body is too long.');
  const body = readObject(bytes);
  if (!body) throw new OperatorRefusal(400, 'The body is not a JSON object.');
  return body;
}

const DRAINED_BYTES = 16 * KEPT_BYTES;

/**
 * The whole body; null when it is longer than 1 MiB. More than 16 MiB ends the connection.
 * @param joined the bytes of the parts in which it arrived
 */
export function readBody(
  request: IncomingMessage,
  joined: (parts: readonly Uint8Array[]) => Uint8Array = Buffer.concat,
): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // By its events: iterating over a stream costs more than all else that is done for a small body.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= KEPT_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      // A client that is still writing does not see a response, so a moderate excess is read to its end.
      if (size > DRAINED_BYTES) request.destroy(new Error('body too long'));
    });
    request.once('end', () => resolve(size > KEPT_BYTES ? null : joined(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('body cut')));
  });
}
