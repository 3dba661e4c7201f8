import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { casesOf } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import { codePlace, packageIdentity } from '../package-root.js';
import type { CleanRun, MutantRecord, SelftestRecord } from '../record/selftest.js';
import { cleanRunPlans } from './clean-runs.js';
import { Exceptions, exitCodeOf, judgeCases, loadExceptions, summarize } from './findings.js';
import { deriveMutants } from './mutants/derive.js';
import type { Answer, Task } from './worker.js';

export interface SelftestRequest {
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  /** Processes. */
  workers: number;
  /** Parts of mutants' ids or globs over them; empty: all, and what only all of them can tell. */
  grep: readonly string[];
  /** Every case is run against each mutant; else only those that can kill it. */
  allCases: boolean;
  onStart?: (mutants: number) => void;
  onMutant?: (record: MutantRecord) => void;
}

/** Proves of every check that it can fail, and of none that it fails on a correct service. Errors: a faulty description or list of exceptions, no mutant that fits. */
export async function selftest(request: SelftestRequest): Promise<SelftestRecord> {
  const startedAt = new Date();
  const descriptions = await loadDescriptions(request.spec ?? undefined);
  const exceptions = new Exceptions(await loadExceptions(request.spec ?? undefined));
  const all = deriveMutants(descriptions);
  const ids = all.map(({ id }) => id).filter((id) => fits(id, request.grep));
  if (ids.length === 0)
    throw new UsageError([{ where: '--grep', message: `matches none of the ${all.length} mutants` }]);
  const whole = request.grep.length === 0;
  request.onStart?.(ids.length);
  const plans = whole ? await cleanRunPlans() : [];
  const { allCases } = request;
  const wanted = all.filter(({ id }) => ids.includes(id));
  const done = await runAll(request, [
    // The longest go first, so that the processes end together.
    ...plans.map(({ name: id, sockets }): Run => ({ kind: 'clean', id, allCases, waits: sockets })),
    ...wanted.map(({ id, tls = false, sockets = false }): Run => {
      return { kind: 'mutant', id, allCases, waits: tls || sockets };
    }),
  ]);
  const mutants = ids
    .flatMap((id) => done.mutants.find((record) => record.id === id) ?? [])
    .map((record) => except(record, exceptions));
  const cases = judgeCases(casesOf(descriptions), mutants, whole ? exceptions : null);
  const cleared = plans
    .flatMap(({ name }) => done.clean.find((run) => run.name === name) ?? [])
    .map((run) => exceptAlarms(run, exceptions));
  const tried = {
    schema: 'conform-selftest/1' as const,
    tool: { ...packageIdentity(), node: process.version },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    workers: request.workers,
    whole,
    derived: all.length,
    allCases: request.allCases,
    mutants,
    cases,
    cleanRuns: cleared,
    stale: whole ? exceptions.stale() : [],
  };
  return { ...tried, exitCode: exitCodeOf(tried), summary: summarize(tried) };
}

function fits(id: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => id.includes(pattern) || matches(pattern, id));
}

function except(record: MutantRecord, exceptions: Exceptions): MutantRecord {
  if (record.state === 'killed') return record;
  const exception = exceptions.reason('mutants', record.id);
  return exception === undefined ? record : { ...record, state: 'excepted', exception };
}

function exceptAlarms(run: CleanRun, exceptions: Exceptions): CleanRun {
  const judged = run.alarms.map((alarm) => ({
    ...alarm,
    exception: exceptions.reason('alarms', `${run.name}/${alarm.case}`),
  }));
  return {
    ...run,
    alarms: judged.flatMap(({ exception, ...alarm }) => (exception === undefined ? [alarm] : [])),
    excepted: judged.flatMap(({ exception, ...alarm }) =>
      exception === undefined ? [] : [{ ...alarm, exception }],
    ),
  };
}

/** A task, and whether it meets its service over sockets and in real time: then it mostly waits. */
type Run = Task & { waits: boolean };

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
async function runAll(
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
