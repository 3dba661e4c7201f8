const NOTHING = Buffer.alloc(0);

/** Collects bytes in one growing buffer: a body that drips in single bytes costs no more than its length. */
export class ByteSink {
  #buffer: Buffer = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(chunk: Uint8Array): void {
    // Nearly all come in one piece, which takes no more room than it needs.
    if (this.#length === 0) {
      this.#buffer = Buffer.from(chunk);
      this.#length = chunk.length;
      return;
    }
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, 512));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }

  /** What was collected so far, valid until the next `append`. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  /** What was collected; the sink is empty afterwards. */
  take(): Buffer {
    const taken = this.view();
    const isTight = this.#length > 0.9 * this.#buffer.length;
    this.clear();
    // Who keeps it must not keep the room that was left for more.
    return isTight ? taken : Buffer.from(taken);
  }

  clear(): void {
    this.#buffer = NOTHING;
    this.#length = 0;
  }
}
