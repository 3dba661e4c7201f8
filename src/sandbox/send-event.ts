import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { whenAborted } from '../abort.js';
import type { Description, EventRule } from '../description/types.js';
import type { ReferenceDialect } from '../reference/dialect/dialect.js';
import { LIMITS } from '../reference/http/limits.js';
import {
  type Delivered,
  type EventFacts,
  type EventRequest,
  httpWebhookSender,
  makeEventRequest,
  pauseAfter,
  type Trust,
} from '../reference/webhooks/webhook-sender.js';
import { filledSample } from './examples.js';

/** How to send an event. */
interface SendOptions {
  dialect: ReferenceDialect;
  /** Attempts until a 2xx response, with the service's pauses. */
  tries: number;
  /** The body breaks off half-way. */
  isBroken: boolean;
  trust: Trust;
  signal: AbortSignal;
}

/** Observes what is sent and how it ends. */
export interface Sending {
  leaves(request: EventRequest): void;
  tried(attempt: { nth: number; tookMs: number; outcome: Delivered; pauseMs: number | null }): void;
}

/**
 * Sends an event to an address as the reference service would. Returns the result of the last attempt; rejects if
 * aborted before there is a response.
 */
export async function sendEventTo(
  url: string,
  event: EventFacts,
  { dialect, tries, isBroken, trust, signal }: SendOptions,
  sending: Sending,
): Promise<Delivered> {
  const sender = httpWebhookSender(LIMITS, trust);
  const made = makeEventRequest(url, [event], dialect.event);
  const request = isBroken ? { ...made, body: made.body.slice(0, Math.ceil(made.body.length / 2)) } : made;
  // What is under way ends when nobody waits for it any more.
  const stopWaiting = whenAborted(signal, () => void sender.close());
  sending.leaves(request);
  try {
    for (let nth = 1; ; nth += 1) {
      const began = performance.now();
      const outcome = await sender.post(request, dialect.event.lengths);
      if (outcome.status === null) signal.throwIfAborted();
      const isOver = outcome.ok || nth >= tries || signal.aborted;
      const pauseMs = isOver ? null : pauseAfter(nth);
      sending.tried({ nth, tookMs: performance.now() - began, outcome, pauseMs });
      if (pauseMs === null) return outcome;
      await sleep(pauseMs, undefined, { signal });
    }
  } finally {
    stopWaiting();
    await sender.close();
  }
}

/** An event of the description, with the version whose rule it is. */
export interface KnownEvent {
  name: string;
  rule: EventRule;
  description: Description;
}

/** Events by name, of the requested version or of the latest that has them. */
export function knownEvents(descriptions: readonly Description[], version?: string): KnownEvent[] {
  const among =
    version === undefined
      ? descriptions
      : descriptions.filter((description) => description.version === version);
  const latest = new Map(
    among.flatMap((description) =>
      Object.entries(description.events).map(([name, rule]) => [name, { name, rule, description }] as const),
    ),
  );
  return [...latest.values()];
}

/** What an event holds besides the description's own samples. */
interface EventWishes {
  user: string;
  /** Which one of several, from 1. */
  nth: number;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Values by name: of the identifier, the time and the version, or of any other field of the event. */
  fields: Readonly<Record<string, string>>;
  /** Characters by which its content is extended. */
  padding: number;
}

/**
 * An event without any state behind it. `deliveryName`: what to call the event whose name the interface does not
 * show.
 */
export function madeEvent(
  { name, rule, description }: KnownEvent,
  wishes: EventWishes,
  deliveryName: string,
): EventFacts {
  const { fields, padding, user } = wishes;
  const { id = randomUUID(), at, version, ...given } = fields;
  const { cause, carries = [] } = rule;
  const data: Record<string, unknown> = {};
  if (cause.kind === 'operator')
    for (const [key, sample] of Object.entries(cause.parameters)) data[key] = filledSample(sample, wishes);
  for (const [key, text] of Object.entries(given))
    data[key] = typeof data[key] === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
  const [content = 'padding'] = carries;
  if (padding > 0) data[content] = `${data[content] ?? ''}${'x'.repeat(padding)}`;
  const kind = cause.kind === 'delivery' ? 'delivery' : carries.length > 0 ? 'reply' : 'routing';
  return {
    name: rule.unnamed ? deliveryName : name,
    kind,
    version: version ?? description.version,
    user: { id: user },
    id,
    at: at === undefined ? wishes.at : Number(at),
    data,
  };
}
