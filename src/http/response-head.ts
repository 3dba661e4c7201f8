import { sharedHeader } from '../shared-headers.js';
import { type Failure, failure } from './failures.js';

/** The head of a response, and how long its body is. */
export interface ResponseHead {
  status: number;
  reason: string;
  headers: [string, string][];
  body: Framing;
  /** The connection may carry another exchange; how many seconds it may idle, if the target says so. */
  persistent: boolean;
  idleSeconds: number | null;
}

type Framing =
  | { kind: 'none' }
  | { kind: 'length'; bytes: number }
  | { kind: 'chunked' }
  | { kind: 'until-close' };

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Reads the head of a response to a `method` request, as RFC 9112 frames it. */
export function parseHead(text: string, method: string): { head: ResponseHead } | { fault: Failure } {
  const [statusLine = '', ...lines] = text.split(/\r?\n/);
  const match = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: (.*))?$/.exec(statusLine);
  if (!match) return { fault: failure('status-line') };
  const headers: [string, string][] = [];
  for (const line of lines) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const value = trimBlanks(line.slice(colon + 1));
    if (!TOKEN.test(line.slice(0, Math.max(colon, 0))) || /[\0\r]/.test(value))
      return { fault: failure('header') };
    headers.push(sharedHeader(line.slice(0, colon), value));
  }
  const status = Number(match[2]);
  const body = framing(status, headers, method);
  if ('fault' in body) return body;
  const connection = valuesOf(headers, 'connection').join().toLowerCase();
  const persistent = match[1] === '1' ? !connection.includes('close') : connection.includes('keep-alive');
  const idle = /\btimeout=(\d{1,6})\b/i.exec(valuesOf(headers, 'keep-alive').join());
  return {
    head: {
      status,
      reason: match[3] ?? '',
      headers,
      body,
      persistent: persistent && body.kind !== 'until-close',
      idleSeconds: idle ? Number(idle[1]) : null,
    },
  };
}

function framing(status: number, headers: [string, string][], method: string): Framing | { fault: Failure } {
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return { kind: 'none' };
  // A length may be repeated, in a line of its own or after a comma (RFC 9112, section 6.3).
  const stated = valuesOf(headers, 'content-length')
    .flatMap((value) => value.split(','))
    .map((value) => trimBlanks(value));
  const codings = valuesOf(headers, 'transfer-encoding');
  const lengths = [...new Set(stated.map((value) => value.replace(/^0+(?=\d)/, '')))];
  if (lengths.length > 1 || lengths.some((value) => !/^\d{1,15}$/.test(value))) {
    return { fault: failure('content-length') };
  }
  if (codings.length > 0) {
    if (lengths.length > 0)
      return { fault: failure('framing', 'It has both a Content-Length and a Transfer-Encoding.') };
    if (codings.length > 1 || codings[0]?.toLowerCase() !== 'chunked') {
      return { fault: failure('framing', 'Its Transfer-Encoding is something other than chunked.') };
    }
    return { kind: 'chunked' };
  }
  return lengths.length > 0 ? { kind: 'length', bytes: Number(lengths[0]) } : { kind: 'until-close' };
}

/** All values of a header, by its name in lower case. */
export function valuesOf(headers: [string, string][], name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

/** Without a pattern: one would take time in the square of the length for a line of blanks. */
function trimBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && ' \t'.includes(text[from] ?? '')) from++;
  while (to > from && ' \t'.includes(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}
