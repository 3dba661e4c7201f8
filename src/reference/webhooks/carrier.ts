import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Limits } from '../http/limits.js';
import type { EventRequest } from './event-request.js';

const ANSWER_BYTES = 64 * 1024;

/** What became of a request to a webhook address. */
export interface Delivered {
  /** Whether it was answered with success. */
  ok: boolean;
  /** Null: there was no answer. */
  status: number | null;
  /** Code of why there was none, such as ECONNREFUSED. */
  failure?: string;
}

/** Brings requests to webhook addresses. */
export interface Carrier {
  /** `lengths`: whether the request has a Content-Length. Never rejects. */
  post(request: EventRequest, lengths: 'told' | 'untold'): Promise<Delivered>;
  /** Visits an address once, by GET; whether it answered with success. */
  visit(url: string): Promise<boolean>;
  /** Ends all that is under way. */
  close(): Promise<void>;
}

/** Certificates that receivers are known by; default: those of well-known authorities. */
export interface Trust {
  ca?: string;
  /** Any certificate is taken. */
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
        // In pieces, a body has no length.
        body: lengths === 'untold' ? Readable.from([body]) : body,
      }),
    visit: async (url) => (await ask(url, { method: 'GET' })).ok,
    close: async () => void (await agent?.destroy()),
  };
}

/** Several addresses of a host that all refuse come as one error without a code of its own. */
function codeOf(error: unknown): string {
  const { code, name, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return code ?? errors?.[0]?.code ?? name;
}
