import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/**
 * The body without its content encoding; as it came where that is unknown, broken or larger than `maxBytes`.
 * `isTooLong`: it is larger.
 */
export function decodeBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): { body: Buffer; isTooLong: boolean } {
  const decode = DECODERS[(encoding ?? '').trim().toLowerCase()];
  if (decode === undefined) return { body, isTooLong: false };
  try {
    return { body: decode(body, { maxOutputLength: maxBytes }), isTooLong: false };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return { body, isTooLong: code === 'ERR_BUFFER_TOO_LARGE' };
  }
}
