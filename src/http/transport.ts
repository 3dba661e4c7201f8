import { setMaxListeners } from 'node:events';
import { activeMoment, activeNow, afterActive } from '../active-time.js';
import { decodeBody } from '../content-coding.js';
import type { Outcome, OutgoingRequest, Transport, UsedConnection } from '../engine/ports.js';
import { BodyRoom } from './body-store.js';
import { Breaker } from './breaker.js';
import { type Connection, createConnector, originOf } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import { type Exchanged, exchange, wireRequest } from './exchange.js';
import { decodingFailure, type Failure, failure } from './failures.js';
import { Limiter, TOO_MANY } from './pace.js';
import { valuesOf } from './response-head.js';

export interface TransportOptions {
  /** Certificates (PEM) trusted besides the built-in authorities. */
  ca?: string;
  /** Any certificate is accepted. */
  insecure?: boolean;
  /** Requests, connections and handshakes at a time, until more or fewer are allowed. */
  maxConcurrency: number;
  /** Largest body of a response, before and after decoding; 1 MiB. */
  maxBodyBytes?: number;
  /** Bytes of all large bodies together that have been handed on and not released; 8 MiB. */
  maxTotalBytes?: number;
  /** Largest head of a response, interim ones included; 32 KiB. */
  maxHeaderBytes?: number;
  /** Requests begun per second; no limit. */
  rate?: number;
}

interface OpenTransport extends Transport {
  /** From now on this many requests and connections may be under way at a time. */
  allow(concurrency: number): void;
  /** Gives up everything under way: those requests end as `aborted`. */
  close(): Promise<void>;
}

/** How many large bodies come in at once. */
const BLOCKS = 4;
/** Too many requests; service unavailable. */
const OVERLOAD_STATUSES = [TOO_MANY, 503];
/** How a target sheds connections. */
const OVERLOAD_FAILURES = ['closed', 'reset'];
/** How requests end at a target that is no longer there, or hangs. */
const UNANSWERED = [
  'dns',
  'refused',
  'unreachable',
  'connect-timeout',
  'tls-closed',
  'tls-timeout',
  'closed',
  'reset',
  'no-response',
  'header-timeout',
  'body-timeout',
  'aborted',
];
const TOTAL_BYTES = 8 * 1024 * 1024;
/** Bodies up to this length do not count towards the total. */
const SMALL_BYTES = 4 * 1024;
const TOO_MUCH = 'Together, the large responses that the run still needs are too large.';

/**
 * HTTP/1.1, over TLS or plain, with undici. Requests beyond `maxConcurrency` wait in line; their time counts from the
 * moment they leave it. Fewer go at once while the target answers 429 or 503 or closes connections, one alone if it has
 * stopped answering, and none if that lasts. Rejects only for a request that cannot be sent as it is.
 */
