/** A JSON object as parsed: any own key may be there, `__proto__` included. */
export type JsonObject = Record<string, unknown>;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses by RFC 8259: bytes that are not UTF-8, and a byte order mark, throw as well. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(utf8.decode(bytes));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that bytes hold; null: they hold something else, or no JSON. */
export function readObject(bytes: Uint8Array): JsonObject | null {
  try {
    const body = parseJson(bytes);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

/** The own value at a key, never one of the prototype's. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
