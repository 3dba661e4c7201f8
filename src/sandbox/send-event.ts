import { setTimeout as sleep } from 'node:timers/promises';
import { whenAborted } from '../abort.js';
import type { ReferenceDialect } from '../reference/dialect/dialect.js';
import { LIMITS } from '../reference/http/limits.js';
import { type Delivered, httpCarrier, type Trust } from '../reference/webhooks/carrier.js';
import {
  type EventFacts,
  type EventRequest,
  makeEventRequest,
  pauseAfter,
} from '../reference/webhooks/event-request.js';

/** How to send an event. */
export interface SendOptions {
  dialect: ReferenceDialect;
  /** Attempts until it is answered by 2xx, with the pauses of the service. */
  tries: number;
  /** The body breaks off half-way. */
  isBroken: boolean;
  trust: Trust;
  signal: AbortSignal;
}

/** Observes what leaves and how it ends. */
export interface Sending {
  leaves(request: EventRequest): void;
  tried(attempt: { nth: number; tookMs: number; outcome: Delivered; pauseMs: number | null }): void;
}

/**
 * Sends an event to an address as the reference service would. Returns what the last attempt came to; rejects when it is
 * aborted before there is an answer.
 */
export async function sendEventTo(
  url: string,
  event: EventFacts,
  { dialect, tries, isBroken, trust, signal }: SendOptions,
  sending: Sending,
): Promise<Delivered> {
  const carrier = httpCarrier(LIMITS, trust);
  const made = makeEventRequest(url, [event], dialect.event);
  const request = isBroken ? { ...made, body: made.body.slice(0, Math.ceil(made.body.length / 2)) } : made;
  // What is under way ends when nobody waits for it any more.
  const stopWaiting = whenAborted(signal, () => void carrier.close());
  sending.leaves(request);
  try {
    for (let nth = 1; ; nth += 1) {
      const began = performance.now();
      const outcome = await carrier.post(request, dialect.event.lengths);
      if (outcome.status === null) signal.throwIfAborted();
      const isOver = outcome.ok || nth >= tries || signal.aborted;
      const pauseMs = isOver ? null : pauseAfter(nth);
      sending.tried({ nth, tookMs: performance.now() - began, outcome, pauseMs });
      if (pauseMs === null) return outcome;
      await sleep(pauseMs, undefined, { signal });
    }
  } finally {
    stopWaiting();
    await carrier.close();
  }
}
