import { operationOf } from '../cases/vocabulary.js';
import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import { fill } from '../engine/fill.js';
import type { Transport } from '../engine/ports.js';
import type { AddressChanges } from './address-changes.js';
import type { PreflightReport } from './preflight/report.js';
import { PreflightRequests } from './preflight/requests.js';

/** Time for setting the address back, milliseconds: an interrupted run has three seconds in all. */
const LIMIT_MS = 1_500;

/**
 * The last request to a deployment: sets the webhook address of the main key's contact point back to the configured one,
 * under each version. Says which contact points are left with the address of a catcher that is closed. Works in an
 * interrupted run too.
 * @param bodies what sets an address, by operation, as configured or found out
 */
export async function leaveAddress({
  configuration,
  descriptions,
  transport,
  report,
  bodies,
  changes,
}: {
  configuration: Configuration;
  descriptions: readonly Description[];
  transport: Transport;
  report: PreflightReport;
  bodies: Record<string, unknown>;
  changes: AddressChanges;
}): Promise<void> {
  const { target, webhook } = configuration;
  const { restoreUrl } = webhook;
  const left = new Set(changes.keys);
  if (restoreUrl !== null && left.has(target.key ?? '')) {
    const requests = new PreflightRequests(transport, configuration, AbortSignal.timeout(LIMIT_MS));
    const reasons = await setBack({ requests, descriptions, bodies, key: target.key, url: restoreUrl });
    if (reasons.length === 0) left.delete(target.key ?? '');
    report.closing(
      reasons.length === 0
        ? { name: 'webhook', state: 'ok', text: 'the address is set back' }
        : {
            name: 'webhook',
            state: 'problem',
            text: `The address could not be set back: ${reasons.join('; ')}.`,
          },
    );
  }
  if (left.size === 0) return;
  const points = left.size === 1 ? 'one contact point' : `${left.size} contact points`;
  const text = `The webhook address of ${points} now leads to this run's catcher, which is closed.`;
  const hint = restoreUrl === null && '--restore-webhook URL sets that of the key back at the end.';
  report.closing({ name: 'webhook', state: 'note', text, ...(hint && { hint }) });
}

/** Sets the address under each version; what stood in the way. */
async function setBack({
  requests,
  descriptions,
  bodies,
  key,
  url,
}: {
  requests: PreflightRequests;
  descriptions: readonly Description[];
  bodies: Record<string, unknown>;
  key: string | null;
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
    if (outcome.kind === 'no-answer')
      return [`${operation} of ${description.version}: ${outcome.failure.text}`];
    if (outcome.status === description.http.successStatus) return [];
    return [`${operation} of ${description.version} answered with status ${outcome.status}`];
  });
  return (await Promise.all(set)).flat();
}
