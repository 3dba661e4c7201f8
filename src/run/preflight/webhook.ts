import { isLoopback } from '../../configuration/address.js';
import type { Configuration } from '../../configuration/types.js';
import { MAIN_ADDRESS } from '../../engine/address-log.js';
import { EXIT, NoVerdict } from '../../exit-codes.js';
import { setAddress, settleBodies } from './address.js';
import type { EventFindings } from './caused-events.js';
import { settleEvents } from './events.js';
import type { Needed } from './needed.js';

export interface WebhookReady extends Omit<EventFindings, 'heard'> {
  /** Versions whose events come to the run's address: it is set under them, or is one for all versions. */
  versions: readonly string[];
  /** A request of our own came through the public address. */
  proven: boolean;
  /** Bodies of operations whose request is not shown, by operation. */
  bodies: Record<string, unknown>;
  /** What became of the requests that did not set the address, in words. */
  refusals: readonly string[];
}

/** Proves that the catcher can be reached, sets its address, and finds out how events look and how long they take. */
export async function prepareWebhook(needed: Needed): Promise<WebhookReady> {
  const { configuration, report } = needed;
  const { bodies, event = null } = configuration.dialect;
  const nothingAsked = { event, latencyMs: null, unheard: [], versions: [], refusals: [] };
  const proven = await proveCatcher(needed);
  if (!mayChangeAddress(configuration)) {
    report.note(
      'consent',
      'The webhook address is left as it is: setting it overwrites one that cannot be read back.',
      '--allow-webhook-change permits it; without it the cases with events are skipped.',
    );
    return { proven, bodies, ...nothingAsked };
  }
  report.ok('consent', 'the webhook address may be overwritten');
  stopAtOwnLoopback(configuration, needed.mailbox.address(MAIN_ADDRESS));
  const settled = await settleBodies(needed);
  needed.signal.throwIfAborted();
  const { set, refusals } = await setAddress(needed, settled);
  if (set.length === 0) return { proven, bodies: settled, ...nothingAsked, refusals };
  const { heard, ...events } = await settleEvents(needed);
  return { proven, bodies: settled, ...events, refusals, versions: [...new Set([...set, ...heard])] };
}

async function proveCatcher({ requests, mailbox, report }: Needed): Promise<boolean> {
  const url = mailbox.address('probe');
  const outcome = await requests.get(url);
  const proven = outcome.kind === 'answer' && mailbox.deliveries.some(({ address }) => address === 'probe');
  if (proven) report.ok('catcher', `${new URL(url).origin} can be reached from here`);
  else
    report.problem(
      'catcher',
      `The catcher cannot be reached at ${new URL(url).origin}: ${outcome.kind === 'answer' ? `somebody else answers with status ${outcome.status}` : outcome.failure.text}`,
      '--webhook-url must be an address that leads to the one given by --listen.',
    );
  return proven;
}

/** Whether the webhook address may be overwritten: off loopback only with consent, for it cannot be read back. */
export function mayChangeAddress({ target, webhook }: Configuration): boolean {
  return staysHere(target.baseUrl ?? '') || webhook.allowChange;
}

/**
 * Stops before a target elsewhere gets an address that leads to itself: no event would ever come, and the former address
 * would be lost. An address that somebody has given may lead here all the same, through a tunnel.
 */
export function stopAtOwnLoopback({ target, webhook }: Configuration, address: string): void {
  if (webhook.publicUrl !== null || staysHere(target.baseUrl ?? '') || !staysHere(address)) return;
  throw new NoVerdict(
    EXIT.noVerdict,
    'catcher-loopback',
    `The catcher listens at ${new URL(address).origin}, where a service on another machine cannot reach it.`,
    'Make it listen on an address of this machine (--listen 0.0.0.0:PORT), and give the address that leads to it (--webhook-url URL).',
  );
}

/** Whether an address leads to this machine alone. */
function staysHere(url: string): boolean {
  return isLoopback(new URL(url));
}
