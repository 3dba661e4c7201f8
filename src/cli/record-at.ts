import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { RecordError, readRecord } from '../record/read-record.js';
import type { RunRecord } from '../record/types.js';
import { RESULTS } from '../reporters/runs-folder.js';
import { inert, printable } from '../terminal-text.js';

/** The record of a run, from its `results.json` or from the folder with it. Throws a NoVerdict with exit code 2. */
export async function recordAt(path: string): Promise<RunRecord> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (folder && !existsSync(join(path, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'results',
      `${path} holds no ${RESULTS}.`,
      `A run writes one. conform report ${path} alone lists the runs in its subfolders.`,
    );
  try {
    return await readRecord(folder ? join(path, RESULTS) : path);
  } catch (error) {
    if (error instanceof RecordError)
      throw new NoVerdict(EXIT.usage, 'results', inert(error.message), hintFor(path));
    throw error;
  }
}

/** The folder of a run that is named by its `results.json` or by the folder itself. */
export function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? dirname(path) : path;
}

/** If the file does not exist, nothing has been run yet, or somewhere else. */
function hintFor(path: string): string | null {
  return existsSync(path) ? null : `A run writes ${RESULTS}; name it, or its folder.`;
}

/**
 * Ids of the cases to run again: those that failed, broke, stayed inconclusive or were interrupted, except known failures
 * of a baseline. Throws a NoVerdict with exit code 2 if there is no such run, or nothing is left.
 * @param folder the reports of that run
 */
export async function lastFailed(folder: string): Promise<string[]> {
  if (!existsSync(join(folder, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'results',
      `--last-failed needs the results of an earlier run, and ${printable(folder)} holds none.`,
      'Run without it first; --out names the folder of its reports.',
    );
  const { cases, verdict } = await recordAt(folder);
  const left = cases.filter(
    ({ verdict, accepted, reason }) =>
      (['fail', 'error', 'inconclusive'].includes(verdict) || reason?.code === 'interrupted') && !accepted,
  );
  if (left.length > 0) return left.map(({ id }) => id);
  const found = verdict === 'no-verdict' ? 'no case was run' : 'every case passed or was skipped';
  throw new NoVerdict(
    EXIT.usage,
    'nothing-selected',
    `In the last run, whose results are in ${printable(folder)}, ${found}.`,
    'Leave out --last-failed to check all.',
  );
}
