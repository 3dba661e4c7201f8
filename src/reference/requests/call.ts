import type { ErrorRow, Field, FieldRole, Operation, Resource } from '../../description/types.js';
import { isObject } from '../../json.js';
import type { Account } from '../conversations/model.js';
import type { ReferenceDialect } from '../dialect/dialect.js';
import type { Rulebook } from '../rulebook.js';

/** By lower-case name; of those that are named here, no service keeps a second one. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>> & {
  readonly 'content-type'?: string | undefined;
  readonly 'content-length'?: string | undefined;
};

/** One request, and what the checks have derived from it so far. */
export interface Call {
  method: string;
  /** As sent, without the query: it may hold the key. */
  path: string;
  query: URLSearchParams;
  headers: RequestHeaders;
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

/** A JSON object as parsed: any own key may be there, `__proto__` included. */
export type JsonObject = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses by RFC 8259: bytes that are not UTF-8 throw, and so does a byte order mark. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(utf8.decode(bytes));
}

/** The object that bytes hold; null: something else, or no JSON. */
export function readObject(bytes: Uint8Array): JsonObject | null {
  try {
    const body = parseJson(bytes);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** The own property of this name, never an inherited one. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const ESSENTIAL: ReadonlySet<FieldRole | undefined> = new Set<FieldRole>([
  'user',
  'destination-id',
  'content',
]);

/** Why a body is not such a resource; null if it is one. */
export function bodyProblem(
  body: unknown,
  resource: Resource,
  rules: ReferenceDialect['request'],
): string | null {
  if (!isObject(body)) return 'the body is not a JSON object';
  for (const [name, field] of Object.entries(resource.fields)) {
    const fault = faultOf(own(body, name), field, rules);
    if (fault !== null) return `field ${name} ${fault}`;
  }
  if (rules.unknownFields === 'ignored') return null;
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(resource.fields, name));
  return unknown === undefined ? null : 'a field is not known';
}

/** The documented fields of a valid body, and no others. */
export function pickFields(body: JsonObject, resource: Resource): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(resource.fields, name)));
}

function faultOf(value: unknown, field: Field, rules: ReferenceDialect['request']): string | null {
  if (value === undefined) {
    const required = rules.requiredFields === 'all' || ESSENTIAL.has(field.role);
    return required ? 'is missing' : null;
  }
  return hasType(value, field) ? null : `must be a ${field.type}`;
}

function hasType(value: unknown, { type }: Field): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    case 'list':
      return Array.isArray(value);
    case 'map':
      return isObject(value) && Object.values(value).every((element) => typeof element === 'string');
  }
}
