import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { codePlace } from '../package-root.js';
import type { CleanRun, MutantRecord } from '../record/selftest.js';
import type { Answer, Task } from './worker.js';

/** A task, and whether it meets its service over sockets and in real time: then it mostly waits. */
export type Run = Task & { waits: boolean };

interface RunOptions {
  /** Processes. */
  workers: number;
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  onMutant?: (record: MutantRecord) => void;
}

/** Processes for runs that wait, besides those for the others. */
const WAITERS = 2;

/** Runs all tasks in processes, started in order; the results come in no order. */
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

/** A survivor is tried again with every case before it counts as one. */
async function withRetries(pool: Pool, tasks: readonly Task[]): Promise<Done[]> {
  const done = await pool.run(tasks);
  const isAlive = (task: Done): boolean => task.kind === 'mutant' && task.record.state !== 'killed';
  const again = done.filter(isAlive).map(({ id }): Task => ({ kind: 'mutant', id, allCases: true }));
  return [...done.filter((task) => !isAlive(task)), ...(await pool.run(again))];
}

/** A task's record. */
type Done = Exclude<Answer, { kind: 'error' }>;

interface Pool {
  /** Takes the tasks in order; they end in any. Throws the first internal error. */
  run(tasks: readonly Task[]): Promise<Done[]>;
  close(): void;
}

/**
 * Processes that run tasks, one at a time each: in virtual time a run waits for nothing.
 * @param spec folder with the description; null: the bundled one
 */
async function openPool(size: number, spec: string | null, onDone: (done: Done) => void): Promise<Pool> {
  const workers = Array.from({ length: size }, () =>
    fork(codePlace('src/selftest/worker.ts'), spec === null ? [] : [spec], {
      execArgv: [...process.execArgv, ...ROOMY],
    }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    run: async (tasks) => {
      const queue = [...tasks];
      const all: Done[] = [];
      const keep = (done: Done): void => {
        all.push(done);
        onDone(done);
      };
      await Promise.all(workers.map((worker) => drain(worker, queue, keep)));
      return all;
    },
    close: () => {
      for (const worker of workers) worker.kill();
    },
  };
}

/** Whole services come and go: collecting young objects less often saves a tenth of the time. */
const ROOMY = ['--max-semi-space-size=32'];

function drain(worker: ChildProcess, queue: Task[], onDone: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const task = queue.shift();
      if (task) worker.send(task);
      else end(resolve);
    };
    const answered = (answer: Answer): void => {
      if (answer.kind === 'error') {
        end(() => reject(new Error(`The run against ${answer.id} failed: ${answer.text}`)));
        return;
      }
      onDone(answer);
      next();
    };
    const broken = (): void => end(() => reject(new Error('A process of the self-test ended early.')));
    const end = (settle: () => void): void => {
      worker.off('message', answered);
      worker.off('exit', broken);
      settle();
    };
    worker.on('message', answered);
    worker.on('exit', broken);
    next();
  });
}
