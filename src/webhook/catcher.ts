import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { activeMoment } from '../active-time.js';
import { decodedBody } from '../content-coding.js';
import { Mark } from '../engine/judge/mark.js';
import type { Delivery, Mailbox } from '../engine/ports.js';
import { ListenError, loopbackInUrl, startListening } from '../local-server.js';
import { sharedHeader } from '../shared-headers.js';
import { Addresses } from './addresses.js';
import { DeliveryStore, Refusals } from './delivery-store.js';

export interface CatcherOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Where the target reaches the catcher, if not at its own address. */
  publicUrl?: string;
  /** Bytes kept of one delivery's body; default: 4 MiB, less while many come at once. */
  maxBodyBytes?: number;
  /** Deliveries kept, of the run's own and of others; by default enough for any run. */
  keepDeliveries?: { own: number; other: number };
  /** The run's own events, which are kept when a flood has used up the room of the others. Default: all. */
  interesting?: (delivery: Delivery) => boolean;
}

export interface Catcher extends Mailbox {
  /** Base of all addresses. */
  readonly url: string;
  /** Where it listens: the same, unless a public URL was given. */
  readonly localUrl: string;
  readonly counters: {
    /** Requests to no address of the catcher, or that were no HTTP. */
    readonly ignored: number;
    /** Deliveries that were answered, but not kept. */
    readonly dropped: number;
    /** Those among the dropped that were interesting: evidence is lost. */
    readonly droppedOwn: number;
  };
  /** Drops everything received so far: what is still evidence must have been taken before. */
  forget(): void;
  close(): Promise<void>;
}

/** The catcher cannot listen where it should. */
export class CatcherError extends Error {
  readonly code: 'port-in-use' | 'address-unusable';

