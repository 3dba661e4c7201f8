/** Longer bodies need a block of the room. */
const SMALL_BYTES = 16 * 1024;

/** Collects the body of one response: a small one on its own, a large one in a block from the room for large bodies. */
export class BodyStore {
  /** No block is free: nothing more should be read until `onRoom` is called. */
  waits = false;
  onWait: (() => void) | null = null;
  onRoom: (() => void) | null = null;
  readonly #room: BodyRoom;
  readonly #small = new ByteSink();
  #block: Buffer | null = null;
  #inBlock = 0;
  #withdraw: (() => void) | null = null;

  constructor(room: BodyRoom) {
    this.#room = room;
  }

  get length(): number {
    return this.#block ? this.#inBlock : this.#small.length;
  }

  append(data: Buffer): void {
    if (!this.#block && !this.waits && this.#small.length + data.length > SMALL_BYTES) this.#claim();
    if (this.#block) {
      this.#block.set(data, this.#inBlock);
      this.#inBlock += data.length;
    } else this.#small.append(data);
  }

  /** More is to come: a large body without a block waits for one. */
  expectMore(): void {
    if (this.#block || this.waits || this.#small.length <= SMALL_BYTES) return;
    this.waits = true;
    this.#withdraw = this.#room.wait((block) => {
      this.#moveTo(block);
      this.onRoom?.();
    });
    this.onWait?.();
  }

  /** What was collected, as a copy of its own; nothing is held afterwards. */
  take(): Buffer {
    const held = this.#block?.subarray(0, this.#inBlock);
    const taken = held ? this.#copy(held) : this.#small.take();
    this.drop();
    return taken;
  }

  /** Gives everything up. */
  drop(): void {
    this.#withdraw?.();
    this.#small.clear();
    if (this.#block) this.#room.giveBack(this.#block);
    this.#block = null;
  }

  #copy(held: Buffer): Buffer {
    return held.length > 4 * SMALL_BYTES ? this.#room.copy(held) : Buffer.from(held);
  }

  #claim(): void {
    const block = this.#room.take();
    if (block) this.#moveTo(block);
  }

  #moveTo(block: Buffer): void {
    block.set(this.#small.view());
    this.#inBlock = this.#small.length;
    this.#small.clear();
    this.#block = block;
    this.waits = false;
  }
}

const NOTHING = Buffer.alloc(0);

/** Collects bytes in one growing buffer: a body that drips in byte by byte costs no more than its length. */
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
    // Whoever keeps it must not keep the spare room as well.
    return isTight ? taken : Buffer.from(taken);
  }

  clear(): void {
    this.#buffer = NOTHING;
    this.#length = 0;
  }
}

/** How many returned copies are kept for reuse. */
const MOST_SPARES = 8;

/**
 * Room for the large bodies in flight: a few blocks, each as long as the largest body, used again and again. A body that
 * finds none waits in line, so many large responses at once cost time, but neither memory nor a verdict.
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

  /** Waits in line if no block is free; `onBlock` gets the next one. Returns what cancels the wait. */
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

  /** A copy of a body that may be kept for as long as needed. */
  copy(body: Buffer): Buffer {
    const spare = this.#spares.pop() ?? Buffer.allocUnsafeSlow(this.#blockBytes);
    return spare.subarray(0, body.copy(spare));
  }

  /**
   * A copy that is no longer used serves as the next one: otherwise tens of megabytes of them would pile up before the
   * garbage collector ran.
   */
  reuse(copy: Buffer): void {
    const isOurs = copy.byteOffset === 0 && copy.buffer.byteLength === this.#blockBytes;
    if (isOurs && this.#spares.length < MOST_SPARES) this.#spares.push(Buffer.from(copy.buffer));
  }
}
