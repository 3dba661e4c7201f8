import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import { whenAborted } from '../abort.js';
import { activeNow, afterActive } from '../active-time.js';
import { duration } from '../duration.js';
import type { OutgoingRequest } from '../engine/ports.js';
import { ConnectError, type Connection } from './connection.js';
import { type Failure, failure } from './failures.js';
import type { ResponseHead } from './response-head.js';
import { type ReadLimits, ResponseReader } from './response-reader.js';

/** What undici says of a request that cannot be sent at all. */
const CALLERS_FAULTS = [
  errors.InvalidArgumentError,
  errors.RequestContentLengthMismatchError,
  errors.NotSupportedError,
];

/** `pausedMs`: how long nothing was read, because there was no room. */
export type Exchanged = { pausedMs: number } & (
  | { kind: 'response'; head: ResponseHead; body: Buffer; reusable: boolean }
  /** `stale`: the target had closed a kept connection before the request reached it. */
  | { kind: 'failure'; failure: Failure; stale: boolean }
);

interface ExchangeLimits extends ReadLimits {
  timeoutMs: number;
  /** How long surplus bytes are awaited after a response; 0: one turn of the event loop. */
  lingerMs: number;
}

/**
 * Sends one request on a free connection and reads its response. Rejects only for a request that
 * cannot be sent as it is. Unless the response is `reusable`, the connection must be destroyed.
 */
export function exchange(
  connection: Connection,
  wire: WireRequest,
  signal: OutgoingRequest['signal'],
  limits: ExchangeLimits,
): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const reader = new ResponseReader(wire.method, limits);
    let begun = false;
    let settled = false;

    const settle = (end: () => void): void => {
      if (settled) return;
      settled = true;
      deadline.clear();
      unsubscribe();
      connection.tap?.finish();
      end();
    };
    const fail = (why: Failure): void =>
      settle(() => {
        reader.body.drop();
        // A kept connection may break before the request is begun.
        const reused = (connection.tap?.exchanges ?? 0) > (begun ? 1 : 0);
        const unanswered = reader.phase === 'start' && ['closed', 'reset'].includes(why.reason.code);
        const stray = reused && why.reason.code === 'not-http';
        if (stray || reader.answeredTwice) connection.tap?.surplus(reader.answeredTwice);
        const reported = stray
          ? failure('surplus-bytes', 'They arrived after an earlier response on this connection.')
          : why;
        resolve({
          kind: 'failure',
          failure: reported,
          stale: reused && unanswered,
          pausedMs: deadline.pausedMs,
        });
      });
    const complete = (reusable: boolean): void => {
      const { head } = reader;
      if (head)
        settle(() =>
          resolve({
            kind: 'response',
            head,
            body: reader.body.take(),
            reusable,
            pausedMs: deadline.pausedMs,
          }),
        );
    };

    const onAbort = (): void => fail(failure('aborted'));
    const onDeadline = (): void => fail(lateness(connection, reader, limits.timeoutMs));
    const deadline = new Deadline(limits.timeoutMs, onDeadline);
    // The target is not to blame for the time in which nothing was read.
    reader.body.onWait = () => deadline.pause();
    reader.body.onRoom = () => {
      deadline.resume();
      connection.tap?.readOn();
    };
    const unsubscribe = whenAborted(signal, onAbort);

    const onVerdict = (): void => {
      if (reader.fault) fail(reader.fault);
      else if (reader.head?.status === 101) complete(false);
      else if (reader.phase !== 'done' && connection.tap?.broken) fail(connection.tap.broken);
    };
    connection.dispatch(wire, {
      onRequestStart() {
        begun = true;
        connection.tap?.begin(reader);
        if (connection.tap) connection.tap.onVerdict = onVerdict;
      },
      onResponseEnd() {
        const end = (): void => (reader.fault ? fail(reader.fault) : complete(true));
        if (limits.lingerMs > 0) afterActive(limits.lingerMs, end);
        else setImmediate(end);
      },
      onResponseError(_controller, error) {
        if (error instanceof ConnectError) fail(error.failure);
        else if (!begun && CALLERS_FAULTS.some((fault) => error instanceof fault)) {
          settle(() => reject(new Error(`The request cannot be sent: ${error.message}.`)));
        } else if (reader.fault) fail(reader.fault);
        else if (reader.phase === 'done') complete(false);
        else fail(connection.tap?.broken ?? failure('closed'));
      },
    });
  });
}

