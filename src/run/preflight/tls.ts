import type { Configuration } from '../../configuration/types.js';
import type { PreflightVerdict } from '../../record/types.js';

/** What the preflight can say of TLS once the service has answered: requests to an https:// address go over TLS alone. */
export function tlsVerdict({ target }: Configuration): PreflightVerdict {
  if (!target.baseUrl?.startsWith('https:'))
    return {
      verdict: 'skipped',
      text: 'The address of the target is plain HTTP, on loopback or by --allow-http, so TLS was not looked at.',
    };
  return {
    verdict: 'pass',
    text: `Every request of the run went over TLS, from the preflight on${target.insecure ? '; the certificate was not checked (--insecure)' : ''}.`,
  };
}
