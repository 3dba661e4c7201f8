import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Limits } from '../http/limits.js';
import type { EventRequest } from './event-request.js';

const ANSWER_BYTES = 64 * 1024;

/** The result of a request to a webhook address. */
export interface Delivered {
  /** Whether the answer was a success. */
  ok: boolean;
  /** Null: there was no answer. */
  status: number | null;
  /** Why there was none, as a code such as ECONNREFUSED. */
  failure?: string;
}

/** Sends requests to webhook addresses. */
export interface Carrier {
  /** `lengths`: whether the request has a Content-Length. Never rejects. */
  post(request: EventRequest, lengths: 'told' | 'untold'): Promise<Delivered>;
  /** Visits an address once, by GET; whether it answered with success. */
  visit(url: string): Promise<boolean>;
  /** Ends everything under way. */
  close(): Promise<void>;
}

/** Authorities that receivers' certificates are checked against; default: the well-known ones. */
export interface Trust {
  ca?: string;
  /** Any certificate is accepted. */
  any?: boolean;
}

/** Over HTTP. No redirect is followed. */
export function httpCarrier({ deliveryMs }: Pick<Limits, 'deliveryMs'>, { ca, any }: Trust = {}): Carrier {
  let agent: Agent | undefined;

  const ask = async (url: string, options: Parameters<typeof request>[1]): Promise<Delivered> => {
    agent ??= new Agent({
      connections: 32,
      connect: {
        timeout: deliveryMs,
        ...(ca !== undefined && { ca }),
        ...(any === true && { rejectUnauthorized: false }),
      },
      headersTimeout: deliveryMs,
      bodyTimeout: deliveryMs,
    });
    try {
      const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
      await body.dump({ limit: ANSWER_BYTES });
      return { ok: statusCode >= 200 && statusCode < 300, status: statusCode };
    } catch (error) {
      return { ok: false, status: null, failure: codeOf(error) };
    }
  };

  return {
    post: ({ url, method, headers, body }, lengths) =>
      ask(url, {
        method: method as 'POST',
        headers,
        // A chunked body has no length.
        body: lengths === 'untold' ? Readable.from([body]) : body,
      }),
    visit: async (url) => (await ask(url, { method: 'GET' })).ok,
    close: async () => void (await agent?.destroy()),
  };
}

/** If all addresses of a host refuse, the error has no code of its own. */
function codeOf(error: unknown): string {
  const { code, name, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return code ?? errors?.[0]?.code ?? name;
}
