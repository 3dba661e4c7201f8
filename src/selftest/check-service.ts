import { setMaxListeners } from 'node:events';
import { casesOf } from '../cases/derive.js';
import { oneCaseOfEachKind } from '../cases/filter.js';
import { selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import type { Description } from '../description/types.js';
import type { ConfigurableDialect } from '../dialect/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { Ports } from '../engine/ports.js';
import { runCases } from '../engine/run-cases.js';
import { NoVerdict } from '../exit-codes.js';
import { concurrencyFor } from '../http/pace.js';
import type { CleanRun, Explanation } from '../record/selftest.js';
import { defaultDialect, type ReferenceDialect } from '../reference/dialect/dialect.js';
import { dialectNames, loadDialect } from '../reference/dialect/dialects.js';
import type { ReferenceOptions } from '../reference/service.js';
import type { Evidence } from '../run/case-records.js';
import { capabilitiesOf } from '../run/case-selection.js';
import { PreflightReport } from '../run/preflight/context.js';
import { preflight } from '../run/preflight/preflight.js';
import { type Configure, type Deployment, socketDeployment, virtualDeployment } from './deployment.js';

export interface CheckRequest {
  descriptions: Description[];
  service: Omit<ReferenceOptions, 'descriptions'>;
  /** Over sockets and in real time; otherwise in memory and in virtual time, where no service has TLS. */
  sockets: boolean;
  /** Flags of the run, as on the command line. */
  flags: Record<string, string>;
  only: (testCase: Case) => boolean;
  /** The run discovers the dialect itself. */
  discover?: boolean;
  /** Changes what the run sees of the target. */
  around?: (ports: Ports) => Ports;
}

export interface CheckResult {
  outcomes: CaseOutcome[];
  skipped: string[];
  /** Why the run came to no verdict; null: it did. */
  stopped: { code: string; text: string } | null;
  /** What a record is made of; null: the run came to no verdict. */
  evidence: Evidence | null;
}

/** Runs the engine, without Vitest, against a reference service of its own; the referee keeps the true descriptions. */
export async function checkService({
  descriptions,
  service,
  sockets,
  flags,
  only,
  discover,
  around = (ports) => ports,
}: CheckRequest): Promise<CheckResult> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const configured = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions });
  const configure: Configure = ({ target, dialect, operator }) => ({
    ...configured,
    target: { ...configured.target, ...target },
    dialect: discover ? { bodies: {} } : dialect,
    operator,
  });
  const options = { descriptions, ...service };
  const deployment = sockets
    ? await socketDeployment(options, configure, signal)
    : await virtualDeployment(options, configure, concurrencyFor(configured.run.concurrency));
  try {
    const { outcomes, skipped, evidence } = await checkDeployment(deployment, {
      descriptions,
      only,
      around,
      signal,
    });
    return { outcomes, skipped, stopped: null, evidence };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    return { outcomes: [], skipped: [], stopped: { code: error.code, text: error.message }, evidence: null };
  }
}

export interface DeploymentRequest {
  descriptions: Description[];
  only: (testCase: Case) => boolean;
  /** Which of the runnable cases to run; default: all. */
  begun?: (testCase: Case) => boolean;
  around: (ports: Ports) => Ports;
  signal: AbortSignal;
  report?: PreflightReport;
}

export interface CheckedDeployment {
  outcomes: CaseOutcome[];
  /** Ids of the cases whose needs the deployment does not meet. */
  skipped: string[];
  evidence: Evidence;
  /** As the preflight found it, or was told. */
  dialect: ConfigurableDialect;
}

/**
 * Preflight and cases of a run against a deployment, which is closed at the end.
 * @throws NoVerdict if the preflight comes to none
 */
export async function checkDeployment(
  { configuration, operator, ports, during, close }: Deployment,
  {
    descriptions,
    only,
    begun = () => true,
    around,
    signal,
    report = new PreflightReport(),
  }: DeploymentRequest,
): Promise<CheckedDeployment> {
  const check = async (): Promise<CheckedDeployment> => {
    const seen = around(ports);
    const prepared = await preflight(configuration, descriptions, seen, report, signal);
    const { runContext, dialect } = prepared;
    const capabilities = await capabilitiesOf(prepared, configuration, operator);
    const { selected, skipped } = selectCases(casesOf(descriptions).filter(only), capabilities);
    const startedAt = seen.clock.now();
    const { outcomes, runState } = await runCases(selected.filter(begun), {
      ports: seen,
      runContext,
      signal,
    });
    const evidence: Evidence = {
      descriptions: prepared.descriptions,
      outcomes,
      skipped,
      exchanges: runState.exchanges,
      deliveries: seen.mailbox.deliveries,
      readings: runState.readings.all,
      reader: runContext.reader,
      nonce: runContext.nonce,
      actions: [],
      startedAt,
    };
    return { outcomes, skipped: skipped.map(({ case: testCase }) => testCase.id), evidence, dialect };
  };
  try {
    return await during(check());
  } finally {
    await close();
  }
}

