import type { Case } from '../cases/types.js';
import { operationOf } from '../cases/vocabulary.js';
import type { Configuration } from '../configuration/types.js';
import { fill } from '../description/samples.js';
import type { Description } from '../description/types.js';
import { jsonOf } from '../dialect/places.js';
import type { HttpResponse, Transport } from '../engine/ports.js';
import type { RunOptions } from '../engine/run-cases.js';
import type { CaseOutcome } from '../engine/run-context.js';
import { concurrencyFor } from '../http/pace.js';
import type { Driver } from '../operator/driver.js';
import type { RunRecord } from '../record/types.js';
import type { WantedCases } from './case-selection.js';
import { type OpenPorts, openPorts } from './open-ports.js';
import type { Prepared } from './preflight/preflight.js';
import { PreflightRequests } from './preflight/preflight-context.js';
import type { PreflightReport } from './preflight/preflight-log.js';
import { keysOf } from './secrets.js';

/** The deployment to work at, and the report of the preflight. */
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

/** Time for restoring the address, milliseconds: an interrupted run has three seconds in all. */
const LIMIT_MS = 1_500;

/**
 * The last requests to a deployment: restore the webhook addresses of its first and second contact points to the configured
 * ones, under each version under which they were set. Reports which contact points are left with the address of a catcher that is
 * closed. Works in an interrupted run too.
 * @param bodies what sets an address, by operation, as configured or found out
 */
async function leaveAddress({
  configuration,
  transport,
  report,
  bodies,
  changes,
}: {
  configuration: Configuration;
  transport: Transport;
  report: PreflightReport;
  bodies: Record<string, unknown>;
  changes: AddressChanges;
}): Promise<void> {
  const { target, webhook } = configuration;
  const requests = new PreflightRequests(transport, configuration, AbortSignal.timeout(LIMIT_MS));
  const known = [
    { key: target.key, url: webhook.restoreUrl, name: 'the address', flag: OF_MAIN },
    {
      key: target.secondKey,
      url: webhook.restoreSecondUrl,
      name: 'the address of the second contact point',
      flag: OF_SECOND,
    },
  ].flatMap(({ key, ...point }) => {
    const changed = key === null ? undefined : changes.changed.get(key);
    return key !== null && changed ? [{ ...point, key, descriptions: [...changed] }] : [];
  });
  const restored = await Promise.all(
    known.map(async ({ url, name, ...point }) => {
      if (url === null) return false;
      const reasons = await restore({ ...point, requests, bodies, url });
      report.closing(
        reasons.length === 0
          ? { name: 'webhook', state: 'ok', text: `${name} is restored` }
          : {
              name: 'webhook',
              state: 'problem',
              text: `${name.replace('the', 'The')} could not be restored: ${reasons.join('; ')}.`,
            },
      );
      return reasons.length === 0;
    }),
  );
  // A service that accepts any key lets the cases change the address of a point that nobody has.
  const changed = keysOf(target).filter((key) => changes.changed.has(key)).length;
  const left = changed - restored.filter(Boolean).length;
  if (left === 0) return;
  const points = left === 1 ? 'one contact point' : `${left} contact points`;
  const text = `The webhook address of ${points} now leads to this run's catcher, which is closed.`;
  const hint = known.flatMap(({ url, flag }) => (url === null ? flag : [])).join(' ');
  report.closing({ name: 'webhook', state: 'note', text, ...(hint && { hint }) });
}

const OF_MAIN = '--restore-webhook URL restores that of the main key at the end.';
const OF_SECOND = '--restore-second-webhook URL restores that of the second key.';

/** Sets the address under each version; returns what stood in the way. */
async function restore({
  requests,
  descriptions,
  bodies,
  key,
  url,
}: {
  requests: PreflightRequests;
  descriptions: readonly Description[];
  bodies: Record<string, unknown>;
  key: string;
  url: string;
}): Promise<string[]> {
  const set = descriptions.map(async (description): Promise<string[]> => {
    const operation = operationOf(description, 'address');
    if (!Object.hasOwn(bodies, operation)) return [`the body of ${operation} is not known`];
    const outcome = await requests.post(
      description,
      operation,
      key,
      fill(bodies[operation], { webhook_url: url }),
    );
    if (outcome.kind === 'no-response')
      return [`${operation} of ${description.version}: ${outcome.failure.text}`];
    if (outcome.status === description.http.successStatus) return [];
    return [`${operation} of ${description.version} answered with status ${outcome.status}`];
  });
  return (await Promise.all(set)).flat();
}

/** Remembers where the webhook address has been changed: by requests that were accepted. */
export class AddressChanges {
  /** By key of a contact point: descriptions of the versions under which its address was set. */
  readonly changed = new Map<string, Set<Description>>();
  private readonly places: { description: Description; path: string }[];

  constructor(descriptions: readonly Description[]) {
    this.places = descriptions.map((description) => ({
      description,
      path: `/${description.version}/${operationOf(description, 'address')}`,
    }));
  }

  /** A transport that is watched. */
  watch(transport: Transport): Transport {
    return {
      send: async (request) => {
        const outcome = await transport.send(request);
        if (outcome.kind === 'response') this.note(request.url, outcome);
        return outcome;
      },
    };
  }

  private note(url: string, { status, body }: Pick<HttpResponse, 'status' | 'body'>): void {
    // Of the thousands of requests of a run, few set an address.
    if (!this.places.some(({ path }) => url.includes(path))) return;
    const { pathname, searchParams } = new URL(url);
    const place = this.places.find(({ path }) => pathname.endsWith(path));
    // A page of something else has set nothing.
    if (!place || status !== place.description.http.successStatus || jsonOf(body) === undefined) return;
    const key = searchParams.get(place.description.http.keyParameter);
    if (key !== null) this.changed.set(key, (this.changed.get(key) ?? new Set()).add(place.description));
  }
}
