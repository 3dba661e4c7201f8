import { casesOf } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import { packageIdentity } from '../package-root.js';
import type { CleanRun, MutantRecord, SelftestRecord } from '../record/selftest.js';
import { cleanRun, cleanRunPlans } from './clean-runs.js';
import { withDeadline } from './deadline.js';
import { Exceptions, loadExceptions } from './exceptions.js';
import { exitCodeOf, judgeCases, summarize } from './findings.js';
import { deriveMutants } from './mutants/derive.js';
import { type Done, openPool, type Pool } from './pool.js';
import type { Task } from './worker.js';

export interface SelftestRequest {
  /** Folder with the description; null: the bundled one. */
  spec: string | null;
  /** Processes. */
  workers: number;
  /** Parts of mutants' ids or globs over them; empty: all, and what only all of them can tell. */
  grep: readonly string[];
  /** Each mutant meets every case; else those alone that can kill it. */
  allCases: boolean;
  onStart?: (mutants: number) => void;
  onMutant?: (record: MutantRecord) => void;
}

/** Proves of every check that it can fail, and of none that it fails without need. Errors: a faulty description or list of exceptions, no mutant that fits. */
export async function selftest(request: SelftestRequest): Promise<SelftestRecord> {
  const startedAt = new Date();
  const descriptions = await loadDescriptions(request.spec ?? undefined);
  const exceptions = new Exceptions(await loadExceptions(request.spec ?? undefined));
  const all = deriveMutants(descriptions);
  const ids = all.map(({ id }) => id).filter((id) => fits(id, request.grep));
  if (ids.length === 0)
    throw new UsageError([{ where: '--grep', message: `fits none of the ${all.length} mutants` }]);
  const whole = request.grep.length === 0;
  request.onStart?.(ids.length);
  const plans = whole ? await cleanRunPlans() : [];
  const pool = await openPool(request.workers, request.spec, (done) => {
    if (done.kind === 'mutant') request.onMutant?.(done.record);
  });
  const [{ records, clean: inMemory }, overSockets] = await Promise.all([
    runAll(
      pool,
      ids,
      plans.filter(({ sockets }) => !sockets).map(({ name }) => name),
      request.allCases,
    ),
    // One after the other beside the processes, for they wait most of their time.
    inTurn(
      plans.filter(({ sockets }) => sockets),
      (plan) => withDeadline(cleanRun(plan, descriptions)),
    ),
  ]).finally(() => pool.close());
  const clean = plans.flatMap(
    ({ name }) => [...inMemory, ...overSockets].find((run) => run.name === name) ?? [],
  );
  const byId = new Map(records.map((record) => [record.id, record]));
  const mutants = ids.flatMap((id) => byId.get(id) ?? []).map((record) => except(record, exceptions));
  const cases = judgeCases(casesOf(descriptions), mutants, whole ? exceptions : null);
  const cleared = clean.map((run) => exceptAlarms(run, exceptions));
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

/** A survivor is tried again with every case before it is called one. */
async function runAll(
  pool: Pool,
  ids: readonly string[],
  plans: readonly string[],
  allCases: boolean,
): Promise<{ records: MutantRecord[]; clean: CleanRun[] }> {
  // The longest go first, so that the processes end together.
  const done = await pool.run([
    ...plans.map((id): Task => ({ kind: 'clean', id })),
    ...ids.map((id): Task => ({ kind: 'mutant', id, allCases })),
  ]);
  const records = mutantsOf(done);
  const isKilled = ({ state }: MutantRecord): boolean => state === 'killed';
  const alive = records.filter((record) => !isKilled(record)).map(({ id }) => id);
  const again = await pool.run(alive.map((id) => ({ kind: 'mutant', id, allCases: true })));
  return {
    records: [...records.filter(isKilled), ...mutantsOf(again)],
    clean: done.flatMap((done) => (done.kind === 'clean' ? [done.record] : [])),
  };
}

function mutantsOf(done: readonly Done[]): MutantRecord[] {
  return done.flatMap((done) => (done.kind === 'mutant' ? [done.record] : []));
}

async function inTurn<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of all) done.push(await work(item));
  return done;
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
