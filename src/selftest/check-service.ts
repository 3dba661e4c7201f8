import { setMaxListeners } from 'node:events';
import { casesOf } from '../cases/derive.js';
import { selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import type { Description } from '../description/types.js';
import type { Ports } from '../engine/ports.js';
import { runCases } from '../engine/run-cases.js';
import type { CaseOutcome } from '../engine/run-context.js';
import { concurrencyFor } from '../http/pace.js';
import type { Explanation } from '../record/selftest.js';
import type { ReferenceOptions } from '../reference/service.js';
import { capabilitiesOf } from '../run/capabilities.js';
import { NoVerdict } from '../run/no-verdict.js';
import { preflight } from '../run/preflight/preflight.js';
import { PreflightReport } from '../run/preflight/report.js';
import type { Evidence } from '../run/record.js';
import { type Configure, socketDeployment, virtualDeployment } from './deployment.js';

export interface CheckRequest {
  descriptions: Description[];
  service: Omit<ReferenceOptions, 'descriptions'>;
  /** Over sockets and in real time; else in memory and in virtual time, where no service has TLS. */
  sockets: boolean;
  /** Flags of the run, as on the command line. */
  flags: Record<string, string>;
  only: (testCase: Case) => boolean;
  /** The run finds the dialect out by itself. */
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

/** The engine, without Vitest around it, against a reference service of its own; the referee keeps the true descriptions. */
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
  const { configuration, operator, ports, during, close } = sockets
    ? await socketDeployment(options, configure, signal)
    : await virtualDeployment(options, configure, concurrencyFor(configured.run.concurrency));
  const check = async (): Promise<CheckResult> => {
    const seen = around(ports);
    const prepared = await preflight(configuration, descriptions, seen, new PreflightReport(), signal);
    const capabilities = await capabilitiesOf(prepared, configuration, operator);
    const { selected, skipped } = selectCases(casesOf(descriptions).filter(only), capabilities);
    const startedAt = seen.clock.now();
    const { outcomes, runState } = await runCases(selected, {
      ports: seen,
      runContext: prepared.runContext,
      signal,
    });
    const evidence: Evidence = {
      descriptions: prepared.descriptions,
      outcomes,
      skipped,
      exchanges: runState.exchanges,
      deliveries: seen.mailbox.deliveries,
      readings: runState.readings.all,
      reader: prepared.runContext.reader,
      nonce: prepared.runContext.nonce,
      actions: [],
      startedAt,
    };
    return { outcomes, skipped: skipped.map(({ case: testCase }) => testCase.id), stopped: null, evidence };
  };
  try {
    return await during(check());
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    return { outcomes: [], skipped: [], stopped: { code: error.code, text: error.message }, evidence: null };
  } finally {
    await close();
  }
}

/** A failing case as people read it. */
export function explain({ case: testCase, reason, expected, received }: CaseOutcome): Explanation {
  return { case: testCase.id, statements: testCase.statements, text: reason?.text ?? '', expected, received };
}
