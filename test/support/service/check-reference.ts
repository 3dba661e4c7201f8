import { setMaxListeners } from 'node:events';
import type { Case } from '../../../src/cases/types.js';
import { loadConfiguration } from '../../../src/configuration/load.js';
import type { DialectSettings } from '../../../src/configuration/types.js';
import type { Description } from '../../../src/description/types.js';
import type { ConfigurableDialect } from '../../../src/dialect/types.js';
import type { CaseOutcome } from '../../../src/engine/evidence.js';
import type { Operator, Ports } from '../../../src/engine/ports.js';
import { concurrencyFor } from '../../../src/http/pace.js';
import type { OperatorContext } from '../../../src/operator/create.js';
import type { ReferenceOptions } from '../../../src/reference/service.js';
import type { Evidence } from '../../../src/run/case-records.js';
import { operatorContext } from '../../../src/run/operator-side.js';
import { type PreflightLine, PreflightReport } from '../../../src/run/preflight/context.js';
import type { ServiceSettings } from '../../../src/run/reference-settings.js';
import { checkDeployment } from '../../../src/selftest/check-service.js';
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
  settled: ConfigurableDialect;
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
  const {
    outcomes,
    evidence,
    skipped,
    dialect: settled,
  } = await checkDeployment(deployment, {
    descriptions,
    only,
    begun,
    around,
    signal,
    report,
  });
  return { outcomes, evidence, skipped, lines: report.lines, settled };
}
