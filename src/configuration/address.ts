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
