import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { codePlace } from '../package-root.js';
import type { Answer, Task } from './worker.js';

/** A task's record. */
export type Done = Exclude<Answer, { kind: 'error' }>;

export interface Pool {
  /** Takes the tasks in their order; they end in any. Throws the first error of ours. */
  run(tasks: readonly Task[]): Promise<Done[]>;
  close(): void;
}

/**
 * Processes that run tasks, one at a time each: in virtual time a run waits for nothing.
 * @param spec folder with the description; null: the bundled one
 */
export async function openPool(
  size: number,
  spec: string | null,
  onDone: (done: Done) => void,
): Promise<Pool> {
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

/** Whole services come and go: a tenth of the time is saved when the young are collected less often. */
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
