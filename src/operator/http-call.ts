import { Agent, type Dispatcher, request } from 'undici';
import type { HttpAction } from '../configuration/types.js';
import { duration } from '../duration.js';
import { fill, fillText, type Parameters, UnknownPlaceholder } from './fill.js';
import { plain } from './plain.js';

const MAX_BYTES = 4 * 1024 * 1024;
const EXCERPT_CHARACTERS = 200;

export interface DriverAddress {
  baseUrl: string;
  /** Sent with every action. */
  headers: Record<string, string>;
  /** Whole exchange. */
  timeoutMs: number;
}

export type Reply = { ok: true; text: string } | { ok: false; kind: 'failed' | 'driver'; text: string };

export interface DriverClient {
  /**
   * Asks for one action. A status other than 2xx means that the action failed; an interface that cannot be reached,
   * read in time or asked at all means that the driver is broken. Never rejects.
   */
  call(action: HttpAction, parameters: Parameters): Promise<Reply>;
  close(): Promise<void>;
}

/** Opens the way to the interface of a driver; nothing is sent yet. */
export function openDriver(to: DriverAddress): DriverClient {
  const dispatcher = new Agent({ connections: 16 });
  return {
    call: (action, parameters) => call({ ...to, dispatcher }, action, parameters),
    close: () => dispatcher.destroy(),
  };
}

interface Interface extends DriverAddress {
  dispatcher: Dispatcher;
}

async function call(to: Interface, action: HttpAction, parameters: Parameters): Promise<Reply> {
  try {
    const { statusCode, body } = await request(
      `${to.baseUrl}${fillText(action.path, parameters, (value) => encodeURIComponent(value.toWellFormed()))}`,
      {
        ...wire(to, action, parameters),
        dispatcher: to.dispatcher,
        signal: AbortSignal.timeout(to.timeoutMs),
      },
    );
    if (statusCode >= 200 && statusCode < 300) return { ok: true, text: await read(body) };
    const said = plain(await beginning(body), EXCERPT_CHARACTERS);
    return { ok: false, kind: 'failed', text: `status ${statusCode}${said && `: ${said}`}` };
  } catch (error) {
    return { ok: false, kind: 'driver', text: sentence(error, to) };
  }
}

function wire(to: Interface, action: HttpAction, parameters: Parameters) {
  const body = action.body === undefined ? null : JSON.stringify(fill(action.body, parameters));
  const given = Object.entries({ ...to.headers, ...action.headers }).map(
    ([name, value]) => [name.toLowerCase(), fillText(value, parameters)] as const,
  );
  return {
    method: action.method as Dispatcher.HttpMethod,
    headers: { ...(body !== null && { 'content-type': 'application/json' }), ...Object.fromEntries(given) },
    body,
  };
}

class TooLong extends Error {}

async function read(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new TooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The first piece is enough for a message; leaving the loop drops the rest with its connection. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of body) return chunk.subarray(0, EXCERPT_CHARACTERS * 4).toString('utf8');
  return '';
}

/** Messages of the HTTP client can carry the address with its key: only codes are told. */
function sentence(error: unknown, { baseUrl, timeoutMs }: DriverAddress): string {
  if (error instanceof UnknownPlaceholder) return error.message;
  const { name, code } = error as NodeJS.ErrnoException;
  const where = `the interface at ${baseUrl}`;
  if (name === 'TimeoutError') return `${where} did not answer within ${duration(timeoutMs)}`;
  if (error instanceof TooLong) return `${where} answered with more than ${MAX_BYTES} bytes`;
  return `${where} cannot be used (${code ?? name})`;
}
