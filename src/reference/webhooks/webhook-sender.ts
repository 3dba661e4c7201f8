import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { ServiceEvent } from '../conversations/model.js';
import { fillTemplate, fillText, type ReferenceDialect } from '../dialect/dialect.js';
import type { Limits } from '../http/limits.js';

const RESPONSE_BYTES = 64 * 1024;

/** The result of a request to a webhook address. */
export interface Delivered {
  /** Whether the response was a success. */
  ok: boolean;
  /** Null: there was no response. */
  status: number | null;
  /** Why there was none, as a code such as ECONNREFUSED. */
  failure?: string;
}

/** Sends requests to webhook addresses. */
export interface WebhookSender {
  /** `lengths`: whether the request has a Content-Length. Never rejects. */
  post(request: EventRequest, lengths: 'told' | 'untold'): Promise<Delivered>;
  /** Whether a receiver has closed a connection since the last request. */
  wasCutOff(): boolean;
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
export function httpWebhookSender(
  { deliveryMs }: Pick<Limits, 'deliveryMs'>,
  { ca, any }: Trust = {},
): WebhookSender {
  let agent: Agent | undefined;
  let wasCutOff = false;

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
    }).on('disconnect', () => {
      wasCutOff = true;
    });
    wasCutOff = false;
    try {
      const { statusCode, body } = await request(url, { ...options, dispatcher: agent });
      await body.dump({ limit: RESPONSE_BYTES });
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
    wasCutOff: () => wasCutOff,
    visit: async (url) => (await ask(url, { method: 'GET' })).ok,
    close: async () => void (await agent?.destroy()),
  };
}

/** If all addresses of a host refuse, the error has no code of its own. */
function codeOf(error: unknown): string {
  const { code, name, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  return code ?? errors?.[0]?.code ?? name;
}

/** The HTTP request that carries an event. */
export interface EventRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** The part of an event that its request carries. */
export type EventFacts = Pick<ServiceEvent, 'name' | 'kind' | 'version' | 'id' | 'ids' | 'at' | 'data'> & {
  user: { id: string };
};

/** The request that carries events to an address, in the dialect's way. */
export function makeEventRequest(
  url: string,
  events: readonly [EventFacts, ...EventFacts[]],
  dialect: ReferenceDialect['event'],
): EventRequest {
  const values = valuesOf(events[0], dialect);
  const filled = events.map((event) => {
    const template = (event.kind === 'delivery' && dialect.receipt) || dialect.template;
    return fillTemplate(template, valuesOf(event, dialect));
  });
  const isBare = dialect.envelope === null || (events.length === 1 && dialect.enveloped === 'several');
  const body = JSON.stringify(isBare ? filled[0] : fillTemplate(dialect.envelope, { events: filled }));
  const further = Object.entries(dialect.headers).map(([header, text]) => [header, fillText(text, values)]);
  return {
    url,
    method: 'POST',
    headers: { 'content-type': dialect.contentType, ...Object.fromEntries(further) },
    body: dialect.wrapped === null ? body : JSON.stringify({ [dialect.wrapped]: body }),
  };
}

/** Pause before a delivery is tried again, by how often it was refused; milliseconds. */
export function pauseAfter(tries: number): number {
  return FIRST_PAUSE_MS * 2 ** (tries - 1);
}

const FIRST_PAUSE_MS = 200;

function valuesOf(
  { name, user, id, ids = [id], at, version, data }: EventFacts,
  { topics }: ReferenceDialect['event'],
): Record<string, unknown> {
  const topic = Object.hasOwn(topics, name) ? topics[name] : topics['*'];
  return { event: name, topic: topic ?? name, user: user.id, id, ids, at, version, data };
}
