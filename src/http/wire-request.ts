import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { OutgoingRequest } from '../engine/ports.js';
import type { Origin } from './connect.js';

export type WireRequest = Dispatcher.DispatchOptions & { method: string };

/** Cuts the URL of a request without changing its path. Throws, without naming the URL, when it is no http(s) URL. */
export function originOf(url: string): { origin: Origin; path: string } {
  const [, start, rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  const origin = start === undefined ? null : parsedOrigin(start);
  if (!origin) throw new Error('The address of a request is not an http or https URL.');
  return { origin, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** A run sends its thousands of requests to a few. */
const known = new Map<string, Origin>();
const MOST_KNOWN = 100;

function parsedOrigin(start: string): Origin | null {
  const before = known.get(start);
  if (before) return before;
  const parsed = parsedUrl(start);
  if (!parsed) return null;
  const protocol = parsed.protocol === 'https:' ? 'https:' : 'http:';
  const port = parsed.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  const origin: Origin = { protocol, host: parsed.hostname.replace(/^\[|\]$/g, ''), port };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(start, origin);
  return origin;
}

/** Null: it is none. To ask beforehand would parse each twice. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The request as undici takes it. A body whose length the caller does not tell is sent in chunks. */
export function wireRequest(request: OutgoingRequest, path: string): WireRequest {
  const { method, body, headers } = request;
  const wire: WireRequest = { method, path, headers: headers.flat() };
  if (body === null) return wire;
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length');
  return { ...wire, body: hasLength ? Buffer.from(body) : Readable.from([body]) };
}
