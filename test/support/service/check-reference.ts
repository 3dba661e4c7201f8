import { setMaxListeners } from 'node:events';
import { casesOf } from '../../../src/cases/derive.js';
import { selectCases } from '../../../src/cases/select.js';
import type { Case } from '../../../src/cases/types.js';
import { loadConfiguration } from '../../../src/configuration/load.js';
import type { DialectSettings } from '../../../src/configuration/types.js';
import type { Description } from '../../../src/description/types.js';
import type { SettledDialect } from '../../../src/dialect/types.js';
import type { Operator, Ports } from '../../../src/engine/ports.js';
import { runCases } from '../../../src/engine/run-cases.js';
import type { CaseOutcome } from '../../../src/engine/run-context.js';
import { concurrencyFor } from '../../../src/http/pace.js';
import type { OperatorContext } from '../../../src/operator/create.js';
import type { ReferenceOptions } from '../../../src/reference/service.js';
import type { ServiceSettings } from '../../../src/run/bundled.js';
import { capabilitiesOf } from '../../../src/run/capabilities.js';
import { operatorContext } from '../../../src/run/operator-context.js';
import { preflight } from '../../../src/run/preflight/preflight.js';
import { type PreflightLine, PreflightReport } from '../../../src/run/preflight/report.js';
import type { Evidence } from '../../../src/run/record.js';
import { type Configure, socketDeployment, virtualDeployment } from '../../../src/selftest/deployment.js';

/** Flags where all that is due comes: no busy machine makes it look as if it did not. */
export const PATIENT = { eventTimeout: '20s', quietWindow: '300ms' };

export interface CheckOptions {
  /** What the referee goes by. */
  descriptions: Description[];
  /** What the service obeys; default the same. */
  served?: Description[];
  service?: Partial<ReferenceOptions>;
  /** What the configuration says of the dialect; default: all, as it is. */
  dialect?: DialectSettings;
  /** Flags of the run; default: short waits, for deployments that leave out what is due. */
  flags?: Record<string, string>;
  /** How many fresh keys the configuration gives; default: all. */
  fresh?: number;
  /** Drives the employee's side over the service's interface for it, and so over sockets. */
  operator?: (settings: ServiceSettings, context: OperatorContext) => Operator;
  /** Over sockets and in real time; default: where a driver of the test's own needs it, else in virtual time. */
  sockets?: boolean;
  /** What the run sees of the service; default: all of it. */
  around?: (ports: Ports) => Ports;
  /** Cases to run; default all. */
  only?: (testCase: Case) => boolean;
  /** Of those that can be exercised, which are; default all. */
  begun?: (testCase: Case) => boolean;
}

export interface Checked {
  outcomes: CaseOutcome[];
  evidence: Evidence;
  skipped: string[];
  lines: readonly PreflightLine[];
  /** What of the dialect a configuration may say. */
  settled: SettledDialect;
}

/** For tests: the engine, without Vitest around it, against a reference service of its own. */
export async function checkReference({
  descriptions,
  served = descriptions,
  service = {},
  dialect,
  flags = { eventTimeout: '700ms', quietWindow: '300ms' },
  operator: drive,
  sockets = drive !== undefined,
  around = (ports) => ports,
  fresh,
  only = () => true,
  begun = () => true,
}: CheckOptions): Promise<Checked> {
  const configured = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions });
  const configure: Configure = (own) => ({
    ...configured,
    target: { ...configured.target, ...own.target, freshKeys: own.target.freshKeys.slice(0, fresh) },
    dialect: dialect ?? own.dialect,
    operator: own.operator,
  });
  const options = { tls: false, descriptions: served, ...service };
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const deployment = sockets
    ? await socketDeployment(
        options,
        configure,
        signal,
        drive && ((own, configuration) => drive(own, operatorContext(configuration, descriptions))),
      )
    : await virtualDeployment(options, configure, concurrencyFor(configured.run.concurrency));
  const report = new PreflightReport();
  const check = async (): Promise<Checked> => {
    const ports = around(deployment.ports);
    const { configuration } = deployment;
    const prepared = await preflight(configuration, descriptions, ports, report, signal);
    const { selected, skipped } = selectCases(
      casesOf(descriptions).filter(only),
      await capabilitiesOf(prepared, configuration, deployment.operator),
    );
    const startedAt = ports.clock.now();
    const { outcomes, runState } = await runCases(selected.filter(begun), {
      ports,
      runContext: prepared.runContext,
      signal,
    });
    const evidence: Evidence = {
      descriptions: prepared.descriptions,
      outcomes,
      skipped,
      exchanges: runState.exchanges,
      deliveries: ports.mailbox.deliveries,
      readings: runState.readings.all,
      reader: prepared.runContext.reader,
      nonce: prepared.runContext.nonce,
      actions: [],
      startedAt,
    };
    return {
      outcomes,
      evidence,
      skipped: skipped.map(({ case: testCase }) => testCase.id),
      lines: report.lines,
      settled: prepared.dialect,
    };
  };
  try {
    return await deployment.during(check());
  } finally {
    await deployment.close();
  }
}
