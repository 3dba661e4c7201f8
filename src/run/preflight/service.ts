import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { operationOf, rowsOf } from '../../cases/description-lookups.js';
import type { TargetConfiguration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { type Read, readResponse } from '../../engine/judge/response.js';
import type { NoResponse, Outcome } from '../../engine/ports.js';
import { EXIT, NoVerdict } from '../../exit-codes.js';
import { conjunction, count } from '../../phrases.js';
import type { PreflightVerdict } from '../../record/types.js';
import type { PreflightReport } from './context.js';
import type { PreflightRequests } from './requests.js';

interface Reached {
  /** Versions that answer. */
  versions: string[];
  /** Shortest round trip on an open connection, milliseconds. */
  roundTripMs: number;
}

/**
 * Reaches the service under each version with the key: DNS, TCP, TLS, path and key in one request each.
 * Throws a NoVerdict when nothing could be judged.
 */
export async function reachService(
  requests: PreflightRequests,
  descriptions: readonly Description[],
  configuration: TargetConfiguration,
  unregistered: string,
  report: PreflightReport,
): Promise<Reached> {
  const { key, baseUrl, versions: wanted } = configuration.target;
  const own = descriptions.filter(({ version }) => wanted.includes(version));
  const outcomes = await Promise.all(
    own.map(async (description) => ({ description, outcome: await requests.list(description, key) })),
  );
  for (const { outcome } of outcomes) {
    if (outcome.kind === 'no-response' && outcome.verdict === 'inconclusive')
      throw unreachable(outcome, baseUrl);
  }
  await stopAtProxy(requests, outcomes, unregistered, baseUrl);
  report.ok('address', `${baseUrl} answers`);
  const statuses = (description: Description, kind: 'unregistered-key' | 'unsupported-request'): number[] =>
    rowsOf(description, kind).flatMap((row) => description.errors[row]?.status ?? []);
  const has = (
    answered: (typeof outcomes)[number],
    kind: 'unregistered-key' | 'unsupported-request',
  ): boolean =>
    answered.outcome.kind === 'response' &&
    statuses(answered.description, kind).includes(answered.outcome.status);

  const absent = new Set<Description>();
  for (const outcome of outcomes.filter((each) => has(each, 'unsupported-request'))) {
    if (await servesNothing(requests, outcome.description, unregistered)) absent.add(outcome.description);
  }
  if (absent.size === outcomes.length) {
    const others = descriptions.filter((description) => !own.includes(description));
    throw await nothingServed(requests, own, others, outcomes, configuration);
  }
  if (outcomes.some((outcome) => has(outcome, 'unregistered-key'))) {
    throw new NoVerdict(
      EXIT.noVerdict,
      'key',
      'The key is not accepted: the service answers that it does not know it.',
      ['Give the key of a contact point with --key-file or CONFORM_KEY.', ...oddities(key)].join(' '),
    );
  }
  const served = outcomes.filter(({ description }) => !absent.has(description));
  for (const description of absent) {
    report.problem(
      'version',
      `Version ${description.version} is not served; it is left out.`,
      'Choose the versions to check with --api-version.',
    );
  }
  for (const { description, outcome } of served) {
    const read = readResponse(description, outcome);
    const good = 'response' in read && read.response.status === description.http.successStatus;
    if (good) report.ok('version', `version ${description.version} is served and accepts the key`);
    else
      report.problem(
        'version',
        `${description.version} answers the list of destinations with ${'finding' in read ? (read.finding.received ?? read.finding.text) : `status ${read.response.status}`}.`,
        foreignHint(description, read),
      );
  }
  const wrongKeyMs = await refusesWrongKey(requests, served[0]?.description, unregistered, report);
  const times = [
    ...served.map(({ outcome }) => outcome.durationMs),
    ...(wrongKeyMs === null ? [] : [wrongKeyMs]),
  ];
  return {
    versions: served.map(({ description }) => description.version),
    roundTripMs: Math.max(1, Math.round(Math.min(...times))),
  };
}

/**
 * Throws a NoVerdict if every version is answered by something in front of the service, and still is when asked again:
 * none of that says anything about the service.
 */
async function stopAtProxy(
  requests: PreflightRequests,
  outcomes: readonly { description: Description; outcome: Outcome }[],
  unregistered: string,
  baseUrl: string,
): Promise<void> {
  const isProxy = ({ http }: Description, outcome: Outcome): boolean =>
    outcome.kind === 'response' && http.infrastructureStatuses.includes(outcome.status);
  if (!outcomes.every(({ description, outcome }) => isProxy(description, outcome))) return;
  for (const { description } of outcomes)
    if (!isProxy(description, await requests.list(description, unregistered))) return;
  throw new NoVerdict(
    EXIT.noVerdict,
    'infrastructure',
    `Cannot check ${baseUrl}: something in front of the service answers every request with ${statusesOf(outcomes)}.`,
    'Check the proxy or load balancer, and whether the service behind it runs.',
  );
}

/** Either the path is wrong, or the service has versions other than those asked for. */
async function nothingServed(
  requests: PreflightRequests,
  wanted: readonly Description[],
  others: readonly Description[],
  outcomes: readonly { outcome: Outcome }[],
  { target: { key, baseUrl } }: TargetConfiguration,
): Promise<NoVerdict> {
  const versions = wanted.map(({ version }) => version).join(' or ');
  const found = await Promise.all(
    others.map(async (description) => ({ description, listed: await requests.list(description, key) })),
  );
  const served = found.filter(
    ({ description, listed }) =>
      listed.kind === 'response' && listed.status === description.http.successStatus,
  );
  if (served.length > 0) {
    const names = conjunction(served.map(({ description }) => description.version));
    return new NoVerdict(
      EXIT.noVerdict,
      'version',
      `Version ${versions} is not served under ${baseUrl}; ${names} is.`,
      'Choose the version with --api-version, or by the segment of the base URL.',
    );
  }
  const known = [...wanted, ...others].map(({ version }) => version);
  return new NoVerdict(
    EXIT.noVerdict,
    'wrong-path',
    `Nothing is served under ${baseUrl} for version ${versions}: every request is answered with ${statusesOf(outcomes)}.`,
    wrongPathHint(new URL(baseUrl).pathname, versions, known),
  );
}

/** `path`: of the service address, without the version that may have ended it. */
function wrongPathHint(path: string, versions: string, known: readonly string[]): string {
  const [segment = ''] = /[^/]+$/.exec(path) ?? [];
  if (known.includes(segment))
    return `The base URL ends in two versions, ${segment} and ${versions}; only the last one is taken for the version. Leave one of them out.`;
  if (known.includes(segment.replace(/^v/i, '')))
    return `The version segment is ${segment.slice(1)}, without a letter in front.`;
  return /^\d+(\.\d+)*$/.test(segment)
    ? `If "${segment}" is meant as the version, it is not one known here; leave it out, and choose with --api-version.`
    : 'The base URL is the service address, with or without the version segment; a path in front of it belongs to it.';
}

/** A version whose list of destinations is missing may still exist: it is asked with a wrong key, which changes nothing. */
async function servesNothing(
  requests: PreflightRequests,
  description: Description,
  unregistered: string,
): Promise<boolean> {
  const operation = operationOf(description, 'message');
  const outcome = await requests.post(description, operation, unregistered, {});
  const statuses = rowsOf(description, 'unsupported-request').map((row) => description.errors[row]?.status);
  return outcome.kind === 'response' && statuses.includes(outcome.status);
}

async function refusesWrongKey(
  requests: PreflightRequests,
  description: Description | undefined,
  unregistered: string,
  report: PreflightReport,
): Promise<number | null> {
  if (!description) return null;
  const outcome = await requests.list(description, unregistered);
  if (outcome.kind === 'response' && outcome.status === description.http.successStatus)
    report.problem('key', 'An unregistered key is accepted; the cases will report it.');
  else report.ok('key', 'a wrong key is refused');
  return outcome.kind === 'response' ? outcome.durationMs : null;
}

/** For a response that the interface does not have: something else may be answering there. */
function foreignHint({ success }: Description, read: Read): string | undefined {
  if ('response' in read && typeof read.response.body[success.field] === 'boolean') return undefined;
  return 'finding' in read && read.finding.code === 'redirect'
    ? 'Redirects are not followed, because they would carry the key along; if it leads to the service, name that address as the base URL.'
    : 'Does another program answer there? Check host, port and path of the base URL.';
}

/** What somebody may have copied along with the key, or instead of it. */
function oddities(key: string): string[] {
  const prefix = /^\w*key=/i.exec(key)?.[0];
  return [
    ...(/^(['"]).*\1$/.test(key) ? ['The quotes around it are sent as a part of it.'] : []),
    ...(prefix ? [`The ${prefix} before it is sent as a part of it.`] : []),
    ...(/^[{[]/.test(key) ? ['It looks like JSON; it is sent as is.'] : []),
    ...(/^https?:/i.test(key) ? ['It looks like an address.'] : []),
    ...(/^\$\{?\w+\}?$/.test(key)
      ? ['It is the name of a variable that was never replaced by its value.']
      : []),
    ...(/^(<.*>|[*.…x]+)$/i.test(key) ? ['It looks like a placeholder.'] : []),
  ];
}

const HINTS: Partial<Record<NoResponse['failure']['code'], string>> = {
  dns: 'Check the spelling of the host name in the base URL.',
  refused: 'Check host and port of the base URL, and that the service runs.',
  'connect-timeout': 'Check the port, and firewalls on the way.',
  'tls-expired': "Renew the service's certificate.",
  'tls-host': 'Use a host name that is in the certificate, or renew the certificate.',
  'tls-untrusted': '--insecure accepts any certificate; for a first look only.',
  'tls-closed':
    'The service ends the TLS handshake: is this the HTTPS port, and does it want a client certificate?',
  'tls-failed':
    'Is this the HTTPS port? For plain HTTP, start the base URL with http:// (on another machine with --allow-http).',
};

function unreachable({ failure }: NoResponse, baseUrl: string): NoVerdict {
  return new NoVerdict(
    EXIT.noVerdict,
    failure.code,
    `Cannot check ${baseUrl}: ${failure.text.charAt(0).toLowerCase()}${failure.text.slice(1)}`,
    HINTS[failure.code] ?? broken(failure.code, baseUrl),
  );
}

function broken(code: string, baseUrl: string): string | null {
  const hints = [
    ...(baseUrl.startsWith('http:') ? [PLAIN_HINT] : []),
    ...(['closed', 'reset'].includes(code) ? [FEW_HINT] : []),
  ];
  return hints.length === 0 ? null : hints.join(' ');
}

const FEW_HINT = 'Does the service accept only a few connections at a time? Try --concurrency 1.';

/** A TLS port that is spoken to without TLS usually just hangs up. */
const PLAIN_HINT = 'Is this an HTTPS port? Then the base URL begins with https://.';

/** "status 404", or several. */
function statusesOf(outcomes: readonly { outcome: Outcome }[]): string {
  const all = outcomes.flatMap(({ outcome }) =>
    outcome.kind === 'response' ? [`status ${outcome.status}`] : [],
  );
  return conjunction([...new Set(all)]);
}

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
