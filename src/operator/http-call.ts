import {
  request as askPlainly,
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  type RequestOptions,
} from 'node:http';
import { request as askSecurely, Agent as SecureAgent } from 'node:https';
import { activeNow, afterActive } from '../active-time.js';
import type { HttpAction } from '../configuration/types.js';
import { duration } from '../duration.js';
import type { OperatorFailure } from '../engine/ports.js';
import { Limiter, Repeater, TOO_MANY, turnedAwayBy } from '../http/pace.js';
import { plain } from '../terminal-text.js';
import { fill, fillText, MOST_ANSWER_BYTES, type Parameters, UnknownPlaceholder } from './driver.js';

const EXCERPT_CHARACTERS = 200;
/** Statuses of an interface that rejects the credentials. */
const UNKNOWN = [401, 403];
/** The status of an interface that does not know whom or what it was asked about. */
const NOT_FOUND = 404;
/** The status of an interface that lacks what was asked for. */
const NOT_IMPLEMENTED = 501;
const MOST_AT_ONCE = 16;
/** How often a request is sent again whose connection broke before a response. */
const MOST_REPEATS = 2;
/** Servers close idle connections too, most of them later. */
const IDLE_MS = 4_000;

export interface DriverAddress {
  baseUrl: string;
  /** Sent with every action. */
  headers: Record<string, string>;
  /** Time limit of the whole exchange, from the moment it has a connection. */
  timeoutMs: number;
}

/** `notFound`: whom or what the action is about is not known there. */
export type Reply = { ok: true; text: string } | (OperatorFailure & { notFound?: true });

export interface DriverConnection {
  /**
   * Asks for one action. A status other than 2xx means that the action failed, 501 that the interface lacks it; one that
   * cannot be reached, read in time or asked at all means that the driver is broken. What it turns away for its rate limit
   * is asked again, within the time of an exchange. Never rejects.
   * @param how whether it does no harm to ask once more if the connection breaks without a response
   */
  call(action: HttpAction, parameters: Parameters, how?: { isRepeatable: boolean }): Promise<Reply>;
  close(): void;
}

/** Opens the connection to a driver's interface; nothing is sent yet. */
export function connectToDriver(to: DriverAddress): DriverConnection {
  const isSecure = to.baseUrl.toLowerCase().startsWith('https:');
  const options = { keepAlive: true, maxSockets: MOST_AT_ONCE, timeout: IDLE_MS };
  const agent = isSecure ? new SecureAgent(options) : new PlainAgent(options);
  const ask = isSecure ? askSecurely : askPlainly;
  const limiter = new Limiter(MOST_AT_ONCE);
  const repeater = new Repeater();

  /** One try; a status is a result, whatever it is. Throws what broke the exchange. */
  async function attempt(request: Omit<Request, 'onConnected'>, timeoutMs: number, repeats: number) {
    await limiter.enter();
    const start = activeNow();
    const timer = new Deadline(timeoutMs);
    try {
      const response = await exchange({ ...request, onConnected: timer.startFor }, repeats);
      const { statusCode: status = 0, headers } = response;
      if (status === TOO_MANY) limiter.pace(start);
      else limiter.widen();
      const turnedAway = turnedAwayBy(status, headers['retry-after']);
      return { result: await replyIn(response), durationMs: activeNow() - start, turnedAway };
    } catch (error) {
      throw timer.hasPassed ? new Late() : error;
    } finally {
      timer.stop();
      limiter.leave();
    }
  }

  return {
    close: () => {
      limiter.close();
      agent.destroy();
    },
    call: async (action, parameters, how = { isRepeatable: false }) => {
      try {
        const { url, body, ...wire } = onTheWire(to, action, parameters);
        const request = { ask, url, options: { ...wire, agent }, body };
        const repeats = how.isRepeatable ? MOST_REPEATS : 0;
        const { result } = await repeater.send(to.timeoutMs, (leftMs) => attempt(request, leftMs, repeats));
        return result;
      } catch (error) {
        const why = error instanceof Late ? `did not answer within ${duration(to.timeoutMs)}` : reason(error);
        const text =
          error instanceof UnknownPlaceholder ? error.message : `the interface at ${to.baseUrl} ${why}`;
        return { ok: false, kind: 'driver', text };
      }
    },
  };
}

class Late extends Error {}

/** Ends an exchange that takes too long. Queueing is not the driver's time: it counts from the moment the request has a connection. */
class Deadline {
  hasPassed = false;
  stop = (): void => undefined;

  constructor(readonly timeoutMs: number) {}

  readonly startFor = (request: ClientRequest): void => {
    this.stop();
    this.stop = afterActive(this.timeoutMs, () => {
      this.hasPassed = true;
      // Without an error of its own it would look like a kept connection that was closed.
      request.destroy(new Late());
    });
  };
}

async function replyIn(response: IncomingMessage): Promise<Reply> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return { ok: true, text: await read(response) };
  const said = plain(await beginning(response), EXCERPT_CHARACTERS);
  const text = `status ${status}${said && `: ${said}`}`;
  if (status === NOT_IMPLEMENTED) return { ok: false, kind: 'unsupported', text };
  return {
    ok: false,
    kind: 'failed',
    text,
    ...(UNKNOWN.includes(status) && { unknownDriver: true }),
    ...(status === NOT_FOUND && { notFound: true }),
  };
}

function onTheWire(to: DriverAddress, action: HttpAction, parameters: Parameters) {
  const path = fillText(action.path, parameters, (value) => encodeURIComponent(value.toWellFormed()));
  const body = action.body === undefined ? null : Buffer.from(JSON.stringify(fill(action.body, parameters)));
  const given = Object.entries({ ...to.headers, ...action.headers }).map(
    ([name, value]) => [name.toLowerCase(), fillText(value, parameters)] as const,
  );
  return {
    url: `${to.baseUrl}${path}`,
    method: action.method,
    headers: {
      ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      ...Object.fromEntries(given),
    },
    body,
  };
}

interface Request {
  ask: typeof askPlainly;
  url: string;
  options: RequestOptions;
  body: Buffer | null;
  onConnected: (request: ClientRequest) => void;
}

/**
 * Resolves with the head of the response; its body is still to come. No redirect is followed. A kept connection that
 * turns out to be closed is nobody's fault: the request is sent again on another one. So is one whose new connection broke,
 * `repeats` times.
 */
function exchange(call: Request, repeats: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = call.ask(call.url, call.options, resolve);
    request.once('socket', () => call.onConnected(request));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isBroken = error.code === 'ECONNRESET';
      if (isBroken && request.reusedSocket) exchange(call, repeats).then(resolve, reject);
      else if (isBroken && repeats > 0) exchange(call, repeats - 1).then(resolve, reject);
      else reject(error);
    });
    request.end(call.body);
  });
}

class TooLong extends Error {}

/**
 * By its events: iterating over a stream takes several more promises and listeners, and a run reads thousands of
 * bodies.
 */
function read(body: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MOST_ANSWER_BYTES) body.destroy(new TooLong());
      else chunks.push(chunk);
    });
    body.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    body.once('error', reject);
  });
}

/** The first chunk is enough for a message; leaving the loop drops the rest with its connection. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of body) return chunk.subarray(0, EXCERPT_CHARACTERS * 4).toString('utf8');
  return '';
}

/** Messages of the HTTP client can contain the address with its key: only codes are shown. */
function reason(error: unknown): string {
  if (error instanceof TooLong) return `answered with more than ${MOST_ANSWER_BYTES} bytes`;
  const { name, code } = error as NodeJS.ErrnoException;
  return `cannot be used (${code ?? name})`;
}
