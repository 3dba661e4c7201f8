import type { BodyRecord, ExchangeRecord } from '../../../record/types.js';
import { reasonWords } from '../../words.js';

/** The request as it went over the wire, its body cut to `most` characters. */
export function requestText({ request }: ExchangeRecord, most: number, withHeaders = true): string {
  return message(`${request.method} ${request.url}`, request.headers, request.body, most, withHeaders);
}

/** The response as it came, or why there is none. */
export function responseText(
  { response, failure }: ExchangeRecord,
  most: number,
  withHeaders = true,
): string {
  if (!response) return `no response: ${failure ? failure.text : 'none was recorded'}`;
  const text = message(
    `${response.status} ${response.reason}`.trimEnd(),
    response.headers,
    response.body,
    most,
    withHeaders,
  );
  return failure ? `${text}\n\n[${failure.text}]` : text;
}

/** Status and reason phrase, or in a few words why there is none. */
export function outcomeText({ response, failure }: Pick<ExchangeRecord, 'response' | 'failure'>): string {
  if (response) return `${response.status} ${response.reason}`.trimEnd();
  return failure ? reasonWords(failure.code) : 'no response';
}

/** A body as text with a note where something is missing; null without a body. */
export function bodyText(body: BodyRecord | null, most: number): string | null {
  if (body === null) return null;
  if (body.text === undefined)
    return body.base64 === undefined
      ? `[${body.bytes} bytes]`
      : `[${body.bytes} bytes, base64] ${cut(body.base64, most)}`;
  const kept = cut(body.text, most);
  return body.cut && kept === body.text ? `${kept}\n[cut when recorded; ${body.bytes} bytes in all]` : kept;
}

/** Path and query of a URL, for places where the host is known. */
export function shortUrl(url: string, baseUrl: string): string {
  if (known?.baseUrl !== baseUrl) known = { baseUrl, origin: originOf(baseUrl) };
  const { origin } = known;
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** Of the last base: thousands of requests have the same. */
let known: { baseUrl: string; origin: string | null } | null = null;

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function message(
  start: string,
  headers: [string, string][],
  body: BodyRecord | null,
  most: number,
  withHeaders: boolean,
): string {
  const lines = [start, ...(withHeaders ? headers.map(([name, value]) => `${name}: ${value}`) : [])];
  const text = bodyText(body, most);
  return text === null || text === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${text}`;
}

/** The start of a text, with a note of what is left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === 0) return `[${text.length} characters, in results.json]`;
  return `${text.slice(0, most).toWellFormed()}… [cut here, ${text.length - most} characters more in results.json]`;
}
