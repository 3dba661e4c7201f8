import type { Description } from '../description/types.js';
import { duration } from '../duration.js';
import type { ContactPoint } from '../reference/conversations/model.js';
import type { JsonObject } from '../reference/requests/call.js';
import type { Breach } from './breaches.js';

/** One log entry. Times are milliseconds since the Unix epoch, by the service's clock. */
export type Entry = RequestEntry | DeliveryEntry | ActionEntry;

interface Passed {
  /** Counts up from 1, in the order in which things began. */
  id: number;
  at: number;
  /** Name of the contact point's key; null: none is known. */
  point: string | null;
  user: string | null;
  version: string | null;
}

/** A request of the gateway with its response. */
export interface RequestEntry extends Passed {
  kind: 'request';
  method: string;
  /** Without the query, which holds the key. */
  path: string;
  operation: string | null;
  tookMs: number;
  status: number;
  /** Of the error table; null: a success. */
  code: number | null;
  message: string | null;
  breaches: Breach[];
  contentType: string | null;
  body: Excerpt;
  answer: Excerpt;
}

/** An event on its way to the gateway. */
export interface DeliveryEntry extends Passed {
  kind: 'delivery';
  event: string;
  /** The event's own; a reply has that of its message. */
  eventId: string;
  state: DeliveryState;
  url: string | null;
  attempts: DeliveryAttempt[];
  /** When it is tried again; null: not known. */
  nextAt: number | null;
  /** What was sent, or would have been if there were an address; null: it waits for its turn. */
  request: { method: string; headers: Record<string, string>; body: Excerpt } | null;
}

/** `kept`: a reply that waits for an address; `untold`: no address is set and nobody is notified. */
export type DeliveryState =
  | 'waiting'
  | 'delivered'
  | 'given-up'
  | 'kept'
  | 'untold'
  | 'dropped'
  | 'abandoned';

export interface DeliveryAttempt {
  at: number;
  tookMs: number;
  status: number | null;
  /** Why there was no response, in words. */
  failure: string | null;
}

/** Something that employees did. */
export interface ActionEntry extends Passed {
  kind: 'action';
  action: string;
  /** As the console's buttons say it; null: its name and parameters are clear enough. */
  words: string | null;
  parameters: Record<string, unknown>;
}

/** A body as text, cut if it is long. */
export interface Excerpt {
  text: string;
  /** Size of the whole body, bytes. */
  size: number;
}

export const NOTHING: Excerpt = { text: '', size: 0 };

/** The beginning of a body. */
export function excerpt(body: Uint8Array | string): Excerpt {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return { text: Buffer.from(bytes.subarray(0, MOST_BYTES)).toString(), size: bytes.length };
}

const MOST_BYTES = 16 * 1024;

/** What employees did, as the buttons of the console say it; null: the action's name says it. */
export function actionWords(
  action: string,
  parameters: JsonObject,
  { description, point }: { description: Description; point: ContactPoint },
): string | null {
  switch (action) {
    case 'set_presence': {
      const id = String(parameters[description.employee.destination]);
      const name = point.destinations.get(id)?.name ?? id;
      return `log ${String(parameters['online']) === 'true' ? 'in' : 'out'} ${name}`;
    }
    case 'advance_clock':
      return `clock + ${duration(Number(parameters['seconds']) * 1_000)}`;
    case 'clear_webhook':
      return 'remove the webhook address';
    default:
      return null;
  }
}

/** Why a delivery has not been attempted, as a clause; null: it has, or waits for its turn. */
export function unsentWords(state: DeliveryEntry['state']): string | null {
  switch (state) {
    case 'kept':
      return 'no webhook address is set: kept until there is one, for a day at most';
    case 'untold':
      return 'no webhook address was set: nobody is notified';
    case 'dropped':
      return 'too many events are waiting already: dropped';
    case 'abandoned':
      return 'the webhook address has been removed in the meantime: not sent';
    default:
      return null;
  }
}

/** Why an address did not answer, in words. */
export function failureWords(code: string): string {
  return `${FAILURES[code] ?? 'the connection failed'} (${code})`;
}

const FAILURES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'its host name cannot be resolved',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ETIMEDOUT: 'it did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'its response broke off',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_INVALID_ARG: 'it is not a valid address',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted: it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted: a private authority signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted: its authority is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is not trusted: its authority is not known',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};
