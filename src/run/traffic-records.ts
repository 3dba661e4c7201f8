import { cutText } from '../cut-text.js';
import type { Answer } from '../engine/ports.js';
import type { Exchange, ReadEvent } from '../engine/run-context.js';
import { holdsNonce } from '../engine/user-ids.js';
import type { EventRecord, ExchangeRecord, ReadingRecord } from '../record/types.js';
import type { KeepBody } from './body-record.js';
import type { Evidence } from './record.js';

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
    },
    response: outcome.kind === 'answer' ? response(outcome, keep) : null,
    failure: outcome.kind === 'answer' ? null : outcome.failure,
    startedMs: Math.round(outcome.startedAt - startedAt),
    durationMs: Math.round(outcome.durationMs),
    ...(outcome.kind === 'answer' && outcome.heldBack !== undefined && { heldBack: outcome.heldBack }),
  }));
}

function response(
  { status, reason, headers, body, size }: Answer,
  keep: KeepBody,
): ExchangeRecord['response'] {
  return { status, reason, headers, body: keep(body, size) };
}

/** The deliveries to the catcher as recorded. Events for users of others are none of this run's business. */
export function eventRecords(
  { deliveries, reader, outcomes, startedAt, nonce }: Evidence,
  keep: KeepBody,
): EventRecord[] {
  const caseOf = new Map(
    outcomes.flatMap((outcome) => outcome.events.map((id) => [id, outcome.case.id] as const)),
  );
  return deliveries.flatMap((delivery): EventRecord[] => {
    const read = reader.events(delivery);
    if (isForeign(read, nonce)) return [];
    return [
      {
        id: delivery.id,
        caseId: caseOf.get(delivery.id) ?? null,
        user: brief(read[0]?.user),
        name: brief(read[0]?.name),
        method: delivery.method,
        address: delivery.address,
        headers: delivery.headers,
        body: keep(delivery.body, delivery.size),
        atMs: Math.round(delivery.at - startedAt),
        ...(read.length === 0 && { note: 'no event: a probe or a ping' }),
      },
    ];
  });
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

function isForeign(read: readonly ReadEvent[], nonce: string): boolean {
  return read.length > 0 && read.every(({ user }) => user !== null && !holdsNonce(nonce)(user));
}

const LONGEST_NAME = 200;

function brief(text: string | null | undefined): string | null {
  if (text == null) return null;
  return cutText(text, LONGEST_NAME);
}
