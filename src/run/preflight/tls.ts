import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { TargetConfiguration } from '../../configuration/types.js';
import { count } from '../../phrases.js';
import type { PreflightVerdict } from '../../record/types.js';
import type { PreflightReport } from './preflight-report.js';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Certificates that expire sooner than this deserve a note. */
const SOON_DAYS = 14;

/** Reports the service's certificate and its expiry. Whether it is trusted is left to the requests. */
export async function describeCertificate(
  baseUrl: string,
  report: PreflightReport,
  signal: AbortSignal,
): Promise<void> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await once(socket, 'secureConnect', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
    const text = `${socket.getProtocol()}, certificate for ${subject?.CN ?? '(no name)'}, issued by ${issuer?.CN ?? '(no name)'}, valid until ${until}`;
    if (days < SOON_DAYS)
      report.note(
        'tls',
        `${text}: ${days < 0 ? 'expired' : `${count(days, 'day')} left`}`,
        days < 0 ? 'Renew it.' : 'Renew it before then.',
      );
    else report.ok('tls', text);
  } catch {
    report.note('tls', 'The certificate could not be read.');
  } finally {
    socket.destroy();
  }
}

/** What the preflight can say about TLS once the service has answered: requests to an https:// address use TLS only. */
export function tlsVerdict({ target }: TargetConfiguration): PreflightVerdict {
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
