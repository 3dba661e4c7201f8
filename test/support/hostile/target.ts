import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent, request } from 'undici';
import type { Description } from '../../../src/description/types.js';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/service.js';
import type { TestCertificate } from '../network/certificates.js';
import { type RawServer, startRawServer } from '../network/raw-server.js';

/** A request of the checker as the target sees it. */
export interface Seen {
  version: string;
  operation: string;
  /** Which request of this operation under this version it is, from 1. */
  nth: number;
  /** The whole request as it came, latin1. */
  text: string;
}

export interface RelayedResponse {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** An event of the service on its way to the catcher. */
export interface RelayedEvent {
  url: string;
  body: string;
  /** Which event of the service it is, from 1. */
  nth: number;
}

export interface HostileOptions {
  descriptions: Description[];
  service?: Partial<ReferenceOptions>;
  /** Looked at for each new connection. */
  tls?: TestCertificate;
  /** Key that opens the service's main account, in place of its own. */
  key?: string;
  /** Answers in the service's place; null: the service answers. */
  play?: (seen: Seen) => ((socket: Socket) => void) | null;
  /** Called for each connection, before TLS and after it. True: nothing more is done with it. */
  onTcp?: (socket: Socket) => boolean;
  onConnection?: (socket: Socket) => boolean;
  /** How the service's response leaves. */
  respond?: (seen: Seen, response: RelayedResponse) => RelayedResponse;
  /** Brings an event to the catcher; `post` sends a request there. Default: as it is. */
  event?: (event: RelayedEvent, post: Post) => Promise<unknown>;
  /** Waits before the service's response goes out. */
  hold?: (seen: Seen) => Promise<unknown>;
  /** Called when a request has come, before anything is done with it, and when its response has gone out. */
  before?: (seen: Seen, socket: Socket) => void;
  after?: (seen: Seen, socket: Socket) => void;
}

export type Post = (url: string, body: string | Buffer, method?: string) => Promise<number>;

export interface HostileTarget {
  service: ReferenceService;
  front: RawServer;
  close(): Promise<void>;
}

/** A reference service behind a raw front that spoils what the test wants spoilt; all else about it is correct. */
export async function startHostileTarget(options: HostileOptions): Promise<HostileTarget> {
  const service = await startReference({
    descriptions: options.descriptions,
    tls: false,
    ...options.service,
  });
  const agent = new Agent({ connections: 200 });
  const counts = new Map<string, number>();
  const relay = options.event ? await startEventRelay(options.event, agent) : null;
  const onRequest = async (socket: Socket, text: string): Promise<void> => {
    const seen = look(text, counts);
    options.before?.(seen, socket);
    const play = options.play?.(seen);
    if (play) return play(socket);
    const inner = options.key === undefined ? text : withKey(text, options.key, service.keys.main);
    const response = await forward(service.baseUrl, relay ? relay.redirect(inner) : inner, agent);
    await options.hold?.(seen);
    if (socket.destroyed) return;
    socket.write(serialize(options.respond?.(seen, response) ?? response));
    options.after?.(seen, socket);
  };
  const taken = new WeakSet<Socket>();
  const front = await startRawServer(
    {
      ...(options.onTcp && { onTcp: options.onTcp }),
      onConnection: (socket) => void (options.onConnection?.(socket) && taken.add(socket)),
      onRequest: (socket, { text }) =>
        taken.has(socket) ? undefined : void onRequest(socket, text).catch(() => socket.destroy()),
    },
    options.tls,
  );
  return {
    service,
    front,
    async close() {
      await front.close();
      await service.close();
      await agent.destroy();
      relay?.server.closeAllConnections();
      relay?.server.close();
    },
  };
}

function withKey(text: string, from: string, to: string): string {
  return text.replace(`key=${encodeURIComponent(from)}`, `key=${to}`);
}

function look(text: string, counts: Map<string, number>): Seen {
  const [, target = ''] = text.slice(0, text.indexOf('\r\n')).split(' ');
  const [, version = '', operation = ''] = target.split('?')[0]?.split('/') ?? [];
  const place = `${version}/${operation}`;
  const nth = (counts.get(place) ?? 0) + 1;
  counts.set(place, nth);
  return { version, operation, nth, text };
}

async function forward(baseUrl: string, text: string, agent: Agent): Promise<RelayedResponse> {
  const end = text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', target = ''] = start.split(' ');
  const kept = lines
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const)
    .filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/i.test(name));
  const body = Buffer.from(text.slice(end + 4), 'latin1');
  const response = await request(`${baseUrl}${target}`, {
    method: method as 'POST',
    headers: Object.fromEntries(kept),
    body: body.length > 0 ? body : null,
    dispatcher: agent,
  });
  const type = response.headers['content-type'];
  return {
    status: response.statusCode,
    headers: type ? [['Content-Type', String(type)]] : [],
    body: Buffer.from(await response.body.arrayBuffer()),
  };
}

function serialize({ status, headers, body }: RelayedResponse): Buffer {
  const lines = [...headers, ['Content-Length', String(body.length)]].map((pair) => pair.join(': '));
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} x\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    body,
  ]);
}

/** Stands between the service and the catcher: addresses of the catcher are led through it. */
async function startEventRelay(
  event: NonNullable<HostileOptions['event']>,
  agent: Agent,
): Promise<{ server: Server; redirect: (text: string) => string }> {
  let count = 0;
  const post: Post = async (url, body, method = 'POST') => {
    const response = await request(url, {
      method: method as 'POST',
      headers: { 'content-type': 'application/json' },
      body: method === 'GET' ? null : body,
      dispatcher: agent,
    });
    await response.body.dump();
    return response.statusCode;
  };
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const url = decodeURIComponent((incoming.url ?? '').slice(1));
    count += 1;
    await event({ url, body, nth: count }, post).catch(() => undefined);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server,
    redirect: (text) =>
      text.replace(
        /"(http:\/\/127\.0\.0\.1:\d+\/[\w/.-]+)"/,
        (_, url: string) => `"http://127.0.0.1:${port}/${encodeURIComponent(url)}"`,
      ),
  };
}
