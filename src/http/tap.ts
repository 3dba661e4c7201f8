import type { Socket } from 'node:net';
import type { AnswerReader } from './answer-reader.js';
import { type Failure, failure } from './failures.js';

/**
 * Stands between a socket and undici: what the socket received passes the answer reader first.
 * `Readable.push` is the one place where all bytes of a plain or a TLS socket come by.
 */
export class Tap {
  /** Exchanges begun on this socket. */
  exchanges = 0;
  reader: AnswerReader | null = null;
  /** Bytes came while no answer was due, and they were not the start of an answer (such as a 408 for idling). */
  stray = false;
  /** When the last byte came, as `performance.now()` tells it. */
  lastByteAt = 0;
  /** Called when the reader found a fault, when it saw a 101, and when the socket broke. */
  onVerdict: (() => void) | null = null;
  broken: Failure | null = null;

  constructor(socket: Socket) {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => push(this.#see(chunk), encoding);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // undici destroys sockets with errors of its own, and tells them to the request.
      if (/^(UND_ERR|HPE)_/.test(error.code ?? '')) return;
      this.broken ??= failure('reset');
      this.onVerdict?.();
    });
  }

  /** The next answer on this socket is for `reader`. */
  begin(reader: AnswerReader): void {
    this.exchanges++;
    this.reader = reader;
  }

  /** No answer is due any more. */
  finish(): void {
    this.reader = null;
    this.onVerdict = null;
  }

  #see(chunk: Buffer | null): Buffer | null {
    this.lastByteAt = performance.now();
    const { reader } = this;
    if (!reader) {
      if (chunk) this.stray ||= chunk.toString('latin1', 0, 5) !== 'HTTP/';
      return chunk;
    }
    if (!chunk) {
      reader.end();
      if (reader.fault) this.onVerdict?.();
      return chunk;
    }
    const passed = reader.feed(chunk);
    if (reader.fault || reader.head?.status === 101) {
      this.onVerdict?.();
      return Buffer.alloc(0);
    }
    return passed;
  }
}
