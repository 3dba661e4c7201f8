import { type LeftOut, selectCases } from '../cases/select.js';
import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { SettledDialect } from '../dialect/types.js';
import type { Driver } from '../operator/driver.js';
import { AddressChanges } from './address-changes.js';
import { caseNames } from './case-names.js';
import { claimsOf } from './claims.js';
import { leaveAddress } from './leave-address.js';
import { openPorts } from './open-ports.js';
import { preflight } from './preflight/preflight.js';
import type { PreflightReport } from './preflight/report.js';
import { masked } from './secrets.js';
import { wantedCases } from './wanted-cases.js';

export interface Examined {
  /** The dialect that a run would use. */
  dialect: SettledDialect;
  /** How many of the wanted cases can be exercised, and how many cannot. */
  exercised: number;
  skipped: number;
}

/** The preflight alone, and what a run would have to skip. Throws the UsageError or the Stop that a run would end with. */
export async function examine({
  configuration,
  descriptions,
  operator,
  bundled,
  ca,
  report,
  signal,
}: {
  configuration: Configuration;
  descriptions: readonly Description[];
  operator: Driver;
  /** The bundled reference service is looked at. */
  bundled: boolean;
  ca: string | null;
  report: PreflightReport;
  signal: AbortSignal;
}): Promise<Examined> {
  const { wanted } = wantedCases(configuration, descriptions);
  const { ports, close } = await openPorts({ configuration, operator, ca, signal });
  const changes = new AddressChanges(descriptions);
  const watched = { ...ports, transport: changes.watch(ports.transport) };
  let { bodies } = configuration.dialect;
  try {
    const prepared = await masked(configuration, report, () =>
      preflight(configuration, descriptions, watched, report, signal),
    );
    bodies = { ...bodies, ...prepared.dialect.bodies };
    const { selected, skipped } = selectCases(wanted, await claimsOf(prepared, configuration, operator));
    signal.throwIfAborted();
    const reasons = new Map<string, LeftOut[]>();
    for (const one of skipped) reasons.set(one.reason.text, [...(reasons.get(one.reason.text) ?? []), one]);
    for (const [text, lacking] of reasons)
      report.note(
        lacking[0]?.verdict ?? 'skipped',
        `${lacking.length} ${lacking.length === 1 ? 'case' : 'cases'}: ${text}`,
        caseNames(
          lacking.map((one) => one.case),
          wanted,
        ),
      );
    report.ok('cases', `${selected.length} can be exercised, ${skipped.length} cannot`);
    return {
      dialect: prepared.dialect,
      exercised: selected.length,
      skipped: skipped.length,
    };
  } finally {
    if (!bundled)
      await leaveAddress({
        configuration,
        descriptions,
        transport: ports.transport,
        report,
        bodies,
        changes,
      });
    await close();
  }
}
