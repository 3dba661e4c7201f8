import type { Detail, Row } from '../console/protocol.js';
import { capitalized } from '../phrases.js';
import { type DeliveryEntry, type Entry, type Excerpt, type RequestEntry, unsentWords } from './entry.js';
import { curlLine } from './examples.js';

/** A log entry as a line in the console. */
export function rowOf(entry: Entry): Row {
  const { id, kind, at, version, point, user } = entry;
  const base = { id, kind, at, version, point, user, nextAt: null, tookMs: null };
  if (entry.kind === 'request') return { ...base, ...requestPart(entry) };
  if (entry.kind === 'delivery') return { ...base, ...deliveryPart(entry) };
  return {
    ...base,
    what: entry.words ?? entry.action.replaceAll('_', ' '),
    result: 'done',
    tone: 'quiet',
    // The words suffice; the user has a column of its own.
    note: entry.words
      ? ''
      : Object.values(entry.parameters)
          .filter((value) => value !== user)
          .map(String)
          .join(' · ')
          .slice(0, NOTE),
  };
}

function requestPart({ operation, method, path, status, code, message, breaches, tookMs }: RequestEntry) {
  const broken = breaches.find(({ level }) => level === 'required') ?? breaches[0];
  const isOdd = breaches.length > 0;
  return {
    what: operation ?? `${method} ${path}`.slice(0, NOTE),
    result: code === null ? String(status) : `${status}/${code}`,
    tone: code !== null ? ('bad' as const) : isOdd ? ('open' as const) : ('good' as const),
    tookMs,
    note: (broken ? `§${broken.section} ${broken.text}` : (message ?? '')).slice(0, NOTE),
  };
}

function deliveryPart({ event, state, attempts, url, nextAt }: DeliveryEntry) {
  const last = attempts.at(-1);
  const tries = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  return {
    what: event,
    result: last?.status ? String(last.status) : last ? 'failed' : WORDS[state],
    tone: TONES[state],
    tookMs: last?.tookMs ?? null,
    note: (last && state !== 'delivered'
      ? `${last.failure ?? 'not taken'}${tries}`
      : `${whyUnsent(state) ?? url ?? ''}${tries}`
    ).slice(0, NOTE),
    nextAt,
  };
}

const NOTE = 300;

const WORDS: Record<DeliveryEntry['state'], string> = {
  waiting: 'waiting',
  delivered: 'delivered',
  'given-up': 'failed',
  kept: 'kept',
  untold: 'no address',
  dropped: 'dropped',
  abandoned: 'not sent',
};

/** Why there was no attempt, as a sentence; null: there was one, or is still to be one. */
function whyUnsent(state: DeliveryEntry['state']): string | null {
  const words = unsentWords(state);
  return words && `${capitalized(words)}.`;
}

const TONES: Record<DeliveryEntry['state'], Row['tone']> = {
  waiting: 'open',
  delivered: 'good',
  'given-up': 'bad',
  kept: 'open',
  untold: 'open',
  dropped: 'bad',
  abandoned: 'quiet',
};

/** What is needed to call the service again. */
export interface CallGround {
  baseUrl: string;
  caFile: string | null;
  keyParameter: string;
  /** By the name of the contact point. */
  keyOf(point: string | null): string | null;
}

/** Everything that the log knows about an entry. */
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
    bodies: [body('Request', entry.body), body('Response', entry.answer)].flat(),
    curl: curlOf(entry, ground),
  };
}

function deliveryDetail(entry: DeliveryEntry) {
  const { url, request, attempts, state } = entry;
  return {
    facts: facts({
      event: entry.event,
      why: whyUnsent(state),
      to: url,
      'contact point': entry.point,
      user: entry.user,
      ...(request && { method: request.method, ...request.headers }),
    }),
    attempts,
    bodies: request ? body(attempts.length > 0 ? 'Sent' : 'Not sent', request.body) : [],
    // What is kept is sent automatically as soon as there is an address.
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
