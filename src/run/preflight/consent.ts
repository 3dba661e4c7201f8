import type { Configuration } from '../../configuration/types.js';

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
