import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { codePlace } from '../package-root.js';
import type { MutantRecord } from '../record/selftest.js';
import type { Task } from './worker.js';

export interface Pool {
  /** Runs mutants by id, in any order of ending. Throws the first error of ours. */
  run(ids: readonly string[], how: { allCases: boolean; sideBySide: number }): Promise<MutantRecord[]>;
  close(): void;
}

type Answer = { id: string; record: MutantRecord } | { id: string; error: string };

/**
 * Processes that run mutants, each some of them side by side, for a run waits half of its time.
 * @param spec folder with the description; null: the bundled one
 */
export async function openPool(
  size: number,
  spec: string | null,
  onRecord: (record: MutantRecord) => void,
): Promise<Pool> {
  const workers = Array.from({ length: size }, () =>
    fork(codePlace('src/selftest/worker.ts'), spec === null ? [] : [spec], {
      execArgv: [...process.execArgv, ...ROOMY],
    }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return {
    run: async (ids, { allCases, sideBySide }) => {
      const queue = ids.map((id): Task => ({ id, allCases }));
      const records: MutantRecord[] = [];
      const keep = (record: MutantRecord): void => {
        records.push(record);
        onRecord(record);
      };
      await Promise.all(workers.map((worker) => drain(worker, queue, sideBySide, keep)));
      return records;
    },
    close: () => {
      for (const worker of workers) worker.kill();
    },
  };
}

/** Whole services come and go: a tenth of the time is saved when the young are collected less often. */
const ROOMY = ['--max-semi-space-size=32'];

function drain(
  worker: ChildProcess,
  queue: Task[],
  sideBySide: number,
  onRecord: (record: MutantRecord) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let underWay = 0;
    const next = (): void => {
      const task = queue.shift();
      if (!task) {
        if (underWay === 0) end(resolve);
        return;
      }
      underWay += 1;
      worker.send(task);
    };
    const answered = (answer: Answer): void => {
      underWay -= 1;
      if ('error' in answer) {
        end(() => reject(new Error(`The mutant ${answer.id} could not be run: ${answer.error}`)));
        return;
      }
      onRecord(answer.record);
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
    for (let at = 0; at < sideBySide; at += 1) next();
  });
}
