import { loadDescriptions } from '../description/load.js';
import { duration } from '../duration.js';
import type { CleanRun, MutantRecord } from '../record/selftest.js';
import { cleanRun, cleanRunPlans } from './check-service.js';
import { deriveMutants } from './mutants/derive.js';
import { runMutant } from './run-mutant.js';

/** A run against a mutant or a correct service; the answer is its record, or the text of an internal error. */
export type Task = { kind: 'mutant' | 'clean'; id: string; allCases: boolean; killers?: readonly string[] };

export type Answer = { id: string } & (
  | { kind: 'mutant'; record: MutantRecord }
  | { kind: 'clean'; record: CleanRun }
  | { kind: 'error'; text: string }
);

/** A process of the pool. Its first argument, if any, is the folder with the description. */
const descriptions = await loadDescriptions(process.argv[2]);
const mutants = new Map(deriveMutants(descriptions).map((mutant) => [mutant.id, mutant]));
const plans = new Map((await cleanRunPlans()).map((plan) => [plan.name, plan]));

function known<T>(all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (found === undefined) throw new Error('The worker knows no such run.');
  return found;
}

async function answerTo(task: Task): Promise<Answer> {
  const { id } = task;
  try {
    if (task.kind === 'clean')
      return {
        kind: 'clean',
        id,
        record: await withDeadline(cleanRun(known(plans, id), descriptions, task)),
      };
    return {
      kind: 'mutant',
      id,
      record: await withDeadline(runMutant(known(mutants, id), descriptions, task)),
    };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: 'error', id, text };
  }
}

process.on('message', async (task: Task) => process.send?.(await answerTo(task)));
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });

/** Far longer than any run on the slowest machine. */
const LONGEST_MS = 600_000;

/** The work's result. Throws when it does not end: an internal error, which must not hang the self-test. */
async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It did not end within ${duration(LONGEST_MS)}.`)), LONGEST_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
