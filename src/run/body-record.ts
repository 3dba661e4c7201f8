import type { Redactor } from '../record/redact.js';
import type { BodyRecord } from '../record/types.js';

/** What the record keeps of bytes; `size` is their true length, if there were more. Null: there are none. */
export type KeepBody = (body: Uint8Array | null, size?: number) => BodyRecord | null;

/** Longer bodies are cut; their true length stays. */
const LONGEST = 64 * 1024;
/** So much of each body is kept once all of them together have grown beyond the total. */
const SHORT = 1024;
const TOTAL = 1024 * 1024;
/** Looked at beyond the cut, for a secret may stand across it. */
const BEYOND = 64 * 1024;

/** Keeps bodies of one record: masked first, cut then, all of them together within a bound. */
export function bodyKeeper(redact: Redactor): KeepBody {
  let kept = 0;
  return (body, size = body?.length ?? 0) => {
    if (body === null || size === 0) return null;
    const limit = kept < TOTAL ? LONGEST : SHORT;
    const looked = body.subarray(0, limit + BEYOND);
    const text = decode(looked, looked.length < size);
    const whole = redact(text ?? Buffer.from(looked).toString('latin1'));
    const short = whole.slice(0, limit).toWellFormed();
    kept += short.length;
    const cut = looked.length < size || short.length < whole.length;
    if (text !== null) return { text: short, bytes: size, cut };
    return { base64: Buffer.from(short, 'latin1').toString('base64'), bytes: size, cut };
  };
}

/** Null: no UTF-8. The end of a cut text may break a character. */
function decode(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}
