/** What a JSON value looks like, over all values of an event. */
export interface Shape {
  /** Names of JSON types other than objects and lists. */
  types: Set<string>;
  /** Null: never an object. */
  fields: Map<string, Shape> | null;
  elements: Shape | null;
  seen: number;
}

/** Anything too deep, or too far down a list, to be looked at. */
const ANYTHING = '…';
const MAX_DEPTH = 6;
const MAX_FIELDS = 40;

export function emptyShape(): Shape {
  return { types: new Set(), fields: null, elements: null, seen: 0 };
}

/** Adds a value to a shape, down to six levels and forty fields each: a payload is the target's. */
export function addToShape(shape: Shape, value: unknown, depth = 0): void {
  shape.seen += 1;
  if (typeof value !== 'object' || value === null) shape.types.add(value === null ? 'null' : typeof value);
  else if (depth >= MAX_DEPTH) shape.types.add(ANYTHING);
  else if (Array.isArray(value)) {
    shape.elements ??= emptyShape();
    for (const element of value.slice(0, MAX_FIELDS)) addToShape(shape.elements, element, depth + 1);
    if (value.length > MAX_FIELDS) shape.elements.types.add(ANYTHING);
  } else {
    shape.fields ??= new Map();
    for (const [name, member] of Object.entries(value).slice(0, MAX_FIELDS)) {
      const field = shape.fields.get(name) ?? emptyShape();
      if (shape.fields.size < MAX_FIELDS) shape.fields.set(name, field);
      addToShape(field, member, depth + 1);
    }
  }
}

/** The shape in words: `{ "id": string, "size"?: number }`; a question mark: not always present. */
export function shapeText({ types, fields, elements, seen }: Shape): string {
  const parts = [
    ...(fields ? [objectText(fields, seen)] : []),
    ...(elements ? [elements.seen === 0 ? '[]' : `[${shapeText(elements)}]`] : []),
    ...[...types].sort(),
  ];
  return parts.join(' or ');
}

function objectText(fields: ReadonlyMap<string, Shape>, objects: number): string {
  const inner = [...fields]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}${field.seen < objects ? '?' : ''}: ${shapeText(field)}`);
  return inner.length === 0 ? '{}' : `{ ${inner.join(', ')} }`;
}

/** The shape as a JSON Schema (draft 7) that every value seen obeys; null if it would be excessively large. */
export function shapeSchema(shape: Shape): Record<string, unknown> | null {
  const schema = { $schema: 'http://json-schema.org/draft-07/schema#', ...schemaOf(shape) };
  return JSON.stringify(schema).length > MAX_SCHEMA ? null : schema;
}

const MAX_SCHEMA = 20_000;

function schemaOf({ types, fields, elements, seen }: Shape): Record<string, unknown> {
  if (types.has(ANYTHING)) return {};
  const simple = [...types].sort();
  const variants = [
    ...(fields ? [objectSchema(fields, seen)] : []),
    ...(elements ? [{ type: 'array', ...(elements.seen > 0 && { items: schemaOf(elements) }) }] : []),
    ...(simple.length > 0 ? [{ type: simple.length === 1 ? simple[0] : simple }] : []),
  ];
  return variants.length === 1 ? (variants[0] as Record<string, unknown>) : { anyOf: variants };
}

function objectSchema(fields: ReadonlyMap<string, Shape>, objects: number): Record<string, unknown> {
  const all = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const required = all.flatMap(([name, { seen }]) => (seen < objects ? [] : [name]));
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, field]) => [name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
  };
}
