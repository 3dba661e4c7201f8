import type { Detail } from '../console/protocol.js';
import { curlLine } from './curl-line.js';
import type { DeliveryEntry, Entry, Excerpt, RequestEntry } from './entry.js';
import { NOTES, rowOf } from './rows.js';

/** What is needed to call the service again. */
export interface CallGround {
  baseUrl: string;
  caFile: string | null;
  keyParameter: string;
  /** By the name of the contact point. */
  keyOf(point: string | null): string | null;
}

/** All that the log knows of an entry. */
export function detailOf(entry: Entry, ground: CallGround): Detail {
  const row = rowOf(entry);
  const base = { row, breaches: [], attempts: [], bodies: [], curl: null, canResend: false };
  if (entry.kind === 'request') return { ...base, ...requestDetail(entry, ground) };
  if (entry.kind === 'delivery') return { ...base, ...deliveryDetail(entry) };
  return {
    ...base,
    facts: Object.entries(entry.parameters).map(([name, value]) => ({ name, value: String(value) })),
  };
}

function requestDetail(entry: RequestEntry, ground: CallGround) {
  return {
    facts: facts({
      request: `${entry.method} ${entry.path}`,
      'contact point': entry.point,
      user: entry.user,
      'content type': entry.contentType,
    }),
    breaches: entry.breaches,
    bodies: [body('Request', entry.body), body('Answer', entry.answer)].flat(),
    curl: curlOf(entry, ground),
  };
}

function deliveryDetail(entry: DeliveryEntry) {
  const { url, request, attempts, state } = entry;
  return {
    facts: facts({
      event: entry.event,
      why: NOTES[state] ?? null,
      to: url,
      'contact point': entry.point,
      user: entry.user,
      ...(request && { method: request.method, ...request.headers }),
    }),
    attempts,
    bodies: request ? body(attempts.length > 0 ? 'Sent' : 'Not sent', request.body) : [],
    // What is kept goes by itself as soon as there is an address.
    canResend: (request !== null && state !== 'kept') || state === 'waiting',
    curl:
      request && url !== null && isWhole(request.body)
        ? curlLine(request.method, url, { headers: request.headers, body: request.body.text, caFile: null })
        : null,
  };
}

function curlOf(
  { method, path, point, contentType, body: sent }: RequestEntry,
  ground: CallGround,
): string | null {
  if (!isWhole(sent)) return null;
  const key = ground.keyOf(point);
  const query = key === null ? '' : `?${ground.keyParameter}=${encodeURIComponent(key)}`;
  return curlLine(method, `${ground.baseUrl}${path}${query}`, {
    headers: contentType === null ? {} : { 'Content-Type': contentType },
    body: sent.text,
    caFile: ground.caFile,
  });
}

function isWhole({ text, size }: Excerpt): boolean {
  return Buffer.byteLength(text) === size;
}

function body(title: string, { text, size }: Excerpt) {
  return size === 0 ? [] : [{ title, text, size }];
}

function facts(values: Record<string, string | null>): { name: string; value: string }[] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
}
