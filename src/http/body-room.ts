/** Returned copies that are kept for the next ones. */
const MOST_SPARES = 8;

/**
 * Room for the large bodies in flight: a few blocks, each as long as the largest body, used again and again. Who finds
 * none stands in line, so that many large answers at once cost time and neither memory nor a verdict.
 */
export class BodyRoom {
  readonly #blockBytes: number;
  readonly #free: Buffer[] = [];
  readonly #waiting: ((block: Buffer) => void)[] = [];
  readonly #spares: Buffer[] = [];
  #unmade: number;

  constructor(blocks: number, blockBytes: number) {
    this.#unmade = blocks;
    this.#blockBytes = blockBytes;
  }

  /** A free block; give it back after use. */
  take(): Buffer | undefined {
    const block = this.#free.pop();
    if (block || this.#unmade === 0) return block;
    this.#unmade--;
    return Buffer.allocUnsafeSlow(this.#blockBytes);
  }

  /** Stands in line where no block is free; `onBlock` gets the next one. Returns what ends the waiting. */
  wait(onBlock: (block: Buffer) => void): () => void {
    this.#waiting.push(onBlock);
    return () => {
      const at = this.#waiting.indexOf(onBlock);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  giveBack(block: Buffer): void {
    const next = this.#waiting.shift();
    if (next) next(block);
    else this.#free.push(block);
  }

  /** A copy of a body, for as long as anybody likes. */
  copy(body: Buffer): Buffer {
    const spare = this.#spares.pop() ?? Buffer.allocUnsafeSlow(this.#blockBytes);
    return spare.subarray(0, body.copy(spare));
  }

  /**
   * A copy that nobody looks at any more serves as the next one: tens of megabytes of them would heap up before the
   * garbage collector came by.
   */
  reuse(copy: Buffer): void {
    const isOurs = copy.byteOffset === 0 && copy.buffer.byteLength === this.#blockBytes;
    if (isOurs && this.#spares.length < MOST_SPARES) this.#spares.push(Buffer.from(copy.buffer));
  }
}
