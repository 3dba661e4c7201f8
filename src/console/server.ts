import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyReply } from 'fastify';
import { hostInUrl, isBearer, startListening } from '../local-server.js';
import { packageRoot } from '../package-root.js';
import { type Hello, Refused } from './protocol.js';

export interface ConsoleOptions {
  /** Default: loopback. */
  listen?: { host: string; port: number };
  /** Opens everything but the empty page; default: random. */
  token?: string;
  /** What a page receives when it connects. */
  hello(): Hello;
  /** What a page can ask for, by name. A refusal is an Error; its message is shown. */
  acts: Readonly<Record<string, (body: unknown) => unknown>>;
}

export interface ConsoleServer {
  /** Address of the page, with the token in its fragment, which browsers never send. */
  link: string;
  token: string;
  /** Sends to all pages. */
  tell(event: string, data: unknown): void;
  /** Whether any page is open. */
  readonly isWatched: boolean;
  close(): Promise<void>;
}

/**
 * Serves the console's page, its server-sent events and its requests, on one origin.
 * @throws ListenError if it cannot listen there
 */
export async function startConsole({
  listen = LOOPBACK,
  token,
  hello,
  acts,
}: ConsoleOptions): Promise<ConsoleServer> {
  const secret = token ?? randomBytes(24).toString('hex');
  const feed = new Feed();
  const app = fastify({ forceCloseConnections: true, bodyLimit: MOST_BYTES, exposeHeadRoutes: false });
  app.addHook('onSend', async (_request, reply) => void reply.headers(HEADERS));
  const folder = join(packageRoot(), 'dist', 'console-page');
  if (existsSync(folder)) await app.register(fastifyStatic, { root: folder, cacheControl: false });
  else
    app.get('/', (_request, reply) =>
      reply.type('text/plain').send('Run "npm run build" for the console.\n'),
    );
  app.get('/api/stream', (request, reply) => {
    if (!isBearer(request.headers.authorization, secret)) return refuse(reply);
    reply.hijack();
    reply.raw.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    feed.add(reply.raw, hello());
    return reply;
  });
  app.post<{ Params: { act: string } }>('/api/:act', async (request, reply) => {
    if (!isBearer(request.headers.authorization, secret)) return refuse(reply);
    const act = Object.hasOwn(acts, request.params.act) ? acts[request.params.act] : undefined;
    if (!act) return reply.code(404).send({ error: 'Nothing has this name.' });
    try {
      return { ok: true, result: (await act(request.body)) ?? null };
    } catch (error) {
      if (error instanceof Refused) return reply.code(409).send({ error: error.message });
      throw error;
    }
  });
  await app.ready();
  const port = await startListening(app.server, listen);
  return {
    link: `http://${hostInUrl(listen.host)}:${port}/#${secret}`,
    token: secret,
    tell: (event, data) => feed.tell(event, data),
    get isWatched() {
      return feed.size > 0;
    },
    close: async () => {
      feed.close();
      await app.close();
    },
  };
}

const LOOPBACK = { host: '127.0.0.1', port: 0 };
const MOST_BYTES = 1024 * 1024;

function refuse(reply: FastifyReply): FastifyReply {
  return reply.code(401).send({ error: 'The token is missing or wrong: open the link that was printed.' });
}

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The pages that receive server-sent events. A page that does not read them is disconnected; it connects again. */
class Feed {
  private readonly pages = new Set<ServerResponse>();
  private readonly beat = setInterval(() => this.write(': still here\n\n'), 15_000).unref();

  get size(): number {
    return this.pages.size;
  }

  /** Adds a connected page, whose first event is the whole state. */
  add(page: ServerResponse, hello: unknown): void {
    this.pages.add(page);
    page.on('close', () => this.pages.delete(page));
    page.write(spelled('hello', hello));
  }

  tell(event: string, data: unknown): void {
    if (this.pages.size > 0) this.write(spelled(event, data));
  }

  close(): void {
    clearInterval(this.beat);
    for (const page of this.pages) page.end();
  }

  private write(text: string): void {
    for (const page of this.pages) {
      if (page.writableLength > MOST_WAITING_BYTES) page.destroy();
      else page.write(text);
    }
  }
}

const MOST_WAITING_BYTES = 8 * 1024 * 1024;

function spelled(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
