/** A body in two parts: cut inside its first character of several bytes, else in the middle. */
export function partsOf(body: Uint8Array): [Uint8Array, Uint8Array] {
  const inside = body.findIndex((byte) => (byte & CONTINUATION_MASK) === CONTINUATION);
  const cut = inside < 0 ? Math.floor(body.length / 2) : inside;
  return [body.subarray(0, cut), body.subarray(cut)];
}

/** Bytes of UTF-8 that continue a character (RFC 3629, 3). */
const CONTINUATION_MASK = 0b1100_0000;
const CONTINUATION = 0b1000_0000;
