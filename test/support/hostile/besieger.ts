import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Siege } from './siege.js';

/**
 * A process of its own that besieges the catcher: slow connections that stay open, requests that are no events, huge
 * bodies, and a flood. It is told once what to do, says "over" when the bodies and the flood have been answered, and ends
 * with the process that started it.
 */
process.once('message', (siege) => {
  // Whatever goes wrong ends the process, and so the siege.
  void besiege(siege as Siege);
});
process.once('disconnect', () => process.exit());

const MIB = 1024 * 1024;
const AT_ONCE = 100;

async function besiege(siege: Siege): Promise<void> {
  const url = new URL(siege.url);
  const open = (text: string): Socket => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => {});
    socket.write(text);
    return socket;
  };
  /** One that must be answered. */
  const hold = (text: string): Socket =>
    open(text).once('close', () => {
      throw new Error('The catcher hung up on a delivery.');
    });
  const head = `POST ${url.pathname} HTTP/1.1\r\nHost: x\r\n`;
  for (let slow = 0; slow < siege.slow; slow += 2) {
    open(`${head}X-Slow: `);
    open(`${head}Content-Length: 100\r\n\r\nslow`);
  }
  for (let odd = 0; odd < siege.odd; odd += 1) {
    open(`GET ${url.pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    open(`GET ${url.pathname} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    open('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  }
  const piece = Buffer.alloc(MIB, siege.hugeText);
  const huge = async (): Promise<void> => {
    const socket = hold(`${head}Content-Length: ${siege.hugeMib * MIB}\r\n\r\n`);
    for (let sent = 0; sent < siege.hugeMib; sent += 1) if (!socket.write(piece)) await once(socket, 'drain');
    await once(socket, 'data');
    socket.removeAllListeners('close');
  };
  const { body } = siege.flood;
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const each = siege.flood.deliveries / siege.flood.senders;
  await Promise.all([
    ...Array.from({ length: siege.huge }, huge),
    ...Array.from({ length: siege.flood.senders }, () => flood(hold(''), request, each)),
  ]);
  process.send?.('over');
}

/** Sends requests a hundred at a time on one connection, each hundred when the one before is answered. */
async function flood(socket: Socket, request: string, count: number): Promise<void> {
  let open = 0;
  let rest = '';
  let answered: () => void = () => undefined;
  socket.on('data', (data) => {
    const pieces = (rest + data.toString('latin1')).split('HTTP/1.1 200 OK');
    open -= pieces.length - 1;
    rest = (pieces.at(-1) ?? '').slice(-20);
    if (open === 0) answered();
  });
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    open = AT_ONCE;
    const all = new Promise<void>((resolve) => {
      answered = resolve;
    });
    socket.write(request.repeat(AT_ONCE));
    await all;
  }
  socket.removeAllListeners('close');
}
