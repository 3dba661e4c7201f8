import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RecordError } from '../record/read-checked.js';
import { readRecord } from '../record/read-record.js';
import type { RunRecord } from '../record/types.js';
import { RESULTS } from '../reporters/runs-folder.js';
import { inert } from '../reporters/text/inert.js';
import { NoVerdict } from '../run/no-verdict.js';

/** The record of a run, from its `results.json` or from the folder with it. Throws a NoVerdict with exit code 2. */
export async function recordAt(path: string): Promise<RunRecord> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (folder && !existsSync(join(path, RESULTS)))
    throw new NoVerdict(
      2,
      'results',
      `${path} holds no ${RESULTS}.`,
      `A run writes one. conform report ${path} alone lists the runs in its subfolders.`,
    );
  try {
    return await readRecord(folder ? join(path, RESULTS) : path);
  } catch (error) {
    if (error instanceof RecordError) throw new NoVerdict(2, 'results', inert(error.message), hintFor(path));
    throw error;
  }
}

/** Who has no file at all has not run anything yet, or somewhere else. */
function hintFor(path: string): string | null {
  return existsSync(path) ? null : `A run writes ${RESULTS}; name it, or its folder.`;
}
