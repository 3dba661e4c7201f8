import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { whenAborted } from '../abort.js';
import { afterActive } from '../active-time.js';
import { Mark } from '../engine/judge/mark.js';
import type { Delivery } from '../engine/ports.js';

interface StoreOptions {
  /** Deliveries kept of each sort: interesting ones and the rest. */
  keepDeliveries: { own: number; other: number };
  /** Bytes kept of each sort. Once half of them are taken, interesting bodies are packed. */
  keepBytes: { own: number; other: number };
  /** The run's own: they are kept when others no longer are. */
  interesting: (delivery: Delivery) => boolean;
  /** Calls once when this much time has passed; returns what cancels that. Default: the real time of this process. */
  after?: (ms: number, call: () => void) => () => void;
}

/** What a delivery costs besides its headers and body, roughly, bytes. */
const OVERHEAD_BYTES = 512;
/** Bodies within these bounds are packed: shorter ones take little room, longer ones take long to unpack. */
const [SHORTEST_PACKED, LONGEST_PACKED] = [512, 256 * 1024];
/** All packed bodies together may have this many times the bytes that are kept: each is unpacked again and again. */
const PACKED_TIMES = 16;
/** The latest deliveries tell what those to come are like. */
const SAMPLES = 64;

/** Keeps deliveries within limits and wakes those who wait for one. */
export class DeliveryStore {
  readonly deliveries: Delivery[] = [];
  /** Deliveries that were not kept. */
  dropped = 0;
  /** Those among them that were interesting. */
  droppedOwn = 0;
  /** Interesting ones that were not kept whole, since everything was last dropped. */
  lost = 0;
  /** Others that were not kept, since then. */
  lostOthers = 0;
  readonly #options: StoreOptions;
  readonly #kept = { own: { count: 0, bytes: 0 }, other: { count: 0, bytes: 0 } };
  #packer: BodyPacker | null = null;
  /** Bytes of the packed bodies before they were packed. */
  #packed = 0;
  readonly #pool = new HeaderPool();
  readonly #waiters = new Set<(delivery: Delivery | null) => void>();
  #nextId = 1;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  add(incoming: Omit<Delivery, 'id'>): void {
    const { headers, cost } = this.#pool.pooled(incoming.headers);
    const delivery: Delivery = { id: this.#nextId++, ...incoming, headers };
    const own = this.#isOwn(delivery);
    const sort = own ? 'own' : 'other';
    const kept = this.#kept[sort];
    const { keepDeliveries, keepBytes } = this.#options;
    const room = keepBytes[sort] - kept.bytes - OVERHEAD_BYTES - cost;
    const packed = own && room < keepBytes.own / 2 ? this.#pack(delivery.body, room) : null;
    const length = packed?.cost ?? delivery.body.length;
    if (kept.count >= keepDeliveries[sort] || length > room) {
      this.dropped++;
      if (own) {
        this.droppedOwn++;
        this.lost++;
      } else this.lostOthers++;
      return;
    }
    if (own && delivery.partial) this.lost++;
    kept.count++;
    kept.bytes += OVERHEAD_BYTES + cost + length;
    if (packed) this.#packed += delivery.body.length;
    this.deliveries.push(packed ? withBody(delivery, packed) : delivery);
    for (const wake of [...this.#waiters]) wake(delivery);
  }

  /** Null if the body stays as it is. */
  #pack(body: Uint8Array, room: number): PackedBody | null {
    const { length } = body;
    const most = PACKED_TIMES * this.#options.keepBytes.own;
    if (length < SHORTEST_PACKED || length > LONGEST_PACKED || this.#packed + length > most) return null;
    this.#packer ??= new BodyPacker(this.deliveries.slice(-SAMPLES).map((delivery) => delivery.body));
    return this.#packer.pack(Buffer.from(body.buffer, body.byteOffset, length), room);
  }

  /** A judge that fails on what a stranger sent must not lose it. */
  #isOwn(delivery: Delivery): boolean {
    try {
      return this.#options.interesting(delivery);
    } catch {
      return true;
    }
  }

  /** See `Mailbox.waitFor`. Rejects when `match` throws. */
  waitFor(
    match: (delivery: Delivery) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
    after = 0,
  ): Promise<Delivery | null> {
    return new Promise((resolve, reject) => {
      const found = this.#since(after).find(match);
      if (found || signal?.aborted || timeoutMs <= 0) {
        resolve(found ?? null);
        return;
      }
      const end = (delivery: Delivery | null): void => {
        cancel();
        unsubscribe();
        this.#waiters.delete(wake);
        resolve(delivery);
      };
      const giveUp = (): void => end(null);
      const wake = (delivery: Delivery | null): void => {
        try {
          if (!delivery || match(delivery)) end(delivery);
        } catch (error) {
          end(null);
          reject(error);
        }
      };
      const cancel = (this.#options.after ?? afterActive)(timeoutMs, giveUp);
      const unsubscribe = whenAborted(signal, giveUp);
      this.#waiters.add(wake);
    });
  }

  /** Ids grow: thousands may have come before. */
  #since(after: number): readonly Delivery[] {
    const last = this.deliveries.at(-1);
    if (!last || last.id <= after) return [];
    return this.deliveries.slice(this.deliveries.findLastIndex(({ id }) => id <= after) + 1);
  }

  /** Drops everything received so far, to make room for more. */
  forget(): void {
    this.deliveries.splice(0);
    this.lost = 0;
    this.lostOthers = 0;
    this.#packer = null;
    this.#packed = 0;
    for (const sort of Object.values(this.#kept)) Object.assign(sort, { count: 0, bytes: 0 });
  }

  /** Ends all waiting with null. */
  close(): void {
    for (const wake of [...this.#waiters]) wake(null);
  }
}

/** The delivery, whose body is unpacked each time somebody looks at it. */
function withBody(delivery: Delivery, packed: PackedBody): Delivery {
  const { body: _, ...rest } = delivery;
  return {
    ...rest,
    get body() {
      return packed.unpack();
    },
  };
}

/** Most deliveries have most headers in common: each is kept once, up to a number. */
class HeaderPool {
  readonly #known = new Map<string, [string, string]>();

  /** The same headers, and what they cost beyond those that are known already, bytes. */
  pooled(headers: Delivery['headers']): { headers: Delivery['headers']; cost: number } {
    let cost = 0;
    const pooled = headers.map((header): [string, string] => {
      const key = header.join('\n');
      const known = this.#known.get(key);
      if (known) return known;
      cost += key.length + HEADER_BYTES;
      if (this.#known.size < MOST_HEADERS) this.#known.set(key, header);
      return header;
    });
    return { headers: pooled, cost };
  }
}

/** What a header costs besides its text, roughly, bytes. */
const HEADER_BYTES = 32;
/** A hostile target sends others each time. */
const MOST_HEADERS = 2_000;

/** Deliveries to answer with a failure, by a text that they contain. */
export class Refusals {
  readonly #left = new Map<string, { mark: Mark; left: number }>();

  /** The next `count` deliveries that contain `text`; 0: no more. */
  next(text: string, count: number): void {
    if (count > 0) this.#left.set(text, { mark: new Mark(text), left: count });
    else this.#left.delete(text);
  }

  /** Whether the delivery that just came is refused. */
  take(body: Buffer): boolean {
    for (const [text, { mark, left }] of this.#left) {
      if (!mark.isIn(body)) continue;
      this.next(text, left - 1);
      return true;
    }
    return false;
  }
}

/** A body that takes less room than its bytes. */
interface PackedBody {
  /** What it takes, bytes, without what it shares with those packed before. */
  cost: number;
  unpack(): Buffer;
}

/**
 * A long text without blanks, such as a picture in Base64: the same one often comes with many events. Each is tried from its
 * beginning alone: one that is too short would be read again from every place in it.
 */
const LONG_TEXT = /(?<![\w+/=\\-])[\w+/=\\-]{4096,}/g;
/** What DEFLATE looks back to, bytes. */
const WINDOW_BYTES = 32 * 1024;
const LEVEL = 1;

/** Packs bodies that are like each other, as events of one service are. */
export class BodyPacker {
  /** Long texts of the bodies packed so far, by their digests. */
  private readonly shared = new Map<string, Buffer>();
  private readonly dictionary: Buffer;

  /** @param samples bodies like those to come; the last ones count */
  constructor(samples: readonly Uint8Array[]) {
    this.dictionary = Buffer.concat(samples).subarray(-WINDOW_BYTES);
  }

  /** Null if the body would take more than `most` bytes; nothing of it is kept then. */
  pack(body: Buffer, most: number): PackedBody | null {
    const text = body.toString('latin1');
    const long = [...text.matchAll(LONG_TEXT)].map(({ 0: { length }, index }) => {
      const bytes = body.subarray(index, index + length);
      return { index, bytes, digest: createHash('sha1').update(bytes).digest('base64') };
    });
    const deflated = deflateRawSync(without(body, long), { level: LEVEL, dictionary: this.dictionary });
    // A copy of its own: what zlib returns is part of a larger buffer.
    const packed = Buffer.from(deflated);
    const news = new Map(
      long.filter(({ digest }) => !this.shared.has(digest)).map(({ digest, bytes }) => [digest, bytes]),
    );
    const cost = [...news.values()].reduce((sum, { length }) => sum + length, packed.length);
    if (cost > most) return null;
    // Copies, too: the body as a whole can go.
    for (const [digest, bytes] of news) this.shared.set(digest, Buffer.from(bytes));
    const texts = long.map(({ index, digest }) => ({ index, bytes: this.shared.get(digest) as Buffer }));
    return { cost, unpack: () => this.unpacked(packed, texts) };
  }

  private unpacked(packed: Buffer, texts: readonly LongText[]): Buffer {
    const rest = inflateRawSync(packed, { dictionary: this.dictionary });
    let [taken, at] = [0, 0];
    const parts = texts.flatMap(({ index, bytes }) => {
      const before = rest.subarray(taken, taken + index - at);
      taken += before.length;
      at = index + bytes.length;
      return [before, bytes];
    });
    return Buffer.concat([...parts, rest.subarray(taken)]);
  }
}

/** A part of a body. */
interface LongText {
  /** Where it begins in the body. */
  index: number;
  bytes: Buffer;
}

function without(body: Buffer, texts: readonly LongText[]): Buffer {
  let at = 0;
  const parts = texts.map(({ index, bytes }) => {
    const before = body.subarray(at, index);
    at = index + bytes.length;
    return before;
  });
  return Buffer.concat([...parts, body.subarray(at)]);
}