export function createTransport(options: TransportOptions): OpenTransport {
  const pool = new ConnectionPool(createConnector(options), options.maxConcurrency, allow);
  const limiter = new Limiter(options.maxConcurrency, options.rate);
  const breaker = new Breaker();
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const maxBodyBytes = options.maxBodyBytes ?? 1024 * 1024;
  const limits = {
    maxBodyBytes,
    maxHeaderBytes: options.maxHeaderBytes ?? 32 * 1024,
    room: new BodyRoom(BLOCKS, maxBodyBytes),
  };
  const budget = new BodyBudget(limits.room, options.maxTotalBytes ?? TOTAL_BYTES);
  const either = joinedWith(ending.signal);

  async function run(
    request: OutgoingRequest,
    { origin, path }: ReturnType<typeof originOf>,
    signal: AbortSignal,
  ): Promise<Exchanged & { connection: UsedConnection }> {
    const until = activeNow() + request.timeoutMs;
    const once = async (connection: Connection): Promise<Exchanged & { connection: UsedConnection }> => {
      const lingerMs = pool.lingerMs(origin);
      const began = activeNow();
      const timeoutMs = Math.max(1, Math.ceil(until - activeNow()));
      let reusable = false;
      try {
        const exchanged = await exchange(connection, wireRequest(request, path), signal, {
          ...limits,
          timeoutMs,
          lingerMs,
        });
        reusable = exchanged.kind === 'response' && exchanged.reusable;
        return { ...exchanged, connection: usedConnection(connection, pool) };
      } finally {
        pool.giveBack(connection, reusable, began);
      }
    };
    const first = await once(pool.take(origin));
    return first.kind === 'failure' && first.stale ? once(pool.open(origin)) : first;
  }

  async function send(request: OutgoingRequest): Promise<Outcome> {
    const signal = either(request.signal);
    const to = originOf(request.url);
    const origin = to.origin.key;
    const entered = await limiter.enter(signal, request.priority);
    const permit = entered ? await breaker.admit(origin, signal) : 'aborted';
    const startedAt = activeMoment();
    const start = activeNow();
    let pausedMs = 0;
    let used: { connection?: UsedConnection } = {};
    const noResponse = ({ verdict, reason }: Failure): Outcome => {
      const durationMs = activeNow() - start - pausedMs;
      return { kind: 'no-response', verdict, failure: reason, startedAt, durationMs, ...used };
    };
    if (permit === 'aborted' || permit === 'given-up') {
      if (entered) limiter.leave();
      return noResponse(failure(permit === 'aborted' ? 'aborted' : 'stopped-answering'));
    }
    let answered = false;
    try {
      const exchanged = await run(request, to, signal);
      pausedMs = exchanged.pausedMs;
      used = { connection: exchanged.connection };
      answered = exchanged.kind === 'response' || !UNANSWERED.includes(exchanged.failure.reason.code);
      if (exchanged.kind === 'response' && exchanged.head.status === TOO_MANY) limiter.pace(start);
      if (isOverload(exchanged)) limiter.narrow(start);
      else limiter.widen();
      if (exchanged.kind === 'failure') {
        // A fault of this machine, which must not be charged to a target.
        if (exchanged.failure.reason.code === 'no-handles')
          throw Object.assign(new Error(exchanged.failure.reason.text), { code: 'EMFILE' });
        return noResponse(exchanged.failure);
      }
      const durationMs = activeNow() - start - pausedMs;
      const { status, reason, headers } = exchanged.head;
      const result = decodeBody(exchanged.body, valuesOf(headers, 'content-encoding'), maxBodyBytes);
      if ('problem' in result || result.body !== exchanged.body) limits.room.reuse(exchanged.body);
      if ('problem' in result) return noResponse(decodingFailure(result.problem, maxBodyBytes));
      const { body } = result;
      const lent = body.length > SMALL_BYTES ? budget.reserve(body) : {};
      if (!lent) {
        limits.room.reuse(body);
        return noResponse(failure('too-large', TOO_MUCH));
      }
      return { kind: 'response', status, reason, headers, body, startedAt, durationMs, ...used, ...lent };
    } finally {
      breaker.ended(origin, { permit, answered, began: start, timeoutMs: request.timeoutMs });
      limiter.leave();
    }
  }

  function allow(concurrency: number): void {
    pool.allow(concurrency);
    limiter.allow(concurrency);
  }

  async function close(): Promise<void> {
    ending.abort();
    limiter.close();
    await pool.close();
  }

  return { send, allow, close };
}

/**
 * Joins signals with one that is always meant. There is one joint signal for all requests of a run: each stays attached to
 * the run's own for as long as that lasts.
 */
function joinedWith(always: AbortSignal): (signal: AbortSignal | undefined) => AbortSignal {
  const joined = new WeakMap<AbortSignal, AbortSignal>();
  return (signal) => {
    if (!signal) return always;
    const known = joined.get(signal);
    if (known) return known;
    const made = AbortSignal.any([signal, always]);
    setMaxListeners(0, made);
    joined.set(signal, made);
    return made;
  };
}

/** Bodies that are handed on until they are given back. */
class BodyBudget {
  private lentBytes = 0;

  constructor(
    private readonly room: BodyRoom,
    private readonly maxBytes: number,
  ) {}

  /** Counts a body until it is given back; null: together they are too large. */
  reserve(body: Buffer): { release(): void } | null {
    if (this.lentBytes + body.length > this.maxBytes) return null;
    this.lentBytes += body.length;
    let lent = true;
    return {
      release: () => {
        if (!lent) return;
        lent = false;
        this.lentBytes -= body.length;
        this.room.reuse(body);
      },
    };
  }
}

function isOverload(exchanged: Exchanged): boolean {
  return exchanged.kind === 'failure'
    ? OVERLOAD_FAILURES.includes(exchanged.failure.reason.code)
    : OVERLOAD_STATUSES.includes(exchanged.head.status);
}

/** A response still on its way has come after this multiple of the slowest one's time, within these bounds. */
const SETTLE_FACTOR = 2;
const [SHORTEST_SETTLE_MS, LONGEST_SETTLE_MS] = [100, 1_000];

/** What will be known of the connection on which an exchange has just ended. */
function usedConnection(connection: Connection, pool: ConnectionPool): UsedConnection {
  const { tap } = connection;
  const nth = tap?.exchanges ?? 0;
  return {
    get surplus() {
      if (!tap || tap.surplusAfter === null) return null;
      if (nth === 1) return tap.surplusAfter === 1 ? 'own' : null;
      return tap.isShifted || tap.surplusAfter === nth ? 'ambiguous' : null;
    },
    async settle() {
      if (!tap || nth < 2 || tap.surplusAfter !== null) return;
      const slowestMs = pool.slowestMs(connection.origin);
      const ms = Math.min(Math.max(SETTLE_FACTOR * slowestMs, SHORTEST_SETTLE_MS), LONGEST_SETTLE_MS);
      await pool.rest(connection, new Promise<void>((resolve) => void afterActive(ms, resolve)));
    },
  };
}
