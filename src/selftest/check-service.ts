import { setMaxListeners } from 'node:events';
import { casesOf } from '../cases/derive.js';
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
import type { Explanation } from '../record/selftest.js';
import type { ReferenceOptions } from '../reference/service.js';
import type { Evidence } from '../run/case-records.js';
import { capabilitiesOf } from '../run/case-selection.js';
import { preflight } from '../run/preflight/preflight.js';
import { PreflightReport } from '../run/preflight/preflight-report.js';
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
