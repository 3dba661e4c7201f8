import { type BodyRoom, BodyStore, ByteSink } from './body-store.js';
import { type Failure, failure } from './failures.js';
import { parseHead, type ResponseHead } from './response-head.js';

export interface ReadLimits {
  maxHeaderBytes: number;
  maxBodyBytes: number;
  /** Shared by all responses in flight. */
  room: BodyRoom;
}

/**
 * Reads one response from its raw bytes and reports its framing as it is, which HTTP clients hide, repair or treat too
 * strictly. Interim responses (1xx) except 101 are skipped.
 */
export class ResponseReader {
  /** `start`: no byte has come. */
  phase: 'start' | 'head' | 'body' | 'done' = 'start';
  fault: Failure | null = null;
  /** Another response came after this one. */
  answeredTwice = false;
  /** The final response's head, or that of a 101. */
  head: ResponseHead | null = null;
  /** Bytes of the body received so far, framing included. */
  bodyBytes = 0;
  /** The body without its framing. */
  readonly body: BodyStore;
  readonly #method: string;
  readonly #limits: ReadLimits;
  #headSink = new ByteSink();
  #headBytes = 0;
  #chunks: ChunkScanner | null = null;

  constructor(method: string, limits: ReadLimits) {
    this.#method = method;
    this.#limits = limits;
    this.body = new BodyStore(limits.room);
  }

  /** Takes raw bytes as they come. Those after a 101 are another protocol's. */
  feed(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0 && !this.fault && this.head?.status !== 101) {
      if (this.phase === 'done') this.#surplus(rest);
      else rest = this.phase === 'body' ? this.#body(rest) : this.#head(rest);
    }
    if (this.phase === 'body' && !this.fault) this.body.expectMore();
  }

  /** The other side closed the connection cleanly. */
  end(): void {
    if (this.fault || this.phase === 'done') return;
    if (this.phase === 'start') this.fault = failure('closed');
    else if (this.phase === 'body' && this.head?.body.kind === 'until-close') this.phase = 'done';
    else this.fault = failure('truncated', this.missing());
  }

  /** What the head promised and what came, as a sentence; empty if nothing was promised. */
  missing(): string {
    const framing = this.head?.body;
    if (framing?.kind === 'length')
      return `It announced ${framing.bytes} bytes of body, but ${this.bodyBytes} arrived.`;
    return framing?.kind === 'chunked' ? 'Its last chunk never arrived.' : '';
  }

  #surplus(bytes: Buffer): void {
    this.fault = failure('surplus-bytes');
    this.answeredTwice = beginsLikeHttp(bytes);
  }

  #head(chunk: Buffer): Buffer {
    let from = 0;
    if (this.#headSink.length === 0) {
      while (from < chunk.length && (chunk[from] === 0x0d || chunk[from] === 0x0a)) from++;
      if (from === chunk.length) return chunk.subarray(from);
    }
    this.phase = 'head';
    const before = this.#headSink.length;
    // Enough for the largest head, so that an endless line is never collected.
    const room = this.#limits.maxHeaderBytes + 1 - this.#headBytes;
    let seen = chunk.subarray(from, from + room);
    // A head that comes in one piece need not be collected.
    if (before > 0 || endOfHead(seen, 0) < 0) {
      this.#headSink.append(seen);
      seen = this.#headSink.view();
    }
    const end = endOfHead(seen, before);
    if (!beginsLikeHttp(seen)) {
      this.fault = failure('not-http');
    } else if (end < 0 || this.#headBytes + end > this.#limits.maxHeaderBytes) {
      if (this.#headBytes + seen.length > this.#limits.maxHeaderBytes) {
        this.fault = failure('header-size', `More than ${this.#limits.maxHeaderBytes} bytes arrived.`);
      }
    } else {
      this.#headBytes += end;
      this.#endHead(seen.subarray(0, end));
      this.#headSink.clear();
      return chunk.subarray(from + end - before);
    }
    return chunk.subarray(chunk.length);
  }

  #endHead(bytes: Buffer): void {
    const parsed = parseHead(bytes.toString('latin1'), this.#method);
    if ('fault' in parsed) {
      this.fault = parsed.fault;
      return;
    }
    const { head } = parsed;
    if (head.status < 200 && head.status !== 101) return;
    this.head = head;
    const { kind } = head.body;
    if (kind === 'chunked') {
      this.#chunks = new ChunkScanner(this.#limits.maxHeaderBytes, (data) => this.#keep(data));
    }
    this.phase = kind === 'none' || (head.body.kind === 'length' && head.body.bytes === 0) ? 'done' : 'body';
  }

  #body(chunk: Buffer): Buffer {
    let taken = chunk.length;
    const framing = this.head?.body;
    if (framing?.kind === 'length') {
      taken = Math.min(taken, framing.bytes - this.bodyBytes);
      if (this.bodyBytes + taken === framing.bytes) this.phase = 'done';
    } else if (this.#chunks) {
      taken = this.#chunks.scan(chunk);
      this.fault ??= this.#chunks.fault;
      if (this.#chunks.done) this.phase = 'done';
    }
    if (!this.#chunks) this.#keep(chunk.subarray(0, taken));
    this.bodyBytes += taken;
    return chunk.subarray(taken);
  }

  #keep(data: Buffer): void {
    const { maxBodyBytes } = this.#limits;
    if (this.fault) return;
    if (this.body.length + data.length > maxBodyBytes)
      this.fault = failure('too-large', `More than ${maxBodyBytes} bytes arrived.`);
    else this.body.append(data);
  }
}

