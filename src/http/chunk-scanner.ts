import { type Failure, failure } from './failures.js';

/** Of a chunk's size, leading zeros aside. */
const MOST_DIGITS = 12;

/** Walks a chunked body, as the bytes come, to its end or to the first fault. The data goes to `keep`. */
export class ChunkScanner {
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
