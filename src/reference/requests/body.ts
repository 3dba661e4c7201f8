import type { Field, FieldRole, Resource } from '../../description/types.js';
import type { ReferenceDialect } from '../dialect/dialect.js';

/** A JSON object as parsed: any own key may be there, `__proto__` included. */
export type JsonObject = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses by RFC 8259: bytes that are not UTF-8 throw, and so does a byte order mark. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(utf8.decode(bytes));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
export function findFault(
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