/** Position after the blank line that ends a head; -1 if there is none yet. `from` bytes have been searched already. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0x0a, Math.max(0, from - 2)); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (bytes[at + 1] === 0x0a) return at + 2;
    if (bytes[at + 1] === 0x0d && bytes[at + 2] === 0x0a) return at + 3;
  }
  return -1;
}

function beginsLikeHttp(bytes: Buffer): boolean {
  const start = 'HTTP/';
  const length = Math.min(start.length, bytes.length);
  return bytes.toString('latin1', 0, length) === start.slice(0, length);
}

/** Of a chunk's size, not counting leading zeros. */
const MOST_DIGITS = 12;

/** Parses a chunked body, as the bytes come, to its end or to the first fault. The data goes to `keep`. */
class ChunkScanner {
  fault: Failure | null = null;
  done = false;
  #state: 'size' | 'data' | 'data-end' | 'trailer' = 'size';
  #line = '';
  #left = 0;
  #lineBytes = 0;
  readonly #maxLineBytes: number;
  readonly #keep: (data: Buffer) => void;

  /** `maxLineBytes` bounds all size lines' extensions and trailers, each on its own. */
  constructor(maxLineBytes: number, keep: (data: Buffer) => void) {
    this.#maxLineBytes = maxLineBytes;
    this.#keep = keep;
  }

  /** Returns how many bytes of `chunk` belong to the body. */
  scan(chunk: Buffer): number {
    let at = 0;
    while (at < chunk.length && !this.done && !this.fault) {
      if (this.#state === 'data') {
        const step = Math.min(this.#left, chunk.length - at);
        this.#keep(chunk.subarray(at, at + step));
        this.#left -= step;
        at += step;
        if (this.#left === 0) this.#state = 'data-end';
      } else {
        this.#byte(chunk[at++] ?? 0);
      }
    }
    return at;
  }

  #byte(byte: number): void {
    if (byte === 0x0a) {
      const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
      this.#line = '';
      this.#endLine(line);
      return;
    }
    this.#line += String.fromCharCode(byte);
    this.#lineBytes++;
    if (this.#state === 'data-end' && this.#line !== '\r') {
      this.fault = failure('chunk', 'A chunk is longer than its size says.');
    } else if (this.#state === 'size' && this.#line.length === 1 && !/[0-9a-f]/i.test(this.#line)) {
      this.fault = failure('chunk', 'The size of a chunk is not a hexadecimal number.');
    } else if (this.#lineBytes > this.#maxLineBytes) {
      this.fault = failure('header-size', 'The size lines or trailers of a chunked body do not end.');
    }
  }

  #endLine(line: string): void {
    if (this.#state === 'size') {
      const size = /^0*([0-9a-f]+)[ \t]*(?:;.*)?$/i.exec(line);
      if (size && (size[1] as string).length > MOST_DIGITS) {
        this.fault = failure('too-large', 'The size of a chunk is beyond what any body can have.');
        return;
      }
      if (!size) {
        this.fault = failure('chunk', 'The size of a chunk is not a hexadecimal number.');
        return;
      }
      this.#left = Number.parseInt(size[1] ?? '', 16);
      this.#state = this.#left === 0 ? 'trailer' : 'data';
      this.#lineBytes = 0;
    } else if (this.#state === 'data-end') {
      this.#state = 'size';
      this.#lineBytes = 0;
    } else if (line === '') {
      this.done = true;
    }
  }
}
