import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS } from '../reporters/runs-folder.js';
import { NoVerdict } from '../run/no-verdict.js';
import { printable } from '../yaml/problem.js';
import { recordAt } from './record-at.js';

/**
 * Ids of the cases that a run left to do: those that failed, broke or stayed inconclusive, known failures of a baseline
 * aside. Throws a NoVerdict with exit code 2 where there is no such run, and where nothing is left.
 * @param folder the reports of that run
 */
export async function lastFailed(folder: string): Promise<string[]> {
  if (!existsSync(join(folder, RESULTS)))
    throw new NoVerdict(
      2,
      'results',
      `--last-failed needs the results of a run before, and ${printable(folder)} holds none.`,
      'Run without it first; --out names the folder of its reports.',
    );
  const { cases } = await recordAt(folder);
  const left = cases.filter(
    ({ verdict, accepted }) => ['fail', 'error', 'inconclusive'].includes(verdict) && !accepted,
  );
  if (left.length > 0) return left.map(({ id }) => id);
  throw new NoVerdict(
    2,
    'nothing-selected',
    `In the last run, whose results are in ${printable(folder)}, every case passed or was skipped.`,
    'Leave out --last-failed to check all.',
  );
}
