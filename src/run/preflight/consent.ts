import type { Configuration } from '../../configuration/types.js';
import { Stop } from '../stop.js';

/** Whether an address leads to this machine alone. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Whether the webhook address may be overwritten: off loopback only with consent, for it cannot be read back. */
export function mayChangeAddress({ target, webhook }: Configuration): boolean {
  return isLoopback(target.baseUrl ?? '') || webhook.allowChange;
}

/**
 * Stops before a target elsewhere gets an address that leads to itself: no event would ever come, and the former address
 * would be lost. An address that somebody has given may lead here all the same, through a tunnel.
 */
export function stopAtOwnLoopback({ target, webhook }: Configuration, address: string): void {
  if (webhook.publicUrl !== null || isLoopback(target.baseUrl ?? '') || !isLoopback(address)) return;
  throw new Stop(
    3,
    'catcher-loopback',
    `The catcher listens at ${new URL(address).origin}, where a service on another machine cannot reach it.`,
    'Let it listen on an address of this machine by --listen 0.0.0.0:PORT, and name the way to it by --webhook-url URL.',
  );
}
