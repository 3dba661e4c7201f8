import type { Socket } from 'node:net';
import { activeNow } from '../active-time.js';
import { type Failure, failure } from './failures.js';
import type { ResponseHead } from './response-head.js';
import type { ResponseReader } from './response-reader.js';

/** What a socket is opened with to hand over its bytes: `false` stops the reading. */
export interface Intake {
  buffer: Buffer;
  callback: (bytes: number) => boolean;
}

/**
 * Sits between a socket and undici. What the socket receives goes to the response reader, and undici only learns that a
 * response came and whether the connection persists. Its own parser breaks off at valid responses (an unasked 100, a
 * repeated Content-Length), throws at a status of 000, and repairs broken ones (surplus bytes, another version of HTTP,
 * a coding inside chunks); the tests list them. The bytes come in `intake`, one buffer for all reads of the socket.
 */
export class Tap {
  /** Exchanges begun on this socket. */
  exchanges = 0;
  reader: ResponseReader | null = null;
  /** How many exchanges had begun when more came than was asked for; null: that never happened. */
  surplusAfter: number | null = null;
  /** It was another response, so each earlier one may belong to a previous request. */
  isShifted = false;
  /** When the last byte came, as told by `activeNow`. */
  lastByteAt = 0;
  #finishedAt: number | null = null;
  /** Called when the reader found a fault, when it saw a 101, and when the socket broke. */
  onVerdict: (() => void) | null = null;
  broken: Failure | null = null;

  readonly intake: Intake;
  #socket: Socket | null = null;
  readonly #onSurplus: (lateMs: number) => void;

  /** `onSurplus`: more came than was asked for, at most this long after a response. */
  constructor(buffer: Buffer, onSurplus: (lateMs: number) => void) {
    this.#onSurplus = onSurplus;
    this.intake = {
      buffer,
      callback: (bytes) => {
        const passed = this.#see(buffer.subarray(0, bytes));
        if (passed) this.#socket?.push(passed);
        return !this.reader?.body.waits;
      },
    };
  }

  /** Watches the socket that was opened with `intake`. */
  attach(socket: Socket): void {
    this.#socket = socket;
    // undici gets it later, because it listens later: what was missing of a response is known by then.
    socket.once('end', () => this.#see(null));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // undici destroys sockets with errors of its own, and passes these to the request.
      if (/^(UND_ERR|HPE)_/.test(error.code ?? '')) return;
      this.broken ??= failure('reset');
      this.onVerdict?.();
    });
  }

  /** Reads on after the body had to wait for room. */
  readOn(): void {
    this.lastByteAt = activeNow();
    this.#socket?.read(0);
  }

  /** The next response on this socket goes to `reader`. */
  begin(reader: ResponseReader): void {
    this.exchanges++;
    this.reader = reader;
  }

  /** No response is due any more. */
  finish(): void {
    this.#finishedAt = activeNow();
    this.reader = null;
    this.onVerdict = null;
  }

  /** More came than was asked for: another response, or something else. */
  surplus(isResponse: boolean): void {
    this.surplusAfter ??= this.exchanges;
    this.isShifted ||= isResponse;
    this.#onSurplus(this.#finishedAt === null ? 0 : activeNow() - this.#finishedAt);
  }

  /** What undici gets for `chunk`, which is null when the connection was closed. */
  #see(chunk: Buffer | null): Buffer | null {
    this.lastByteAt = activeNow();
    const { reader } = this;
    if (!reader) {
      const start = chunk?.toString('latin1', 0, 12) ?? '';
      if (chunk && !TIRED_OF_WAITING.test(start)) this.surplus(start.startsWith('HTTP/'));
      return chunk && Buffer.from(chunk);
    }
    const wasDone = reader.phase === 'done';
    if (chunk) reader.feed(chunk);
    else reader.end();
    if (reader.fault || reader.head?.status === 101) this.onVerdict?.();
    else if (reader.phase === 'done' && reader.head && !wasDone) return summary(reader.head);
    return null;
  }
}

/** A server may announce in this way that it closes an idle connection. */
const TIRED_OF_WAITING = /^HTTP\/1\.[01] 408/;

/** The end of an exchange in undici's terms: a response without a body. */
function summary({ persistent, idleSeconds }: ResponseHead): Buffer {
  const idle = idleSeconds === null ? '' : `Keep-Alive: timeout=${idleSeconds}\r\n`;
  const connection = `Connection: ${persistent ? 'keep-alive' : 'close'}\r\n`;
  return Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${connection}${idle}\r\n`);
}
