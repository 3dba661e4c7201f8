import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../record/types.js';
import { renderCtrf } from './ctrf.js';
import { renderHtml } from './html/render-html.js';
import { renderJson } from './json.js';
import { renderJunit } from './junit.js';
import { renderMarkdown } from './markdown.js';
import { ReportError } from './report-error.js';

export { ReportError };

const RENDERERS: Record<string, (record: RunRecord) => string> = {
  'results.json': renderJson,
  'junit.xml': renderJunit,
  'ctrf.json': renderCtrf,
  'summary.md': renderMarkdown,
  'index.html': renderHtml,
};

/**
 * Writes every report of the run into `outDir` (made when missing) under fixed names and returns their paths.
 * All are complete under temporary names before the first one takes its place.
 * @throws ReportError which file failed, and why
 */
export async function writeReports(record: RunRecord, outDir: string): Promise<string[]> {
  const staged: { name: string; temporary: string; path: string }[] = [];
  try {
    await at('', () => mkdir(outDir, { recursive: true }), outDir);
    for (const [name, render] of Object.entries(RENDERERS)) {
      const temporary = join(outDir, `.${name}.${process.pid}.tmp`);
      staged.push({ name, temporary, path: join(outDir, name) });
      await at(name, () => writeFile(temporary, render(record), { flush: true }), outDir);
    }
    for (const { name, temporary, path } of staged) await at(name, () => rename(temporary, path), outDir);
  } catch (error) {
    await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true }).catch(() => undefined)));
    throw error;
  }
  return staged.map(({ path }) => path);
}

async function at<T>(name: string, action: () => T | Promise<T>, outDir: string): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === undefined ? message : (REASONS[code] ?? message);
    throw new ReportError(
      join(outDir, name),
      'written',
      code === undefined ? why : `${why} (${code})`,
      error,
    );
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file stands where the folder should be',
  EISDIR: 'a folder stands where the file should be',
};
