import type { BodyRoom } from './body-room.js';
import { ByteSink } from './byte-sink.js';

/** Longer bodies need a block of the room. */
const SMALL_BYTES = 16 * 1024;

/** Collects the body of one answer: a small one by itself, a large one in a block of the room for large bodies. */
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

  /** What was collected, as a copy of its own; nothing is held any more. */
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
