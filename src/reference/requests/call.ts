import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorRow, Operation } from '../../description/types.js';
import type { Account } from '../conversations/model.js';
import type { Rulebook } from '../rulebook.js';
import type { JsonObject } from './body.js';

/** One request, and what the checks have derived from it so far. */
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

/** A request as it arrived; `target` is what follows the method. */
export function makeCall({
  method,
  target,
  headers,
  bytes,
}: Pick<Call, 'method' | 'headers' | 'bytes'> & { target: string }): Call {
  const [path = '', ...query] = target.split('?');
  return { method, path, query: new URLSearchParams(query.join('?')), headers, bytes };
}

/** Values of a message template. `reason` and `url` are the row's own; method and path come from the request. */
export interface RefusalValues {
  url?: string;
  reason?: string;
}

/** A request that is refused with a row of the error table. */
export class Refusal extends Error {
  constructor(
    readonly row: ErrorRow,
    readonly values: RefusalValues = {},
  ) {
    super(row.message);
  }
}

/** The row's message with its placeholders replaced, literally. */
export function messageOf(
  row: ErrorRow,
  values: RefusalValues,
  request: { method: string; path: string },
): string {
  const known: Record<string, string | undefined> = {
    $url: values.url,
    $reason: values.reason,
    '${request.method}': request.method,
    '${request.path}': request.path,
  };
  return row.message.replace(/\$(?:\w+|\{[\w.]+\})/g, (placeholder) => known[placeholder] ?? '');
}
