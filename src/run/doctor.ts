import { type LeftOut, selectCases } from '../cases/select.js';
import type { SettledDialect } from '../dialect/types.js';
import { atDeployment, type DeploymentRequest } from './at-deployment.js';
import { capabilitiesOf } from './capabilities.js';
import { caseNames } from './case-names.js';
import { preflight } from './preflight/preflight.js';
import { masked } from './secrets.js';
import { wantedCases } from './wanted-cases.js';

export interface Examined {
  /** The dialect that a run would use. */
  dialect: SettledDialect;
  /** How many of the wanted cases can be exercised, and how many cannot. */
  exercised: number;
  skipped: number;
}

/** The preflight alone, and what a run would have to skip. Throws the UsageError or the NoVerdict that a run would end with. */
export async function examine(request: DeploymentRequest): Promise<Examined> {
  const { configuration, descriptions, operator, report, signal } = request;
  const { wanted } = wantedCases(configuration, descriptions);
  return atDeployment(request, async ({ ports, learned }) => {
    const prepared = await masked(configuration, report, () =>
      preflight(configuration, descriptions, ports, report, signal),
    );
    learned(prepared.dialect.bodies);
    const { selected, skipped } = selectCases(
      wanted,
      await capabilitiesOf(prepared, configuration, operator),
    );
    signal.throwIfAborted();
    const reasons = new Map<string, LeftOut[]>();
    for (const leftOut of skipped)
      reasons.set(leftOut.reason.text, [...(reasons.get(leftOut.reason.text) ?? []), leftOut]);
    for (const [text, lacking] of reasons)
      report.note(
        lacking[0]?.verdict ?? 'skipped',
        `${lacking.length} ${lacking.length === 1 ? 'case' : 'cases'}: ${text}`,
        caseNames(
          lacking.map((leftOut) => leftOut.case),
          wanted,
        ),
      );
    report.ok('cases', `${selected.length} can be exercised, ${skipped.length} cannot`);
    return {
      dialect: prepared.dialect,
      exercised: selected.length,
      skipped: skipped.length,
    };
  });
}
