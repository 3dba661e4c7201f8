import { isLoopback } from '../../configuration/address.js';
import type { Configuration } from '../../configuration/types.js';
import { NoVerdict } from '../no-verdict.js';

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
    3,
    'catcher-loopback',
    `The catcher listens at ${new URL(address).origin}, where a service on another machine cannot reach it.`,
    'Let it listen on an address of this machine by --listen 0.0.0.0:PORT, and name the way to it by --webhook-url URL.',
  );
}

/** Whether an address leads to this machine alone. */
function staysHere(url: string): boolean {
  return isLoopback(new URL(url));
}
