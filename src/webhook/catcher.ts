import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Delivery, Mailbox } from '../engine/ports.js';
import { Addresses } from './addresses.js';
import { decodeBody } from './decode-body.js';
import { DeliveryStore } from './delivery-store.js';
import { guardConnections } from './guard-connections.js';
import { receiveBody } from './receive-body.js';
import { Refusals } from './refusals.js';

export interface CatcherOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** Where the target reaches the catcher, if that is not its own address. */
  publicUrl?: string;
  /** Bytes kept of one delivery's body; 256 KiB. */
  maxBodyBytes?: number;
  /** Deliveries kept, of interesting and of other ones each; 10,000. */
  keepDeliveries?: number;
  /** The run's own events: they are kept when a flood has used up the room of the others. Default: all. */
  interesting?: (delivery: Delivery) => boolean;
}

export interface Catcher extends Mailbox {
  /** Base of all addresses. */
  readonly url: string;
  /** Where it listens: the same, unless a public URL was given. */
  readonly localUrl: string;
  readonly counters: {
    /** Requests that met no address of the catcher, or were no HTTP. */
    readonly ignored: number;
    /** Deliveries that were answered, and not kept. */
    readonly dropped: number;
    /** Those among the dropped that were interesting: evidence is lost. */
    readonly droppedOwn: number;
  };
  close(): Promise<void>;
}

/** The catcher cannot listen where it was told to. */
export class CatcherError extends Error {
  readonly code: 'port-in-use' | 'address-unusable';

  constructor(code: CatcherError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const KEEP_BYTES = 48 * 1024 * 1024;
const MAX_CONNECTIONS = 500;

/**
 * Starts the webhook catcher. Whatever reaches one of its addresses is kept, of any method, type and size,
 * and answered 200; all else gets an empty 404. Throws a `CatcherError` when it cannot listen.
 */
export async function startCatcher(options: CatcherOptions): Promise<Catcher> {
  const addresses = new Addresses();
  const refusals = new Refusals();
  const maxBodyBytes = options.maxBodyBytes ?? 256 * 1024;
  let isOwn = options.interesting ?? (() => true);
  const store = new DeliveryStore({
    keepDeliveries: options.keepDeliveries ?? 10_000,
    keepBytes: KEEP_BYTES,
    interesting: (delivery) => isOwn(delivery),
  });
  let ignored = 0;
  const app = Fastify({
    forceCloseConnections: true,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 500, maxHeaderSize: 64 * 1024 },
    frameworkErrors: (_error, _request, reply) => {
      ignored++;
      void (reply as FastifyReply).code(404).send();
    },
    clientErrorHandler: (_error, socket) => {
      ignored++;
      socket.destroy();
    },
  });
  const trust = guardConnections(app.server, MAX_CONNECTIONS);
  app.server.on('connect', (_request, socket) => {
    ignored++;
    socket.destroy();
  });
  // Without it, Node answers by itself what should be kept.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  // A hook and not a route: it sees every method, before any parser of bodies.
  app.addHook('onRequest', async ({ raw }, reply) => {
    const label = addresses.labelOf(raw.url ?? '');
    if (label === null) {
      ignored++;
      return reply.code(404).header('connection', 'close').send();
    }
    trust(raw.socket);
    const { body: received, size, cut } = await receiveBody(raw, maxBodyBytes);
    const body = decodeBody(received, raw.headers['content-encoding'], maxBodyBytes);
    const [address, method] = [label, raw.method ?? ''];
    const headers = pairs(raw.rawHeaders);
    const refused = refusals.take(body);
    store.add({
      address,
      method,
      headers,
      body,
      size,
      at: Date.now(),
      ...(cut && { cut }),
      ...(refused && { refused }),
    });
    return reply.code(refused ? 500 : 200).send();
  });

  const localUrl = await listen(app, options);
  const url = options.publicUrl?.replace(/\/+$/, '') ?? localUrl;
  addresses.base = url;
  return {
    url,
    localUrl,
    get counters() {
      return { ignored, dropped: store.dropped, droppedOwn: store.droppedOwn };
    },
    get lost() {
      return store.droppedOwn;
    },
    recognize(mark) {
      const marks = [mark, mark.toUpperCase()];
      isOwn = ({ body }) =>
        marks.some((one) => Buffer.from(body.buffer, body.byteOffset, body.length).includes(one));
    },
    deliveries: store.deliveries,
    address: (label) => addresses.address(label),
    waitFor: (match, timeoutMs, signal) => store.waitFor(match, timeoutMs, signal),
    refuseNext: (mark, count) => refusals.next(mark, count),
    async close() {
      store.close();
      await app.close();
    },
  };
}

async function listen(app: FastifyInstance, { host, port }: CatcherOptions): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE') {
      throw new CatcherError(
        'port-in-use',
        `Another program listens on ${host}, port ${port}. Choose another with --listen.`,
      );
    }
    throw new CatcherError(
      'address-unusable',
      `The catcher cannot listen on ${host}, port ${port} (${String(code)}).`,
    );
  }
  const bound = app.server.address() as AddressInfo;
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${bound.port}`;
}

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}
