import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { OutgoingRequest } from '../engine/ports.js';
import type { Origin } from './connect.js';

export type WireRequest = Dispatcher.DispatchOptions & { method: string };

/** Cuts the URL of a request without changing its path. Throws, without naming the URL, when it is no http(s) URL. */
export function originOf(url: string): { origin: Origin; path: string } {
  const cut = /^(https?):\/\/([^/?#]+)([^#]*)/i.exec(url);
  const parsed = cut && parsedUrl(`${cut[1]}://${cut[2]}`);
  if (!cut || !parsed) throw new Error('The address of a request is not an http or https URL.');
  const protocol = parsed.protocol === 'https:' ? 'https:' : 'http:';
  const port = parsed.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  const rest = cut[3] ?? '';
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return { origin: { protocol, host: parsed.hostname.replace(/^\[|\]$/g, ''), port }, path };
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
  const told = headers.some(([name]) => name.toLowerCase() === 'content-length');
  return { ...wire, body: told ? Buffer.from(body) : Readable.from([body]) };
}
