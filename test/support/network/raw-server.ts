import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TestCertificate } from './certificates.js';

/** What a raw server does. All sockets are without delay, so that each write is a segment of its own. */
export interface Script {
  /** A connection came, before TLS. True: nothing more is done with it. */
  onTcp?(socket: Socket): boolean;
  /** A connection came; TLS is up where there is TLS. */
  onConnection?(socket: Socket): void;
  /** A whole request came. */
  onRequest?(socket: Socket, request: RawRequest): void;
}

interface RawRequest {
  /** Head and body as they came. */
  text: string;
  /** Which request of the server this is, and which of its connection, from 1. */
  number: number;
  numberOnConnection: number;
}

export interface RawServer {
  url: string;
  port: number;
  connections: number;
  requests: string[];
  /** Takes no new connections from now on. */
  deafen(): void;
  close(): Promise<void>;
}

const beneath = new WeakMap<Socket, Socket>();

/** Ends a connection with a TCP reset, beneath TLS where there is TLS. */
export function reset(socket: Socket): void {
  (beneath.get(socket) ?? socket).resetAndDestroy();
}

/** Starts a server on a free port of 127.0.0.1 that speaks just what the script says. */
export async function startRawServer(script: Script, tls?: TestCertificate): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const onSocket = (socket: Socket): void => {
    server.connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setNoDelay(true);
    script.onConnection?.(socket);
    let text = '';
    let numberOnConnection = 0;
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1');
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        const number = server.requests.push(request);
        script.onRequest?.(socket, { text: request, number, numberOnConnection: ++numberOnConnection });
      }
    });
  };
  const listener = createServer((tcp) => {
    tcp.on('error', () => {});
    if (script.onTcp?.(tcp)) return;
    if (!tls) return onSocket(tcp);
    const secure = new TLSSocket(tcp, { isServer: true, ...tls });
    secure.on('error', () => {});
    secure.once('secure', () => onSocket(secure));
    beneath.set(secure, tcp);
    sockets.add(secure);
    secure.once('close', () => sockets.delete(secure));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const server: RawServer = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    connections: 0,
    requests: [],
    deafen: () => void listener.close(),
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!listener.listening) return;
      listener.close();
      await once(listener, 'close');
    },
  };
  return server;
}

/** Length of the first whole request in `text`; 0 when there is none. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4;
  if (head < 4) return 0;
  const lines = text.slice(0, head).toLowerCase();
  if (/\r\ntransfer-encoding: *chunked/.test(lines)) {
    const end = text.indexOf('0\r\n\r\n', head);
    return end < 0 ? 0 : end + 5;
  }
  const end = head + Number(/\r\ncontent-length: *(\d+)/.exec(lines)?.[1] ?? 0);
  return text.length >= end ? end : 0;
}
