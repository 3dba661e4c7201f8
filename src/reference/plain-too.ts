import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** First byte of every TLS connection (RFC 8446, 5.1: content type handshake). */
const HANDSHAKE = 0x16;

/** Makes the port of a TLS server serve plain HTTP as well, where that is wanted as a connection comes. */
export function servePlainToo(tls: Server, plain: Server, isWanted: () => boolean): Server {
  const startTls = tls.listeners('connection');
  tls.removeAllListeners('connection');
  // One request a connection: the listening server does not know these connections and could not close them.
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
