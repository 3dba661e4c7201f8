import { operationOf } from '../cases/description-lookups.js';
import type { TargetConfiguration } from '../configuration/types.js';
import { fill } from '../description/samples.js';
import type { Description } from '../description/types.js';
import { jsonOf } from '../dialect/places.js';
import type { HttpResponse, Transport } from '../engine/ports.js';
import type { PreflightReport } from './preflight/context.js';
import { PreflightRequests } from './preflight/requests.js';
import { keysOf } from './secrets.js';

/**
 * The last requests to a deployment: restore the webhook addresses of its first and second contact points to the configured
 * ones, under each version under which they were set. Reports which contact points are left with the address of a catcher that is
 * closed. Works in an interrupted run too.
 * @param bodies what sets an address, by operation, as configured or found out
 */
export async function leaveAddress({
  configuration,
  transport,
  report,
  bodies,
  changes,
}: {
  configuration: TargetConfiguration;
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

/** Time for restoring the address, milliseconds: an interrupted run has three seconds in all. */
const LIMIT_MS = 1_500;

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
