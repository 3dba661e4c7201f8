import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A body that takes less room than its bytes. */
export interface PackedBody {
  /** What it takes, bytes, without what it shares with those packed before. */
  cost: number;
  unpack(): Buffer;
}

/** A long text without blanks, such as a picture in Base64: the same one often comes with many events. */
const LONG_TEXT = /[\w+/=\\-]{4096,}/g;
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
