import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { RunOptions } from '../engine/run-cases.js';
import type { CaseOutcome } from '../engine/run-context.js';
import { concurrencyFor } from '../http/pace.js';
import type { Driver } from '../operator/driver.js';
import { AddressChanges, leaveAddress } from './leave-address.js';
import { type OpenPorts, openPorts } from './open-ports.js';
import type { Prepared } from './preflight/preflight.js';
import type { PreflightReport } from './preflight/report.js';
import type { WantedCases } from './wanted-cases.js';

/** The deployment where work is done, and the report that follows it. */
export interface DeploymentRequest {
  configuration: Configuration;
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
   * Tells what was found out: which bodies operations take, for one of them sets the webhook address again, and how far
   * away the deployment is.
   */
  learned(prepared: Pick<Prepared, 'dialect' | 'roundTripMs'>): void;
}

/**
 * Opens what work at a deployment needs from outside, and closes it when the work has ended, however it ends. What was
 * changed of a deployment's webhook address is restored before, or reported. Throws a NoVerdict.
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
   * Called when the cases are known; then with the provisional outcome of each, as soon as it has ended; at last with
   * the final one of each that what came later in the run has changed.
   */
  onSelected?: (count: number, skipped: number) => void;
  onOutcome?: (outcome: CaseOutcome) => void;
  onWaits?: RunOptions['onWaits'];
  /** Command that repeats the run, without secrets. */
  command: string;
  /** The cases that are wanted, where they are known already. */
  wanted?: WantedCases;
  /** How long the process took till then, milliseconds. Default: none of it was for the run. */
  startUpMs?: number;
}
