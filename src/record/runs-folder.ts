import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the file that makes a folder a run. */
export const RESULTS = 'results.json';

/**
 * Subfolders that hold a run, newest first by the start that the record states, otherwise by the age of the file. Hidden
 * folders and links do not count. Only the beginning of each record is read.
 * @throws when the folder itself cannot be read
 */
export async function runsIn(dir: string): Promise<string[]> {
  const found: { name: string; at: number }[] = [];
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
    const at = await startOf(join(dir, entry.name, RESULTS));
    if (at !== null) found.push({ name: entry.name, at });
  }
  return found.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1)).map(({ name }) => name);
}

/** Milliseconds since the epoch; null: there is no such file. */
async function startOf(path: string): Promise<number | null> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return null;
  // Opening a pipe would wait for its other end.
  const head = found.isFile() ? await headOf(path).catch(() => '') : '';
  const named = Date.parse(/"startedAt":\s*"([^"]+)"/.exec(head)?.[1] ?? '');
  return Number.isNaN(named) ? found.mtimeMs : named;
}

/** Enough to reach the start of a run: only names of tool and target come before it. */
const HEAD_BYTES = 16_384;

async function headOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
