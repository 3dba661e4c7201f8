import * as zlib from 'node:zlib';

/** Why a body could not be decoded. */
export type CodingProblem =
  | { kind: 'too-many'; codings: number }
  | { kind: 'unknown' | 'too-large' | 'truncated' | 'malformed' };

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const decoders = new Map<string, Decoder>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', inflateEither],
  ['br', zlib.brotliDecompressSync],
]);

/** More would be work for nothing. */
export const MAX_CODINGS = 3;

/**
 * Undoes the content codings of a body; nothing larger than `maxBytes` is ever unpacked. This happens synchronously and
 * not in threads: it takes a few milliseconds at most, and what a decoder held is free again afterwards.
 * @param encodings values of Content-Encoding headers
 */
export function decodeBody(
  body: Buffer,
  encodings: readonly string[],
  maxBytes: number,
): { body: Buffer } | { problem: CodingProblem } {
  const codings = encodings
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (codings.length > MAX_CODINGS) return { problem: { kind: 'too-many', codings: codings.length } };
  let decoded = body;
  // An empty body, such as the response to HEAD, has nothing to undo.
  for (const coding of body.length === 0 ? [] : codings.reverse()) {
    const decoder = decoders.get(coding);
    if (!decoder) return { problem: { kind: 'unknown' } };
    try {
      decoded = decoder(decoded, { maxOutputLength: maxBytes });
    } catch (error) {
      return { problem: { kind: problemOf(error) } };
    }
  }
  return { body: decoded };
}

/** `deflate` means the zlib format, but some services send it without the header. */
function inflateEither(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  const zlibHeader = bytes.length >= 2 && bytes.readUInt16BE(0) % 31 === 0 && ((bytes[0] ?? 0) & 0x0f) === 8;
  return zlibHeader ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
}

function problemOf(error: unknown): 'too-large' | 'truncated' | 'malformed' {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return code === 'Z_BUF_ERROR' ? 'truncated' : 'malformed';
}

/**
 * The body without its content codings; unchanged if they are unknown or broken, or if it is then larger than `maxBytes`.
 * `isTooLong`: it is larger.
 */
export function decodedBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): { body: Buffer; isTooLong: boolean } {
  const result = decodeBody(body, encoding === undefined ? [] : [encoding], maxBytes);
  if ('body' in result) return { body: result.body, isTooLong: false };
  return { body, isTooLong: result.problem.kind === 'too-large' };
}
