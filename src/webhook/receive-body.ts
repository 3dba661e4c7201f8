import type { IncomingMessage } from 'node:http';

/** A body of any size: the first bytes are kept, all are counted. */
export interface Received {
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
      // Dripping single bytes must not cost an object each for long.
      if (chunks.length === 64) chunks = [Buffer.concat(chunks)];
    });
    const end = (cut: boolean) => (): void => resolve({ body: Buffer.concat(chunks), size, cut });
    request.once('end', end(false));
    request.once('error', end(true));
    request.once('close', end(true));
  });
}
