import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Limits } from './limits.js';
import type { EventRequest } from './service-event.js';

const ANSWER_BYTES = 64 * 1024;

/** Brings requests to webhook addresses. */
export interface Carrier {
  /** Whether the address answered with success. `lengths`: whether the request tells how long it is. */
  post(request: EventRequest, lengths: 'told' | 'untold'): Promise<boolean>;
  /** Visits an address once, by GET; whether it answered with success. */
  visit(url: string): Promise<boolean>;
  /** Ends all that is under way. */
  close(): Promise<void>;
}

/** Over HTTP. No redirect is followed. */
export function httpCarrier({ deliveryMs }: Pick<Limits, 'deliveryMs'>): Carrier {
  let agent: Agent | undefined;

  const ask = async (url: string, options: Parameters<typeof request>[1]): Promise<boolean> => {
    agent ??= new Agent({
      connections: 32,
      connect: { timeout: deliveryMs },
      headersTimeout: deliveryMs,
      bodyTimeout: deliveryMs,
    });
    try {
      const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
      await body.dump({ limit: ANSWER_BYTES });
      return statusCode >= 200 && statusCode < 300;
    } catch {
      return false;
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
    visit: (url) => ask(url, { method: 'GET' }),
    close: async () => void (await agent?.destroy()),
  };
}
