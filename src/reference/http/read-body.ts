import type { IncomingMessage } from 'node:http';
import { KEPT_BYTES } from './limits.js';

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
