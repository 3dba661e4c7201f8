import type { Breach } from './breaches.js';

/** One log entry. Times are milliseconds since the Unix epoch, by the service's clock. */
export type Entry = RequestEntry | DeliveryEntry | ActionEntry;

interface Passed {
  /** Counts up from 1, in the order in which things began. */
  id: number;
  at: number;
  /** Name of the contact point's key; null: none is known. */
  point: string | null;
  user: string | null;
  version: string | null;
}

/** A request of the integrator with its answer. */
export interface RequestEntry extends Passed {
  kind: 'request';
  method: string;
  /** Without the query, which holds the key. */
  path: string;
  operation: string | null;
  tookMs: number;
  status: number;
  /** Of the error table; null: a success. */
  code: number | null;
  message: string | null;
  breaches: Breach[];
  contentType: string | null;
  body: Excerpt;
  answer: Excerpt;
}

/** An event on its way to the integrator. */
export interface DeliveryEntry extends Passed {
  kind: 'delivery';
  event: string;
  /** The event's own; a reply has that of its message. */
  eventId: string;
  state: DeliveryState;
  url: string | null;
  attempts: DeliveryAttempt[];
  /** When it is tried again; null: not known. */
  nextAt: number | null;
  /** What was sent, or would have been if there were an address; null: it waits for its turn. */
  request: { method: string; headers: Record<string, string>; body: Excerpt } | null;
}

/** `kept`: a reply that waits for an address; `untold`: no address is set and nobody is notified. */
export type DeliveryState =
  | 'waiting'
  | 'delivered'
  | 'given-up'
  | 'kept'
  | 'untold'
  | 'dropped'
  | 'abandoned';

export interface DeliveryAttempt {
  at: number;
  tookMs: number;
  status: number | null;
  /** Why there was no answer, in words. */
  failure: string | null;
}

/** Something that employees did. */
export interface ActionEntry extends Passed {
  kind: 'action';
  action: string;
  /** As the console's buttons say it; null: its name and parameters are clear enough. */
  words: string | null;
  parameters: Record<string, unknown>;
}

/** A body as text, cut if it is long. */
export interface Excerpt {
  text: string;
  /** Size of the whole body, bytes. */
  size: number;
}

export const NOTHING: Excerpt = { text: '', size: 0 };

/** The beginning of a body. */
export function excerpt(body: Uint8Array | string): Excerpt {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { text: Buffer.from(bytes.subarray(0, MOST_BYTES)).toString(), size: bytes.length };
}

const MOST_BYTES = 16 * 1024;
