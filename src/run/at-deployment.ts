import type { Case } from '../cases/types.js';
import type { TargetConfiguration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import type { RunOptions } from '../engine/run-cases.js';
import { concurrencyFor } from '../http/pace.js';
import type { Driver } from '../operator/driver.js';
import type { RunRecord } from '../record/types.js';
import type { WantedCases } from './case-selection.js';
import { type OpenPorts, openPorts } from './open-ports.js';
import type { Prepared } from './preflight/preflight.js';
import type { PreflightReport } from './preflight/preflight-report.js';
import { AddressChanges, leaveAddress } from './restore-address.js';

/** The deployment to work at, and the report of the preflight. */
export interface DeploymentRequest {
  configuration: TargetConfiguration;
  descriptions: readonly Description[];
  operator: Driver;
  /** It is the bundled reference service. */
  bundled: boolean;
  /** Certificate of the bundled service. */
  ca: string | null;
  report: PreflightReport;
  signal: AbortSignal;
}

export interface OpenDeployment extends Pick<OpenPorts, 'ports' | 'catcher'> {
  /**
   * Passes on what was found out: the bodies that operations take, one of which sets the webhook address again, and how
   * far away the deployment is.
   */
  learned(prepared: Pick<Prepared, 'dialect' | 'roundTripMs'>): void;
}

/**
 * Opens what work at a deployment needs from outside, and closes it when the work has ended, however it ends. Before
 * that, whatever was changed of a deployment's webhook address is restored, or reported. Throws a NoVerdict.
 */
export async function atDeployment<T>(
  request: DeploymentRequest,
  work: (open: OpenDeployment) => Promise<T>,
): Promise<T> {
  const { configuration, descriptions, bundled } = request;
  const { ports, catcher, allow, close } = await openPorts(request);
  const changes = new AddressChanges(descriptions);
  let { bodies } = configuration.dialect;
  try {
    return await work({
      ports: { ...ports, transport: changes.watch(ports.transport) },
      catcher,
      learned: ({ dialect, roundTripMs }) => {
        bodies = { ...bodies, ...dialect.bodies };
        allow(concurrencyFor(configuration.run.concurrency, roundTripMs));
      },
    });
  } finally {
    if (!bundled) await leaveAddress({ ...request, transport: ports.transport, bodies, changes });
    await close();
  }
}

/** What to check, and who listens. */
export interface RunRequest extends DeploymentRequest {
  interrupted: () => 'SIGINT' | 'SIGTERM' | null;
  /**
   * Called when the cases are known; then with the provisional outcome of each, as soon as it has ended; in the end with
   * the final outcome of each that the rest of the run has changed.
   */
  onSelected?: (cases: readonly Case[], skipped: number) => void;
  onOutcome?: (outcome: CaseOutcome) => void;
  onWaits?: RunOptions['onWaits'];
  /** Called with a record without cases if the deployment allows no verdict, before the NoVerdict is thrown. */
  onNoVerdict?: (record: RunRecord) => void;
  /** The command that repeats the run, without secrets. */
  command: string;
  /** The wanted cases, if they are known already. */
  wanted?: WantedCases;
  /** How long the process has taken up to now, milliseconds. Default: none of it counts for the run. */
  startUpMs?: number;
}
