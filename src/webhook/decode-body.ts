import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

const DECODERS: Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The body without its content encoding; as it came where that is unknown, broken or larger than `maxBytes`. */
export function decodeBody(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer {
  const decode = DECODERS[(encoding ?? '').trim().toLowerCase()];
  if (decode === undefined) return body;
  try {
    return decode(body, { maxOutputLength: maxBytes });
  } catch {
    return body;
  }
}
