import { setMaxListeners } from 'node:events';
import type { Outcome, OutgoingRequest, Transport } from '../engine/ports.js';
import { type Connector, createConnector, type Origin } from './connect.js';
import { Connection } from './connection.js';
import { decodeBody } from './decode-body.js';
import { type Exchanged, exchange } from './exchange.js';
import { type Failure, failure } from './failures.js';
import { Gate } from './gate.js';
import { originOf, wireRequest } from './wire-request.js';

export interface TransportOptions {
  /** Certificates (PEM) trusted beside the built-in authorities. */
  ca?: string;
  /** Any certificate is accepted. */
  insecure?: boolean;
  /** Requests, connections and handshakes at a time. */
  maxConcurrency: number;
  /** Largest body of an answer, before and after decoding; 8 MiB. */
  maxBodyBytes?: number;
  /** Largest head of an answer, interim ones included; 32 KiB. */
  maxHeaderBytes?: number;
  /** Requests begun per second; no limit. */
  rate?: number;
}

/** Idle connections are closed before most servers do. */
const KEEP_ALIVE_MS = 4000;
/** How long surplus bytes of a target are awaited once it has sent some between two answers. */
const SUSPECT_LINGER_MS = 20;
const SHARED_BYTES = 96 * 1024 * 1024;

/**
 * HTTP/1.1 over TLS or plain, on undici. Requests beyond `maxConcurrency` wait in line; their time
 * counts from the moment they leave it. Rejects only for a request that cannot be sent as it is.
 * `close` gives up everything under way: those requests end as `aborted`.
 */
export function createTransport(options: TransportOptions): Transport & { close(): Promise<void> } {
  const pool = new Pool(createConnector(options), options.maxConcurrency);
  const gate = new Gate(options.maxConcurrency, options.rate);
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const maxBodyBytes = options.maxBodyBytes ?? 8 * 1024 * 1024;
  const limits = {
    maxBodyBytes,
    maxHeaderBytes: options.maxHeaderBytes ?? 32 * 1024,
    shared: { held: 0, max: Math.max(SHARED_BYTES, maxBodyBytes) },
  };
  let decoding: Promise<unknown> = Promise.resolve();

  async function run(request: OutgoingRequest, signal: AbortSignal): Promise<Exchanged> {
    const { origin, path } = originOf(request.url);
    const until = performance.now() + request.timeoutMs;
    const once = async (connection: Connection): Promise<Exchanged> => {
      const lingerMs = pool.isSuspect(origin) ? SUSPECT_LINGER_MS : 0;
      const timeoutMs = Math.max(1, Math.round(until - performance.now()));
      let reusable = false;
      try {
        const exchanged = await exchange(connection, wireRequest(request, path), signal, {
          ...limits,
          timeoutMs,
          lingerMs,
        });
        reusable = exchanged.kind === 'answer' && exchanged.reusable;
        return exchanged;
      } finally {
        pool.giveBack(connection, reusable);
      }
    };
    const first = await once(pool.take(origin));
    return first.kind === 'failure' && first.stale ? once(pool.open(origin)) : first;
  }

  async function send(request: OutgoingRequest): Promise<Outcome> {
    const signal = request.signal ? AbortSignal.any([request.signal, ending.signal]) : ending.signal;
    const entered = await gate.enter(signal);
    const startedAt = Date.now();
    const start = performance.now();
    const noAnswer = ({ verdict, reason }: Failure): Outcome => {
      return {
        kind: 'no-answer',
        verdict,
        failure: reason,
        startedAt,
        durationMs: performance.now() - start,
      };
    };
    if (!entered) return noAnswer(failure('aborted'));
    try {
      const exchanged = await run(request, signal);
      if (exchanged.kind === 'failure') return noAnswer(exchanged.failure);
      const durationMs = performance.now() - start;
      const { status, reason, headers } = exchanged.head;
      // One at a time: unpacking is where a small answer gets large.
      const decoded = decoding.then(() => decodeBody(exchanged.body, headers, maxBodyBytes));
      decoding = decoded;
      const result = await decoded;
      if ('fault' in result) return noAnswer(result.fault);
      return { kind: 'answer', status, reason, headers, body: result.body, startedAt, durationMs };
    } finally {
      gate.leave();
    }
  }

  async function close(): Promise<void> {
    ending.abort();
    gate.close();
    await pool.close();
  }

  return { send, close };
}

/** Connections that wait for their next exchange; never more of them, together with those in use, than `limit`. */
class Pool {
  readonly #connector: Connector;
  readonly #limit: number;
  readonly #idle: Connection[] = [];
  readonly #suspects = new Set<string>();
  readonly #all = new Set<Connection>();

  constructor(connector: Connector, limit: number) {
    this.#connector = connector;
    this.#limit = limit;
  }

  take(origin: Origin): Connection {
    const at = this.#idle.findLastIndex((connection) => keyOf(connection.origin) === keyOf(origin));
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (!found) return this.open(origin);
    if (found.tap?.stray) this.#suspects.add(keyOf(origin));
    return found;
  }

  open(origin: Origin): Connection {
    if (this.#all.size >= this.#limit) {
      const oldest = this.#idle.shift();
      if (oldest) this.#drop(oldest);
    }
    const connection = new Connection(origin, this.#connector, KEEP_ALIVE_MS);
    this.#all.add(connection);
    return connection;
  }

  giveBack(connection: Connection, reusable: boolean): void {
    if (reusable) this.#idle.push(connection);
    else this.#drop(connection);
  }

  /** The target has sent bytes between two answers. */
  isSuspect(origin: Origin): boolean {
    return this.#suspects.has(keyOf(origin));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
    this.#all.clear();
  }

  #drop(connection: Connection): void {
    this.#all.delete(connection);
    void connection.destroy();
  }
}

function keyOf({ protocol, host, port }: Origin): string {
  return `${protocol}//${host}:${port}`;
}
