import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorRow, Resource } from '../description/types.js';
import type { Accounts } from './conversations/accounts.js';
import type {
  Account,
  ContactPoint,
  Destination,
  Message,
  Posting,
  SeenMessage,
  ServiceEvent,
  User,
} from './conversations/model.js';
import type { ReferenceDialect } from './dialect/dialect.js';
import type { Random } from './random.js';
import type { Call, JsonObject, Reply } from './requests/call.js';
import type { Rulebook } from './rulebook.js';
import type { Delivered, EventRequest } from './webhooks/webhook-sender.js';

/** One running service: rules, habits and state. */
export interface ServiceContext {
  rulebooks: ReadonlyMap<string, Rulebook>;
  dialect: ReferenceDialect;
  hooks: Hooks;
  accounts: Accounts;
  deliveries: DeliveryQueue;
  clock: ServiceClock;
  random: Random;
  /** Null: nobody observes. */
  observer: Observer | null;
}

/** Where something happens, to whom, and under which version's rules. */
export interface Scene {
  context: ServiceContext;
  point: ContactPoint;
  rules: Rulebook;
  user: User;
}

/** The time by the clock of a contact point, milliseconds since the Unix epoch. */
export function now({ clock }: ServiceContext, point: ContactPoint): number {
  return clock.now() + point.clockOffset;
}

/**
 * The places where a faulty service can differ from a correct one. Each hook implements the correct behaviour; a
 * fault replaces some of them, usually by wrapping the original.
 */
export interface Hooks {
  /** The path of a request as the service reads it. */
  path(path: string): string;
  /** The account that the presented key opens; undefined refuses the key. */
  authenticate(key: string, call: Call, accounts: Accounts): Account | undefined;
  /** Whether an account is refused the operations that it lacks. */
  forbids(lacked: readonly string[], operation: string): boolean;
  /** The destination that a selection names; undefined refuses it. */
  chosen(id: string, all: ReadonlyMap<string, Destination>): Destination | undefined;
  /** The reason why a webhook address is refused; null accepts it. */
  refusesAddress(url: string): string | null;
  /** The bytes of a body, given the parts in which it arrived. */
  body(parts: readonly Uint8Array[]): Uint8Array;
  /** The value of a body's bytes; throws when they are not JSON. */
  parse(bytes: Uint8Array): unknown;
  /** The reason why a body is refused; null accepts it. */
  validate(body: unknown, resource: Resource, rules: ReferenceDialect['request']): string | null;
  /**
   * One move of a user's conversation, made by `act`. It is named after the message's operation or the employee's
   * action; a selection is named after its trigger. `act` takes no time; what comes before or after it may.
   */
  move<T>(scene: Scene, name: string, act: () => T): T | Promise<T>;
  /** The key under which a user's state is kept. */
  userKey(userId: string): string;
  /** A user's message as stored. */
  store(message: Message): Message;
  /** What is stored for a message that waits for a selection. */
  keep(message: Message): readonly Message[];
  /** Which of the waiting messages a selection delivers. */
  release(kept: readonly Message[]): readonly Message[];
  /** Whose employees can write to a user; null: nobody's. */
  writers(user: User, all: ReadonlyMap<string, Destination>): Destination | null;
  /** Whose employees get a message; `delivers` is what the routing says. */
  recipients(user: User, delivers: boolean, all: ReadonlyMap<string, Destination>): readonly Destination[];
  /** What employees of a destination see of a user's messages. */
  visible(seen: readonly SeenMessage[], destinationId: string | null): readonly SeenMessage[];
  /** Whether a destination shows as online. */
  presence(destination: Destination): boolean;
  /** Employees of a destination are about to log in, at a contact point with these users; some may already be logged in. */
  loggingIn(destination: Destination, users: Iterable<User>): void;
  /** Employees of a destination have logged out, at a contact point with these users. */
  loggedOut(destination: Destination, users: Iterable<User>): void;
  /** The identifier of a new message. */
  messageId(fresh: string): string;
  /** The timestamp in a response. */
  timestamp(now: number): number;
  /** The events to send when one is due. */
  notify(event: ServiceEvent): readonly ServiceEvent[];
  /** Whether a reply is too old to be sent to a new address, at this age in milliseconds. */
  expired(ageMs: number, limitMs: number): boolean;
  /** When an event is sent, milliseconds since the Unix epoch. */
  leaves(moment: number, event: ServiceEvent): number;
  /** The address that an event goes to, given the old and the new one. */
  address(previous: string | null, next: string | null): string | null;
  /** Whether an event gets lost on its way, given what has happened to those before it. */
  loses(event: ServiceEvent, before: Mishaps): boolean;
  /** The request that carries an event. */
  post(request: EventRequest, event: ServiceEvent): EventRequest;
  /** The row of the error table with which a request is refused. */
  row(due: ErrorRow, call: Call): ErrorRow;
  /** The response as sent. */
  respond(reply: Reply, call: Call): Reply;
  /** Whether the TLS port also serves connections without TLS. */
  servesPlain(): boolean;
}

/** What has gone wrong with deliveries. */
export interface Mishaps {
  /** The receiver has closed a connection since the last delivery. */
  cutOff: boolean;
  /** An address of the contact point could not be reached. */
  unreached: boolean;
}

/** Posts events: in order for each user, or for all; otherwise concurrently. */
export interface DeliveryQueue {
  /** Queues a delivery, or drops it when too many wait. */
  send(posting: Posting): void;
  /** Retries a delivery at once if it is pausing between two attempts; false: it is not. */
  hurry(posting: Posting): boolean;
  /** Visits an address once; resolves with whether it answered with success. */
  probe(url: string): Promise<boolean>;
  /** Resolves as soon as no event waits to be posted. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The time in which a service lives. */
export interface ServiceClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves at once if there is nothing to wait for, and as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  },
};

/**
 * Observes everything between the service, the gateway and the employees as it happens, before it is answered. A
 * service without one does nothing for it. Times are milliseconds since the Unix epoch, by the clock that the service
 * shows.
 */
export interface Observer {
  /** A request or an employee's action begins: what it causes is reported before it ends. */
  begins(): Begun;
  /** A request has its response, which is sent next. */
  exchange(passed: { begun: Begun; call: Call; reply: Reply; tookMs: number }): void;
  /** An employee's action has been done. */
  employeeAction(done: {
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
