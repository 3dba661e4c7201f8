import { open } from 'node:fs/promises';

/** Reads a file, which may be a pipe, up to `limit` bytes and a few more, so that too much can be told. */
export async function readBounded(path: string, limit: number): Promise<string> {
  const file = await open(path);
  try {
    return await collect(file.createReadStream({ end: limit + 1, autoClose: false }), limit);
  } finally {
    await file.close();
  }
}

/** The text of a stream, up to `limit` bytes and a few more. */
export async function collect(chunks: AsyncIterable<Uint8Array | string>, limit: number): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk as Uint8Array);
    kept.push(bytes);
    size += bytes.length;
    if (size > limit + 2) break;
  }
  return Buffer.concat(kept).toString('utf8');
}
