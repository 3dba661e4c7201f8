/** What a JSON value looks like, all values of an event taken together. */
export interface Shape {
  /** Names of JSON types that are no object and no list. */
  types: Set<string>;
  /** Null: never an object. */
  fields: Map<string, Shape> | null;
  elements: Shape | null;
  seen: number;
}

const MAX_DEPTH = 6;
const MAX_FIELDS = 40;

export function emptyShape(): Shape {
  return { types: new Set(), fields: null, elements: null, seen: 0 };
}

/** Adds a value to a shape, down to six levels and forty fields each: a payload is the target's. */
export function addToShape(shape: Shape, value: unknown, depth = 0): void {
  shape.seen += 1;
  if (typeof value !== 'object' || value === null) shape.types.add(value === null ? 'null' : typeof value);
  else if (depth >= MAX_DEPTH) shape.types.add('…');
  else if (Array.isArray(value)) {
    shape.elements ??= emptyShape();
    for (const one of value.slice(0, MAX_FIELDS)) addToShape(shape.elements, one, depth + 1);
  } else {
    shape.fields ??= new Map();
    for (const [name, one] of Object.entries(value).slice(0, MAX_FIELDS)) {
      const field = shape.fields.get(name) ?? emptyShape();
      if (shape.fields.size < MAX_FIELDS) shape.fields.set(name, field);
      addToShape(field, one, depth + 1);
    }
  }
}

/** The shape in words: `{ "id": string, "size"?: number }`; a question mark: not always there. */
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
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}${field.seen < objects ? '?' : ''}: ${shapeText(field)}`);
  return inner.length === 0 ? '{}' : `{ ${inner.join(', ')} }`;
}
