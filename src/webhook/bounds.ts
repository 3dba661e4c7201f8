import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { decodeBody } from '../content-coding.js';

/**
 * Holds at most `limit` connections. A new one replaces the oldest that has not reached an address of the catcher
 * yet, so that strangers who connect and dawdle cannot keep the target out. Returns what marks a connection as the
 * target's.
 */
export function guardConnections(server: Server, limit: number): (socket: Socket) => void {
  const strangers = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    strangers.add(socket);
    socket.once('close', () => {
      open--;
      strangers.delete(socket);
    });
    if (open <= limit) return;
    const [oldest] = strangers;
    strangers.delete(oldest ?? socket);
    (oldest ?? socket).destroy();
  });
  return (socket) => strangers.delete(socket);
}

/** A body of any size: the first bytes are kept, all are counted. */
interface Received {
  body: Buffer;
  size: number;
  /** The connection ended before the body did. */
  cut: boolean;
}

/** Reads a request's body to its end, or to the end of its connection. Never rejects. */
export function receiveBody(request: IncomingMessage, keepBytes: number): Promise<Received> {
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

/**
 * The body without its content codings; unchanged if they are unknown or broken, or if it is then larger than `maxBytes`.
 * `isTooLong`: it is larger.
 */
export function decodedBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): { body: Buffer; isTooLong: boolean } {
  const result = decodeBody(body, encoding === undefined ? [] : [encoding], maxBytes);
  if ('body' in result) return { body: result.body, isTooLong: false };
  return { body, isTooLong: result.problem.kind === 'too-large' };
}
