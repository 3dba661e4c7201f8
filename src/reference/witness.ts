import type { Account, Posting, ServiceEvent } from './conversations/model.js';
import type { JsonObject } from './requests/body.js';
import type { Call, Reply } from './requests/call.js';
import type { Rulebook } from './rulebook.js';
import type { Delivered } from './webhooks/carrier.js';
import type { EventRequest } from './webhooks/event-request.js';

/**
 * Observes everything between the service, the integrator and the employees as it happens, before it is answered. A
 * service without one does nothing for it. Times are milliseconds since the Unix epoch, by the clock that the service
 * shows.
 */
export interface Witness {
  /** A request or an employee's action begins: what it causes is reported before it ends. */
  begins(): Begun;
  /** A request has its answer, which is sent next. */
  exchange(passed: { begun: Begun; call: Call; reply: Reply; tookMs: number }): void;
  /** Employees acted. */
  acted(done: {
    begun: Begun;
    action: string;
    rules: Rulebook;
    account: Account;
    parameters: JsonObject;
  }): void;
  /** An event has no address: it is kept for the next one, or dropped. */
  unaddressed(event: ServiceEvent, fate: 'kept' | 'untold'): void;
  /** A delivery waits for its turn. `dropped`: too many wait already. */
  queued(posting: Posting, fate: 'waits' | 'dropped'): void;
  /** A delivery was attempted. */
  attempted(posting: Posting, attempt: Attempt): void;
  /** A delivery ends without another attempt because its address was removed. */
  abandoned(posting: Posting): void;
}

/** Identifies something that has begun, and says when it began. */
export interface Begun {
  number: number;
  at: number;
}

export interface Attempt {
  /** From 1. */
  nth: number;
  tookMs: number;
  request: EventRequest;
  outcome: Delivered;
  /** How long the service waits before the next attempt; null: this was the last one. */
  pauseMs: number | null;
}
