import type { Account, Posting, ServiceEvent } from './conversations/model.js';
import type { JsonObject } from './requests/body.js';
import type { Call, Reply } from './requests/call.js';
import type { Rulebook } from './rulebook.js';
import type { Delivered } from './webhooks/carrier.js';
import type { EventRequest } from './webhooks/event-request.js';

/**
 * Observes everything that passes between the service, the integrator and the employees, as it passes and before it is
 * answered. A service without one does nothing for it. Moments are milliseconds since the Unix epoch by the clock that
 * the service shows.
 */
export interface Witness {
  /** A request is looked at, or an employee's action: what it causes is reported before it ends. */
  begins(): Begun;
  /** A request has its answer, which leaves next. */
  exchange(passed: { begun: Begun; call: Call; reply: Reply; tookMs: number }): void;
  /** Employees did something. */
  acted(done: {
    begun: Begun;
    action: string;
    rules: Rulebook;
    account: Account;
    parameters: JsonObject;
  }): void;
  /** An event has no address to go to: it is kept for the next one, or dropped. */
  unaddressed(event: ServiceEvent, fate: 'kept' | 'untold'): void;
  /** A delivery waits for its turn. `dropped`: too many wait already. */
  queued(posting: Posting, fate: 'waits' | 'dropped'): void;
  /** A delivery was tried. */
  attempted(posting: Posting, attempt: Attempt): void;
  /** A delivery ends without a further attempt: the address was taken away. */
  abandoned(posting: Posting): void;
}

/** What tells something that has begun from all else, and when that was. */
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
  /** How long the service waits before it tries again; null: this was the last attempt. */
  pauseMs: number | null;
}