/** What had not come when the deadline passed. */
function lateness({ stage, tap }: Connection, reader: ResponseReader, timeoutMs: number): Failure {
  const limit = duration(timeoutMs);
  if (stage === 'resolving') return failure('dns', 'The name server did not answer.', limit);
  if (stage === 'connecting') return failure('connect-timeout', '', limit);
  if (stage === 'securing') return failure('tls-timeout', '', limit);
  if (reader.phase === 'start') return failure('no-response', '', limit);
  if (reader.phase === 'head') return failure('header-timeout', '', limit);
  // This is what a target looks like that announced too much and keeps the connection open; one that is merely slow still
  // sends.
  const silentMs = activeNow() - (tap?.lastByteAt ?? 0);
  if (reader.head?.body.kind === 'length' && silentMs > timeoutMs / 2) {
    return failure('truncated', `${reader.missing()} Then nothing arrived for ${duration(silentMs)}.`);
  }
  return failure('body-timeout', '', limit);
}

/** Limits the time that this process is active, not counting pauses. */
class Deadline {
  /** Milliseconds of all pauses that have ended. */
  pausedMs = 0;
  readonly #onPassed: () => void;
  #end: (() => void) | null = null;
  #left: number;
  #since = 0;

  /** Begins at once. */
  constructor(timeMs: number, onPassed: () => void) {
    this.#left = timeMs;
    this.#onPassed = onPassed;
    this.#run();
  }

  pause(): void {
    if (!this.#end) return;
    this.clear();
    this.#left -= activeNow() - this.#since;
    this.#since = activeNow();
  }

  resume(): void {
    if (this.#end) return;
    this.pausedMs += activeNow() - this.#since;
    this.#run();
  }

  /** Ends it for good. */
  clear(): void {
    this.#end?.();
    this.#end = null;
  }

  #run(): void {
    this.#since = activeNow();
    this.#end = afterActive(this.#left, this.#onPassed);
  }
}

type WireRequest = Dispatcher.DispatchOptions & { method: string };

async function* inParts(
  body: Uint8Array,
  pauseMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const [first, second] = twoPartsOf(body);
  yield first;
  await new Promise<void>((resolve) => {
    const end = afterActive(pauseMs, resolve);
    whenAborted(signal, () => {
      end();
      resolve();
    });
  });
  yield second;
}

/** The request in undici's form. A body whose length the caller does not give is sent in chunks. */
export function wireRequest(request: OutgoingRequest, path: string): WireRequest {
  const { method, body, headers, pauseMs } = request;
  const wire: WireRequest = { method, path, headers: headers.flat() };
  if (body === null) return wire;
  if (pauseMs !== undefined) return { ...wire, body: Readable.from(inParts(body, pauseMs, request.signal)) };
  const hasLength = headers.some(([name]) => name.toLowerCase() === 'content-length');
  return { ...wire, body: hasLength ? Buffer.from(body) : Readable.from([body]) };
}

/** A body in two parts: cut inside its first character of several bytes, else in the middle. */
export function twoPartsOf(body: Uint8Array): [Uint8Array, Uint8Array] {
  const inside = body.findIndex((byte) => (byte & CONTINUATION_MASK) === CONTINUATION);
  const cut = inside < 0 ? Math.floor(body.length / 2) : inside;
  return [body.subarray(0, cut), body.subarray(cut)];
}

/** Bytes of UTF-8 that continue a character (RFC 3629, 3). */
const CONTINUATION_MASK = 0b1100_0000;
const CONTINUATION = 0b1000_0000;
