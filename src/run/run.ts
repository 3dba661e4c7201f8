import { activeMoment } from '../active-time.js';
import { type LeftOut, type Selection, selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import { Deferred } from '../deferred.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { Ports } from '../engine/ports.js';
import { runCases } from '../engine/run-cases.js';
import { RunState } from '../engine/run-state.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { count } from '../phrases.js';
import type { Redactor } from '../record/redact.js';
import type { RunRecord } from '../record/types.js';
import type { Evidence } from './case-records.js';
import { capabilitiesOf, nothingSelected, wantedCases } from './case-selection.js';
import { type RunRequest, withDeployment } from './deployment.js';
import { interferenceOf } from './diagnosis.js';
import { actionRecords, plannedActions, watchOperator } from './operator-side.js';
import { type Prepared, preflight, unprepared } from './preflight/preflight.js';
import { runRecord } from './run-record.js';
import { masked } from './secrets.js';
import { runSuites } from './vitest-runner.js';

/**
 * Checks a deployment: preflight, selection, the cases under Vitest, and the record of it all, with every key masked.
 * Throws a NoVerdict if it comes to no verdict; if that is because of the deployment, the request gets a record that says so.
 */
export function run(request: RunRequest): Promise<RunRecord> {
  return masked(request.configuration, request.report, (redact) => checkDeployment(request, redact));
}

async function checkDeployment(request: RunRequest, redact: Redactor): Promise<RunRecord> {
  const { configuration, descriptions, operator, signal } = request;
  const startedAt = activeMoment();
  const started = performance.now();
  const { wanted, leftOut } = request.wanted ?? wantedCases(configuration, descriptions);
  const { baseline } = configuration.run;
  const known = baseline === null ? [] : await readKnown(baseline);
  return withDeployment(request, async ({ ports: opened, catcher, applyFindings }) => {
    const watched = watchOperator(opened.operator, opened.clock);
    const ports: Ports = { ...opened, operator: watched.operator };
    const { prepared, selection, stopped } = await makeReady(request, wanted, ports);
    applyFindings(prepared);
    const none = selection.selected.length === 0;
    if (!none) {
      if (operator.plan)
        operator.plan(
          plannedActions(
            selection.selected,
            await listedDestinations(prepared),
            prepared.runContext.keys.fresh.length,
          ),
        );
      request.onSelected?.(selection.selected, selection.skipped.length);
    }
    const readyMs = performance.now() - started;
    const ran = none
      ? { outcomes: [], runState: new RunState(ports, prepared.runContext, signal) }
      : await runUnderVitest(selection.selected, { ports, prepared, request });
    const evidence: Evidence = {
      descriptions: prepared.descriptions,
      outcomes: ran.outcomes,
      skipped: selection.skipped,
      exchanges: ran.runState.exchanges,
      deliveries: none ? [] : catcher.deliveries,
      readings: ran.runState.readings.all,
      reader: prepared.runContext.reader,
      actions: actionRecords(
        watched.actions,
        ran.runState.exchanges,
        prepared.descriptions,
        startedAt,
        new Set(ran.outcomes.flatMap((outcome) => (outcome.case.phase === 'clock' ? [outcome.case.id] : []))),
      ),
      nonce: prepared.runContext.nonce,
      startedAt,
    };
    const durationMs = performance.now() - started;
    const { quietSince } = ran.runState;
    const quietWindowMs = quietSince === null ? 0 : opened.clock.now() - quietSince;
    const record = runRecord({
      request,
      prepared,
      evidence,
      wanted: stopped ? [] : wanted,
      leftOut,
      stopped,
      interference: interferenceOf(ran.runState, ran.outcomes, prepared.unheard),
      known,
      readyMs,
      durationMs,
      catcher,
      redact,
    });
    const spent = {
      startUpMs: Math.round(request.startUpMs ?? 0),
      preflightMs: Math.round(readyMs),
      casesMs: Math.round(durationMs - readyMs - quietWindowMs),
      quietWindowMs: Math.round(quietWindowMs),
      recordMs: Math.round(performance.now() - started - durationMs),
      reportsMs: {},
    };
    const timed = { ...record, timing: { ...record.timing, spent } };
    if (!stopped) return timed;
    request.onNoVerdict?.(timed);
    throw stopped;
  });
}

/**
 * The preflight, and the cases that can be exercised. If the run is interrupted meanwhile, or comes to no verdict because of
 * the deployment, nothing seen until then counts, and no case is selected. Throws a NoVerdict of any other cause.
 */
async function makeReady(
  { configuration, descriptions, operator, report, signal }: RunRequest,
  wanted: readonly Case[],
  ports: Ports,
): Promise<{ prepared: Prepared; selection: Selection; stopped: NoVerdict | null }> {
  try {
    const prepared = await preflight(configuration, descriptions, ports, report, signal);
    const selection = selectCases(wanted, await capabilitiesOf(prepared, configuration, operator));
    signal.throwIfAborted();
    if (selection.selected.length === 0)
      throw nothingSelected(selection.skipped.length, undefined, onlyReason(selection.skipped));
    return { prepared, selection, stopped: null };
  } catch (error) {
    const prepared = unprepared(configuration, descriptions);
    if (signal.aborted) {
      const skipped = wanted.map((testCase) => ({
        case: testCase,
        verdict: 'skipped' as const,
        reason: INTERRUPTED,
      }));
      return { prepared, selection: { selected: [], skipped }, stopped: null };
    }
    if (!(error instanceof NoVerdict) || error.exitCode !== EXIT.noVerdict) throw error;
    return { prepared, selection: { selected: [], skipped: [] }, stopped: error };
  }
}

/** What keeps the cases from being exercised, if it is the same for all. */
function onlyReason(skipped: readonly LeftOut[]): string | null {
  const texts = new Set(skipped.map(({ reason }) => reason.text));
  const [only] = texts;
  return texts.size === 1 && only !== undefined ? only : null;
}

const INTERRUPTED = { code: 'interrupted' as const, text: 'The run was interrupted before this case began.' };

/** The parser and the validator are loaded only if there is a file. */
async function readKnown(path: string): Promise<BaselineEntry[]> {
  const { readBaseline } = await import('../configuration/baseline-file.js');
  return readBaseline(path);
}

interface Running {
  ports: Ports;
  prepared: Prepared;
  request: RunRequest;
}

/** How many destinations the main contact point lists, in the version that lists most. */
async function listedDestinations({ descriptions, runContext }: Prepared): Promise<number> {
  const lists = await Promise.all(
    descriptions.map(({ version }) => runContext.destinations(version, runContext.keys.main)),
  );
  return Math.max(1, ...lists.map(({ length }) => length));
}

/** The engine runs the cases; Vitest gets what is in the record: the final outcomes. */
async function runUnderVitest(
  cases: readonly Case[],
  { ports, prepared, request }: Running,
): Promise<{ outcomes: CaseOutcome[]; runState: RunState }> {
  const { rate } = request.configuration.run;
  const provisional = new Map<string, CaseOutcome>();
  const final = new Deferred<Map<string, CaseOutcome>>();
  const engine = runCases(cases, {
    ports,
    runContext: prepared.runContext,
    signal: request.signal,
    paceMs: rate === null ? 0 : 1_000 / rate,
    ...(request.onWaits && { onWaits: request.onWaits }),
    onOutcome: (outcome) => {
      provisional.set(outcome.case.id, outcome);
      request.onOutcome?.(outcome);
    },
  }).then((ran) => {
    for (const outcome of ran.outcomes)
      if (provisional.get(outcome.case.id)?.verdict !== outcome.verdict) request.onOutcome?.(outcome);
    final.resolve(new Map(ran.outcomes.map((outcome) => [outcome.case.id, outcome])));
    return ran;
  });
  const outcome = async (id: string): Promise<CaseOutcome> => (await final.promise).get(id) as CaseOutcome;
  const [{ reported, errors, refused }, ran] = await Promise.all([runSuites({ cases, outcome }), engine]);
  const silent = cases.filter(({ id }) => !reported.has(id));
  if (refused) throw refused;
  if (errors.length > 0)
    throw new NoVerdict(EXIT.checkerError, 'runner', `The test runner failed: ${errors[0]}`);
  if (silent.length > 0)
    throw new NoVerdict(
      EXIT.checkerError,
      'runner',
      `The test runner left out ${count(silent.length, 'case')}, such as ${silent[0]?.id}.`,
    );
  return ran;
}
