import { open } from 'node:fs/promises';
import { BOUNDS, type Bounds } from './bounds.js';
import type { Located } from './located.js';
import { parseYaml } from './parse-yaml.js';
import { YamlError } from './problem.js';

/**
 * Reads a YAML file within bounds (by default 256 KiB), with the place of every value.
 * @param label name of the file in messages
 * @throws YamlError with places; the file system's own errors as they are
 */
export async function readYaml(path: string, label = path, bounds: Bounds = BOUNDS): Promise<Located> {
  const bytes = await readAtMost(path, bounds.bytes + 1);
  const start = { file: label, line: 1, column: 1 };
  if (bytes.length > bounds.bytes) {
    throw new YamlError([
      { ...start, message: `the file is too large, expected at most ${bounds.bytes / 1024} KiB` },
    ]);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new YamlError([{ ...start, message: 'the bytes are not text, expected UTF-8' }]);
  }
  return parseYaml(text, label, bounds);
}

async function readAtMost(path: string, limit: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(limit);
    let length = 0;
    while (length < limit) {
      const { bytesRead } = await file.read(buffer, length, limit - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}
