import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DOCUMENT, SHEET } from './sheet.js';

/** Writes what of the console's page is no script into a folder; the build does that once. */
export async function writePage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), DOCUMENT);
  await writeFile(join(folder, 'console.css'), SHEET);
}