/** A failing case as people read it. */
export function explain({ case: testCase, reason, expected, received }: CaseOutcome): Explanation {
  return { case: testCase.id, statements: testCase.statements, text: reason?.text ?? '', expected, received };
}

/** A correct service, and how a run meets it. */
interface CleanRunPlan extends Pick<CheckRequest, 'service' | 'sockets' | 'discover'> {
  /** `<dialect>/<how>`. */
  name: string;
  /** Which cases it meets, as another run of the dialect, or the next dialect, meets those in between. Default: all. */
  share?: Share;
}

/** One case in so many of each kind and of the others, beginning with that number of them. */
interface Share {
  kinds: number;
  others: number;
  from: number;
}

/** Long enough for a service that is slow by its dialect, on a machine that is busy with mutants. */
const PATIENT = { eventTimeout: '20s', timeout: '30s' };

/**
 * The correct services: the default one, and each legal dialect, both configured and discovered. All run in virtual
 * time except where the wire matters: the one with TLS, and once each dialect with connection habits. Whether a
 * dialect was configured or discovered makes no difference to single cases: one of the two runs meets one of each kind,
 * and the other one a share of them.
 */
export async function cleanRunPlans(): Promise<CleanRunPlan[]> {
  const dialects = await Promise.all((await dialectNames()).map(loadDialect));
  return [
    { name: 'default/https', service: { tls: true }, sockets: true },
    { name: 'default/http', service: {}, sockets: false },
    ...dialects.flatMap((dialect, at): CleanRunPlan[] => {
      const { name } = dialect;
      const onTheWire = hasWireHabits(dialect);
      const most = { kinds: 1, others: OTHERS, from: at % OTHERS };
      const few = { kinds: KINDS, others: Number.POSITIVE_INFINITY, from: at % KINDS };
      return [
        {
          name: `${name}/configured`,
          service: { dialect },
          sockets: false,
          share: onTheWire ? most : few,
        },
        {
          name: `${name}/discovered`,
          service: { dialect, tls: false },
          sockets: onTheWire,
          discover: true,
          share: onTheWire ? few : most,
        },
      ];
    }),
  ];
}

/** In how many dialects the cases of each kind, and the others, come round. */
const KINDS = 8;
const OTHERS = 8;

/** Whether its connections differ from those of the default, which does not show in memory. */
function hasWireHabits({ event, response }: ReferenceDialect): boolean {
  const habits = ({ lengths }: typeof event, { connections, idleMs, keepAlive }: typeof response): string =>
    JSON.stringify([lengths, connections, idleMs, keepAlive]);
  return habits(event, response) !== habits(defaultDialect.event, defaultDialect.response);
}

/** Runs the suite, or part of it, against a correct service. Whatever does not pass is a false alarm. */
export async function cleanRun(
  { name, service, sockets, discover = false, share }: CleanRunPlan,
  descriptions: Description[],
  { allCases }: { allCases: boolean },
): Promise<CleanRun> {
  const cases = casesOf(descriptions);
  const { kinds, others, from } = share ?? { kinds: 1, others: 1, from: 0 };
  const of = (all: readonly Case[], inSoMany: number): Case[] =>
    all.filter((_, at) => at % inSoMany === from % inSoMany);
  const met = new Set([...of([...oneCaseOfEachKind(cases)], kinds), ...of(cases, others)]);
  const connections = service.dialect?.response.connections ?? null;
  const { outcomes, stopped } = await checkService({
    descriptions,
    service,
    sockets,
    discover,
    flags: {
      ...(sockets && PATIENT),
      ...(connections !== null && { concurrency: String(connections) }),
    },
    only: (testCase) => allCases || met.has(testCase),
  });
  const alarms = outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped').map(explain);
  const stop = stopped && { case: 'preflight', statements: [], ...stopped, expected: null, received: null };
  return { name, sockets, ran: outcomes.length, alarms: stop ? [stop, ...alarms] : alarms, excepted: [] };
}
