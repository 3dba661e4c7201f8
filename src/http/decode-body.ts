import * as zlib from 'node:zlib';
import { type Failure, failure } from './failures.js';
import { valuesOf } from './response-head.js';

const decoders = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: inflateEither,
  br: zlib.brotliDecompressSync,
} satisfies Record<string, Decoder>;

/** More would be work for nothing. */
const MAX_CODINGS = 3;

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/**
 * Undoes the content codings of a body; nothing larger than `maxBytes` is ever unpacked. This happens synchronously and
 * not in threads: it takes a few milliseconds at most, and what a decoder held is free again afterwards.
 */
export function decodeBody(
  body: Buffer,
  headers: [string, string][],
  maxBytes: number,
): { body: Buffer } | { fault: Failure } {
  const codings = valuesOf(headers, 'content-encoding')
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (codings.length > MAX_CODINGS)
    return {
      fault: failure('codings', `It names ${codings.length} of them; at most ${MAX_CODINGS} are decoded.`),
    };
  let decoded = body;
  // An empty body, such as the response to HEAD, has nothing to undo.
  for (const coding of body.length === 0 ? [] : codings.reverse()) {
    const decoder: Decoder | undefined = Object.hasOwn(decoders, coding)
      ? decoders[coding as keyof typeof decoders]
      : undefined;
    if (!decoder) return { fault: failure('codings', 'It names one that conform does not know.') };
    try {
      decoded = decoder(decoded, { maxOutputLength: maxBytes });
    } catch (error) {
      return { fault: decodeFailure(error, maxBytes) };
    }
  }
  return { body: decoded };
}

/** `deflate` means the zlib format, but some services send it without the header. */
function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const zlibHeader = bytes.length >= 2 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 0x0f) === 8;
  return zlibHeader ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

function decodeFailure(error: unknown, maxBytes: number): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return failure('too-large', `Unpacked, it is longer than ${maxBytes} bytes.`);
  if (code === 'Z_BUF_ERROR') return failure('truncated', 'Its compressed data breaks off.');
  return failure('encoding');
}