  constructor(code: CatcherError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Of those that name a user of the run, which are evidence, and of the others. A run causes some 17,000; a service may send
 * everything twice, report each message three times, and say of each that somebody is typing. Reports that name nothing but
 * a message, some 4,500 in a run, are among the others.
 */
const KEEP_DELIVERIES = { own: 80_000, other: 32_000 };
const KEEP_BYTES = { own: 48 * 1024 * 1024, other: 16 * 1024 * 1024 };
/** What is kept of one body: one delivery may carry many events, and long ones. */
const KEEP_OF_BODY = 4 * 1024 * 1024;
/** Bytes that all deliveries under way share while many come at once, and those kept of each anyway. */
const UNDER_WAY_BYTES = 32 * 1024 * 1024;
const KEEP_AT_LEAST = 256 * 1024;
const MAX_CONNECTIONS = 500;

/**
 * Starts the webhook catcher. Whatever reaches one of its addresses is kept, of any method, type and size, and
 * answered with 200; everything else gets an empty 404. Throws a `CatcherError` if it cannot listen.
 */
export async function startCatcher(options: CatcherOptions): Promise<Catcher> {
  const addresses = new Addresses();
  const refusals = new Refusals();
  const maxBodyBytes = options.maxBodyBytes ?? KEEP_OF_BODY;
  let underWay = 0;
  let isOwn = options.interesting ?? (() => true);
  const store = new DeliveryStore({
    keepDeliveries: options.keepDeliveries ?? KEEP_DELIVERIES,
    keepBytes: KEEP_BYTES,
    interesting: (delivery) => isOwn(delivery),
  });
  let ignored = 0;
  // Node's own server and no framework: routes and body parsers would only get in the way of what must be kept
  // of any method, type and size, and a framework takes a good part of a run's start-up.
  const server = createServer({
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    headersTimeout: 5_000,
    connectionsCheckingInterval: 500,
    maxHeaderSize: 64 * 1024,
  });
  const connections = guardConnections(server, MAX_CONNECTIONS);
  server.on('clientError', (_error, socket) => {
    ignored++;
    socket.destroy();
  });
  server.on('connect', (_request, socket) => {
    ignored++;
    socket.destroy();
  });
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const called = addresses.called(request.url ?? '');
    if (called === null) {
      ignored++;
      answer(response.setHeader('connection', 'close'), 404);
      return;
    }
    if (called.label === UNANSWERED) {
      request.socket.destroy();
      return;
    }
    connections.delivers(request.socket);
    response.once('finish', () => connections.rests(request.socket));
    underWay += 1;
    const share = Math.max(KEEP_AT_LEAST, Math.floor(UNDER_WAY_BYTES / underWay));
    const keepBytes = Math.min(maxBodyBytes, share);
    const { body: received, size, cut } = await receiveBody(request, keepBytes);
    underWay -= 1;
    const { body, isTooLong } = decodedBody(received, request.headers['content-encoding'], keepBytes);
    const { label: address, ...unlike } = called;
    const method = request.method ?? '';
    const headers = pairs(request.rawHeaders);
    const refused = refusals.take(body);
    store.add({
      address,
      method,
      headers,
      body,
      size,
      at: activeMoment(),
      ...(cut && { cut }),
      ...((size > received.length || isTooLong) && { partial: true }),
      ...(refused && { refused }),
      ...unlike,
    });
    answer(response, refused ? 500 : 200);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    void take(request, response).catch(() => request.socket.destroy());
  server.on('request', onRequest);
  // Otherwise Node would answer what should be kept.
  server.on('checkExpectation', onRequest);

  const localUrl = await listen(server, options);
  const url = options.publicUrl?.replace(/\/+$/, '') ?? localUrl;
  addresses.base = url;
  return {
    url,
    localUrl,
    get counters() {
      return { ignored, dropped: store.dropped, droppedOwn: store.droppedOwn };
    },
    get lost() {
      return store.lost;
    },
    get lostOthers() {
      return store.lostOthers;
    },
    forget() {
      store.forget();
    },
    recognize(mark) {
      const own = new Mark(mark);
      isOwn = ({ body }) => own.isIn(body);
    },
    deliveries: store.deliveries,
    address: (label) => addresses.address(label),
    waitFor: (match, timeoutMs, signal, after) => store.waitFor(match, timeoutMs, signal, after),
    refuseNext: (mark, count) => refusals.next(mark, count),
    unreachableAddress: async () =>
      options.publicUrl === undefined
        ? unusedAddress(new URL(localUrl).hostname, options.host)
        : addresses.address(UNANSWERED),
    hangUp: () => server.closeIdleConnections(),
    async close() {
      store.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(response: ServerResponse, status: 200 | 404 | 500): void {
  response.writeHead(status, { 'content-length': 0 }).end();
}

async function listen(server: Server, { host, port }: CatcherOptions): Promise<string> {
  try {
    return `http://${loopbackInUrl(host)}:${await startListening(server, { host, port })}`;
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    if (error.code === 'EADDRINUSE') {
      throw new CatcherError(
        'port-in-use',
        `Another program listens on ${host}, port ${port}. Choose another with --listen.`,
      );
    }
    throw new CatcherError(
      'address-unusable',
      `The catcher cannot listen on ${host}, port ${port} (${error.code}${LISTENING[error.code] ?? ''}).`,
    );
  }
}

/** Address whose deliveries are cut off: what a public URL leads to is up to others, so no port of it is known to be free. */
const UNANSWERED = 'unanswered';

/** The address of a port of this machine where nobody listens. */
async function unusedAddress(name: string, host: string): Promise<string> {
  const server = createServer();
  const port = await startListening(server, { host, port: 0 });
  server.close();
  await once(server, 'close');
  return `http://${name}:${port}/`;
}

const LISTENING: Record<string, string> = {
  EACCES: ': this port is for administrators',
  EADDRNOTAVAIL: ': this machine has no such address; 0.0.0.0 means all of its addresses',
  ENOTFOUND: ': this name has no address',
};

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) =>
    sharedHeader(raw[2 * at] ?? '', raw[2 * at + 1] ?? ''),
  );
}

/** What is known of the catcher's connections. */
interface Connections {
  /** A request for an address of the catcher comes on it: it is the target's. */
  delivers(socket: Socket): void;
  /** The request was answered. */
  rests(socket: Socket): void;
}

/**
 * Holds at most `limit` connections. A new one replaces the oldest that has not reached an address of the catcher
 * yet, so that strangers who connect and dawdle cannot keep the target out; or else the one of the target's own that has
 * rested longest, for a service may keep one open for each of its users.
 */
function guardConnections(server: Server, limit: number): Connections {
  const strangers = new Set<Socket>();
  const resting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    strangers.add(socket);
    socket.once('close', () => {
      open--;
      strangers.delete(socket);
      resting.delete(socket);
    });
    if (open <= limit) return;
    const [oldest = socket] = strangers;
    const [rested] = resting;
    const replaced = oldest === socket ? (rested ?? socket) : oldest;
    strangers.delete(replaced);
    resting.delete(replaced);
    replaced.destroy();
  });
  return {
    delivers(socket) {
      strangers.delete(socket);
      resting.delete(socket);
    },
    rests(socket) {
      if (!socket.destroyed) resting.add(socket);
    },
  };
}

/** A body of any size: the first bytes are kept, all are counted. */
interface Received {
  body: Buffer;
  size: number;
  /** The connection ended before the body did. */
  cut: boolean;
}

/** Reads a request's body to its end, or to the end of its connection. Never rejects. */
function receiveBody(request: IncomingMessage, keepBytes: number): Promise<Received> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let kept = 0;
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (kept === keepBytes) return;
      const wanted = chunk.subarray(0, keepBytes - kept);
      kept += wanted.length;
      chunks.push(wanted);
      // Single bytes that trickle in must not cost an object each for long.
      if (chunks.length === 64) chunks = [Buffer.concat(chunks)];
    });
    const end = (cut: boolean) => (): void => resolve({ body: Buffer.concat(chunks), size, cut });
    request.once('end', end(false));
    request.once('error', end(true));
    request.once('close', end(true));
  });
}
