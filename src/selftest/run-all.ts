import type { CleanRun, MutantRecord } from '../record/selftest.js';
import { type Done, openPool, type Pool } from './pool.js';
import type { Task } from './worker.js';

/** A task, and whether it meets its service over sockets and in real time: then it waits most of its time. */
export type Run = Task & { waits: boolean };

export interface RunOptions {
  /** Processes. */
  workers: number;
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  onMutant?: (record: MutantRecord) => void;
}

/** Processes for runs that wait, beside those for the others. */
const WAITERS = 2;

/** Runs all in processes, in their order; what became of them is in no order. */
export async function runAll(
  { workers, spec, onMutant }: RunOptions,
  runs: readonly Run[],
): Promise<{ mutants: MutantRecord[]; clean: CleanRun[] }> {
  const onDone = (done: Done): void => {
    if (done.kind === 'mutant') onMutant?.(done.record);
  };
  const [waiting, working] = [runs.filter(({ waits }) => waits), runs.filter(({ waits }) => !waits)];
  const waiters = await openPool(Math.min(WAITERS, waiting.length), spec, onDone);
  const others = await openPool(Math.min(workers, working.length), spec, onDone);
  try {
    const done = (await Promise.all([withRetries(waiters, waiting), withRetries(others, working)])).flat();
    return {
      mutants: done.flatMap((done) => (done.kind === 'mutant' ? [done.record] : [])),
      clean: done.flatMap((done) => (done.kind === 'clean' ? [done.record] : [])),
    };
  } finally {
    waiters.close();
    others.close();
  }
}

/** A survivor is tried again with every case before it is called one. */
async function withRetries(pool: Pool, tasks: readonly Task[]): Promise<Done[]> {
  const done = await pool.run(tasks);
  const isAlive = (task: Done): boolean => task.kind === 'mutant' && task.record.state !== 'killed';
  const again = done.filter(isAlive).map(({ id }): Task => ({ kind: 'mutant', id, allCases: true }));
  return [...done.filter((task) => !isAlive(task)), ...(await pool.run(again))];
}
