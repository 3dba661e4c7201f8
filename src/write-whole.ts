import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { writeProblem } from './file-problem.js';

/**
 * Writes a file that is afterwards either complete or as it was before; its folder is created if missing.
 * @param mode who may read it, as for `chmod`; default: whoever may read files of this process
 * @throws ReportError why it could not be written
 */
export function writeWhole(path: string, text: string, mode?: number): Promise<void> {
  return writeTogether([{ path, content: () => text, mode }]);
}

export interface WholeFile {
  path: string;
  /** Called when it is the file's turn; returns one text, or pieces. */
  content: () => string | Iterable<string> | Iterable<Uint8Array>;
  mode?: number | undefined;
}

/**
 * Writes files one after the other, all of them under temporary names before the first one takes its place.
 * @param written called after each, with the milliseconds that it took
 * @throws ReportError which file failed, and why; all are as they were before
 */
export async function writeTogether(
  files: readonly WholeFile[],
  written: (path: string, ms: number) => void = () => undefined,
): Promise<void> {
  try {
    for (const { path, content, mode = 0o666 } of files) {
      const began = performance.now();
      await writing(path, async () => {
        await makeFolder(dirname(path));
        await writeFile(temporaryName(path), content(), { flush: true, mode });
      });
      written(path, performance.now() - began);
    }
    for (const { path } of files) await writing(path, () => rename(temporaryName(path), path));
  } catch (error) {
    const left = files.map(({ path }) => rm(temporaryName(path), { force: true }).catch(() => undefined));
    await Promise.all(left);
    throw error;
  }
}

/**
 * Checks before long work whether its files can be written into a folder at the end; what it has to create for that is
 * removed again.
 * @throws ReportError why they cannot
 */
export async function mustBeWritable(folder: string): Promise<void> {
  await writing(folder, async () => {
    const missing: string[] = [];
    let there = resolve(folder);
    for (; !existsSync(there) && dirname(there) !== there; there = dirname(there)) missing.push(there);
    // With a slash at the end, a file does not count as a folder.
    await access(`${there}/`, constants.W_OK);
    await makeFolder(resolve(folder));
    for (const each of missing) await rmdir(each);
  });
}

/**
 * Creates a folder and those above it, as far as they are missing. Node's own function never returns below a folder that
 * denies the existence of new entries, as `/proc` does.
 */
export async function makeFolder(path: string): Promise<void> {
  const above = dirname(path);
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code !== 'ENOENT' || above === path || existsSync(above)) throw error;
    await makeFolder(above);
    await makeFolder(path);
  }
}

/** Where a file is written until it is complete: beside its place, hidden. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
}

/**
 * Removes what runs left behind in a folder when they were killed while writing: temporary files of processes that are
 * gone. Whatever cannot be removed stays.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => {
    const [, pid] = /^\..+\.(\d+)\.tmp$/.exec(name) ?? [];
    return pid !== undefined && !isRunning(Number(pid));
  });
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
}

/** Does a part of the writing of `path`; whatever goes wrong becomes a ReportError. */
export async function writing<T>(path: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = writeProblem(code) ?? message;
    throw new ReportError(path, 'written', code === undefined ? why : `${why} (${code})`, error);
  }
}

/** A report could not be written, listed or served. `path` is the file or folder; older reports are as they were. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
  constructor(
    readonly path: string,
    what: 'written' | 'served' | 'listed',
    why: string,
    cause: unknown,
  ) {
    super(`${path} cannot be ${what}: ${why}.`, { cause });
  }
}

/** Whether a process with this number runs on this machine, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
