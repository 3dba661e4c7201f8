import { casesOf } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import { packageIdentity } from '../package-root.js';
import type { CleanRun, MutantRecord, SelftestRecord } from '../record/selftest.js';
import { cleanRunPlans } from './clean-runs.js';
import { Exceptions, exitCodeOf, judgeCases, loadExceptions, summarize } from './findings.js';
import { deriveMutants } from './mutants/derive.js';
import { type Run, runAll } from './run-all.js';

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

/** Proves of every check that it can fail, and of none that it fails on a correct service. Errors: a faulty description or list of exceptions, no mutant that fits. */
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
