import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../description/types.js';
import type { JsonObject } from './json.js';
import type { Account } from './model.js';
import type { Rulebook } from './rulebook.js';

/** One request with what the checks have made of it so far. */
export interface Call {
  method: string;
  /** As sent, without the query: it may hold the key. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Null: longer than the service reads. */
  bytes: Uint8Array | null;
  rules?: Rulebook;
  operation?: { name: string; rule: Operation };
  account?: Account;
  body?: JsonObject;
}

/** A call that passed all checks. The body is an empty object where the operation takes none. */
export interface CheckedCall extends Call {
  rules: Rulebook;
  operation: { name: string; rule: Operation };
  account: Account;
  body: JsonObject;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: JsonObject;
  /** Sent instead of the body's JSON. */
  raw?: string;
  /** The row of the error table that it is, as sent. */
  refused?: { code: number; message: string; section: string };
}

/** A request as it arrived; `target` is what stands behind the method. */
export function makeCall({
  method,
  target,
  headers,
  bytes,
}: Pick<Call, 'method' | 'headers' | 'bytes'> & { target: string }): Call {
  const [path = '', ...query] = target.split('?');
  return { method, path, query: new URLSearchParams(query.join('?')), headers, bytes };
}
