import type { Exchange } from '../engine/evidence.js';
import { holdsNonce } from '../engine/ids.js';
import type { Delivery, HttpResponse, ReadEvent } from '../engine/ports.js';
import { bodyLimit } from '../engine/response-compactor.js';
import type { Redactor } from '../record/redact.js';
import type { BodyRecord, EventRecord, ExchangeRecord, ReadingRecord } from '../record/types.js';
import { cutText } from '../terminal-text.js';
import type { Evidence } from './case-records.js';

/** The exchanges of a run as recorded. */
export function exchangeRecords(
  exchanges: readonly Exchange[],
  startedAt: number,
  keep: KeepBody,
): ExchangeRecord[] {
  return exchanges.map(({ id, caseId, version, operation, user, request, outcome }) => ({
    id,
    caseId,
    version,
    operation: operation ?? '',
    user,
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: keep(request.body),
      ...(request.pauseMs !== undefined && { pauseMs: request.pauseMs }),
    },
    response: outcome.kind === 'response' ? response(outcome, keep) : null,
    failure: outcome.kind === 'response' ? null : outcome.failure,
    startedMs: Math.round(outcome.startedAt - startedAt),
    durationMs: Math.round(outcome.durationMs),
    ...(outcome.kind === 'response' && outcome.heldBack !== undefined && { heldBack: outcome.heldBack }),
  }));
}

function response(
  { status, reason, headers, body, size }: HttpResponse,
  keep: KeepBody,
): ExchangeRecord['response'] {
  return { status, reason, headers, body: keep(body, size) };
}

/** The deliveries to the catcher as recorded. Events for other people's users do not concern this run. */
export function eventRecords(
  { deliveries, reader, outcomes, exchanges, startedAt, nonce }: Evidence,
  keep: KeepBody,
): EventRecord[] {
  const caseOf = new Map(
    outcomes.flatMap((outcome) => outcome.events.map((id) => [id, outcome.case.id] as const)),
  );
  // A law names events of other cases as well: these stay with the case of their user.
  const caseOfUser = new Map(
    exchanges.flatMap(({ user, caseId }) => (user === null ? [] : [[user, caseId]])),
  );
  const isOwn = holdsNonce(nonce);
  return deliveries.flatMap((delivery): EventRecord[] => {
    const read = reader.events(delivery);
    if (isForeign(read, isOwn)) return [];
    const user = read[0]?.user ?? null;
    return [
      {
        id: delivery.id,
        caseId: caseOfUser.get(user ?? '') ?? caseOf.get(delivery.id) ?? null,
        // As long as that of the requests, by which the two are found to belong together.
        user: caseOfUser.has(user ?? '') ? user : brief(user),
        name: brief(read[0]?.name),
        method: delivery.method,
        address: delivery.address,
        headers: delivery.headers,
        // What was compressed is longer than what came, or shorter.
        body: keep(delivery.body, delivery.partial ? delivery.size : delivery.body.length),
        atMs: Math.round(delivery.at - startedAt),
        ...noteOf(delivery, read),
      },
    ];
  });
}

/** What a delivery is that is no event. */
function noteOf({ cut }: Delivery, read: readonly ReadEvent[]): Pick<EventRecord, 'note'> {
  if (cut) return { note: 'no event: the request body was cut off' };
  return read.length === 0 ? { note: 'no event: a probe or a ping' } : {};
}

/** What employees saw, as recorded. */
export function readingRecords({
  readings,
  startedAt,
}: Pick<Evidence, 'readings' | 'startedAt'>): ReadingRecord[] {
  return readings.map(({ at, until, items, ...reading }) => ({
    ...reading,
    items: [...items],
    atMs: Math.round(at - startedAt),
    untilMs: Math.round(until - startedAt),
  }));
}

function isForeign(read: readonly ReadEvent[], isOwn: (user: string) => boolean): boolean {
  return read.length > 0 && read.every(({ user }) => user !== null && !isOwn(user));
}

const LONGEST_NAME = 200;

function brief(text: string | null | undefined): string | null {
  if (text == null) return null;
  return cutText(text, LONGEST_NAME);
}

/** What the record keeps of bytes; `size` is their true length, if there were more. Null: there are none. */
type KeepBody = (body: Uint8Array | null, size?: number) => BodyRecord | null;

/** How far to look beyond the cut, because a secret may straddle it. */
const BEYOND = 64 * 1024;

/** Keeps the bodies of one record: first masked, then cut, and all of them together within a limit. */
export function bodyKeeper(redact: Redactor): KeepBody {
  let kept = 0;
  return (body, size = body?.length ?? 0) => {
    if (body === null || size === 0) return null;
    const limit = bodyLimit(kept);
    const looked = body.subarray(0, limit + BEYOND);
    const text = decode(looked, looked.length < size);
    const whole = redact(text ?? Buffer.from(looked).toString('latin1'));
    const short = whole.slice(0, limit).toWellFormed();
    kept += short.length;
    const cut = looked.length < size || short.length < whole.length;
    if (text !== null) return { text: short, bytes: size, cut };
    return { base64: Buffer.from(short, 'latin1').toString('base64'), bytes: size, cut };
  };
}

/** Null: not UTF-8. The end of a cut text may break a character. */
function decode(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}
