import { isLoopback } from '../network-address.js';
import { WrongValue } from './usage-error.js';

/**
 * Parses an absolute http(s) URL. Errors never repeat it: it may contain a key.
 * @param what the URL is for, as the subject of a sentence
 * @param ifQuery advice for one that has a query
 * @throws WrongValue
 */
export function parseAddress(value: unknown, what: string, ifQuery = 'expected none'): URL {
  const given = String(value).trim();
  const url =
    URL.canParse(given) && /^https?:\/\//i.test(given) && !/[\s\p{Cc}\\]/u.test(given)
      ? new URL(given)
      : null;
  if (!url)
    throw new WrongValue(`${what} is not an absolute http(s) URL`, 'expected one such as https://host/path');
  if (url.username !== '' || url.password !== '')
    throw new WrongValue(`${what} holds a user or password`, 'expected none');
  if (given.includes('?')) throw new WrongValue(`${what} has a query`, ifQuery);
  if (given.includes('#')) throw new WrongValue(`${what} has a fragment`, 'expected none');
  if (/[{}<>]/.test(given))
    throw new WrongValue(`${what} holds a placeholder`, 'expected what it stands for in its place');
  return url;
}

/** The URL as text without trailing slashes. */
export function withoutTrailingSlash(url: URL): string {
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Service address and, where its last segment is a known version, that version. */
export interface BaseUrl {
  service: string;
  version: string | null;
}

/**
 * Parses the base URL: the service address, or the address with a version segment.
 * @throws WrongValue; plain http is accepted on loopback or with `allowHttp`, because keys travel in the query
 */
export function parseBaseUrl(
  value: unknown,
  {
    versions,
    operations,
    allowHttp,
  }: { versions: readonly string[]; operations: readonly string[]; allowHttp: boolean },
): BaseUrl {
  const ifQuery = 'expected none; a key belongs in CONFORM_KEY or --key-file';
  const url = parseAddress(value, 'the base URL', ifQuery);
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new WrongValue(
      'plain http:// would show the key to the network',
      'expected https://, or --allow-http',
    );
  }
  const address = withoutTrailingSlash(url);
  const last = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (operations.includes(last)) {
    throw new WrongValue(
      `the base URL ends in the operation ${last}`,
      'expected the service address alone, with or without the version segment',
    );
  }
  const version = versions.includes(last) ? last : null;
  return {
    service: version === null ? address : address.slice(0, -last.length).replace(/\/+$/, ''),
    version,
  };
}
