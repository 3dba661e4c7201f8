import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { casesOf } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import { codePlace, packageIdentity } from '../package-root.js';
import type { CleanRun, MutantRecord, SelftestRecord } from '../record/selftest.js';
import { cleanRunPlans } from './check-service.js';
import { Exceptions, exitCodeOf, judgeCases, loadExceptions, summarize } from './findings.js';
import { deriveMutants } from './mutants/derive.js';
import { Meetings } from './mutants/mutant.js';
import type { Answer, Task } from './worker.js';

export interface SelftestRequest {
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  /** Processes. */
  workers: number;
  /** Parts of mutants' ids or globs over them; empty: all, and what only all of them can tell. */
  grep: readonly string[];
  /** Every case is run against each mutant; else some of those that can kill it; all of those where `grep` is given. */
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
  const meetings = whole && !allCases ? new Meetings(wanted, casesOf(descriptions)) : null;
  const first = meetings?.first();
  const runs = wanted.map(({ id, tls = false, sockets = false }): Run => {
    const killers = first?.get(id);
    return { kind: 'mutant', id, allCases, ...(killers && { killers }), waits: tls || sockets };
  });
  const done = await runAll(
    request,
    [
      // The longest go first, so that the processes end together.
      ...plans.map(({ name: id, sockets }): Run => ({ kind: 'clean', id, allCases, waits: sockets })),
      ...runs,
    ],
    (id) => exceptions.reason('mutants', id) !== undefined,
    (failed) => {
      const next = meetings?.next(failed);
      return runs.flatMap((run) => {
        const killers = next?.get(run.id);
        return killers ? [{ ...run, killers }] : [];
      });
    },
  );
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

/** What cases that no mutant has made fail are to meet next; empty: nothing is left. Ids of those that failed. */
type NextRuns = (failed: ReadonlySet<string>) => readonly Run[];

interface RunOptions {
  /** Processes. */
  workers: number;
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  onMutant?: (record: MutantRecord) => void;
}

/** Processes for runs that wait, besides those for the others. */
const WAITERS = 2;

/**
 * Runs all tasks in processes, started in order, and then what is next; the results come in no order.
 * @param mayLive whether a mutant may survive what is to kill it: then not every case is tried
 */
async function runAll(
  { workers, spec, onMutant }: RunOptions,
  runs: readonly Run[],
  mayLive: (id: string) => boolean,
  nextRuns: NextRuns,
): Promise<{ mutants: MutantRecord[]; clean: CleanRun[] }> {
  const known = new Map<string, MutantRecord>();
  const clean: CleanRun[] = [];
  const onDone = (done: Done): void => {
    if (done.kind === 'clean') clean.push(done.record);
    else {
      const before = known.get(done.id);
      if (!before) onMutant?.(done.record);
      known.set(done.id, before ? together(before, done.record) : done.record);
    }
  };
  const waiting = runs.filter(({ waits }) => waits).length;
  const waiters = await openPool(Math.min(WAITERS, waiting), spec, onDone);
  const others = await openPool(Math.min(workers, runs.length - waiting), spec, onDone);
  const runThese = (all: readonly Run[]) =>
    Promise.all([
      waiters.run(all.filter(({ waits }) => waits)),
      others.run(all.filter(({ waits }) => !waits)),
    ]);
  const alive = () => runs.filter(({ kind, id }) => kind === 'mutant' && known.get(id)?.state !== 'killed');
  try {
    await runThese(runs);
    // A survivor is tried with every case that is to kill it, and then with every case, before it counts as one.
    await runThese(alive().flatMap(({ killers, ...run }) => (killers ? [run] : [])));
    const doomed = alive().filter(({ id }) => !mayLive(id));
    await runThese(doomed.map((run) => ({ ...run, allCases: true })));
    for (let next = nextRuns(failedIn(known)); next.length > 0; next = nextRuns(failedIn(known)))
      await runThese(next);
    return { mutants: [...known.values()], clean };
  } finally {
    waiters.close();
    others.close();
  }
}

function failedIn(records: ReadonlyMap<string, MutantRecord>): ReadonlySet<string> {
  return new Set([...records.values()].flatMap(({ killers, collateral }) => [...killers, ...collateral]));
}

/** What became of a mutant in two runs with different cases. */
function together(one: MutantRecord, other: MutantRecord): MutantRecord {
  const both = (ids: 'killers' | 'collateral' | 'unclear' | 'unanswered'): string[] => [
    ...new Set([...one[ids], ...other[ids]]),
  ];
  const killed = [one, other].filter(({ state }) => state === 'killed');
  return {
    ...one,
    state: killed.length > 0 ? 'killed' : other.state,
    killers: both('killers'),
    collateral: both('collateral'),
    unclear: both('unclear'),
    // In a meeting with a few cases none may fail that another one points to; a run has all of them.
    unanswered: killed.length === 1 ? killed.flatMap(({ unanswered }) => unanswered) : both('unanswered'),
    open: one.open + other.open,
    ran: one.ran + other.ran,
    explained: one.explained ?? other.explained,
    durationMs: one.durationMs + other.durationMs,
  };
}

/** A task's record. */
type Done = Exclude<Answer, { kind: 'error' }>;

interface Pool {
  /** Takes the tasks in order; they end in any. Throws the first internal error. */
  run(tasks: readonly Task[]): Promise<void>;
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
      await Promise.all(workers.map((worker) => drain(worker, queue, onDone)));
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
