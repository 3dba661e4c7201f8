import { setMaxListeners } from 'node:events';
import { deriveCases } from '../cases/derive.js';
import { selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import type { DialectSettings } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { SettledDialect } from '../dialect/types.js';
import type { Operator } from '../engine/ports.js';
import { runCases } from '../engine/run-cases.js';
import type { CaseOutcome } from '../engine/world.js';
import { createOperator, type OperatorContext } from '../operator/create.js';
import { type ReferenceOptions, startReference } from '../reference/service.js';
import { type ServiceSettings, settingsFor } from '../run/bundled.js';
import { claimsOf } from '../run/claims.js';
import { openPorts } from '../run/open-ports.js';
import { operatorContext } from '../run/operator-context.js';
import { preflight } from '../run/preflight/preflight.js';
import { type PreflightLine, PreflightReport } from '../run/preflight/report.js';
import type { Evidence } from '../run/record.js';

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
  /** Drives the employee's side; default: the service's own interface over HTTP. */
  operator?: (settings: ServiceSettings, context: OperatorContext) => Operator;
  /** Cases to run; default all. */
  only?: (one: Case) => boolean;
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
  service: options = {},
  dialect,
  flags = { eventTimeout: '700ms', quietWindow: '300ms' },
  operator: drive = ({ operator: http }, context) => createOperator(http, context),
  fresh,
  only = () => true,
}: CheckOptions): Promise<Checked> {
  const service = await startReference({ descriptions: served, tls: false, ...options });
  const own = settingsFor(service, served);
  const configured = await loadConfiguration({
    flags,
    env: {},
    cwd: '/',
    descriptions,
  });
  const configuration = {
    ...configured,
    target: {
      ...configured.target,
      ...own.target,
      freshKeys: own.target.freshKeys.slice(0, fresh),
    },
    dialect: dialect ?? own.dialect,
    operator: own.operator,
  };
  const operator = drive(own, operatorContext(configuration, descriptions));
  const report = new PreflightReport();
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const { ports, close } = await openPorts({ configuration, operator, ca: service.caPem, signal });
  try {
    const prepared = await preflight(configuration, descriptions, ports, report, signal);
    const { selected, skipped } = selectCases(
      deriveCases(descriptions).filter(only),
      await claimsOf(prepared, configuration, operator),
    );
    const startedAt = ports.clock.now();
    const { outcomes, scope } = await runCases(selected, { ports, world: prepared.world, signal });
    const evidence: Evidence = {
      descriptions: prepared.descriptions,
      outcomes,
      skipped,
      exchanges: scope.exchanges,
      deliveries: ports.mailbox.deliveries,
      reader: prepared.world.reader,
      nonce: prepared.world.nonce,
      actions: [],
      startedAt,
    };
    return {
      outcomes,
      evidence,
      skipped: skipped.map(({ case: one }) => one.id),
      lines: report.lines,
      settled: prepared.dialect,
    };
  } finally {
    await close();
    await operator.close();
    await service.close();
  }
}
