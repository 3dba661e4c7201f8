import type { Field, Resource } from '../description/types.js';
import { pointerNames } from '../json-pointer.js';
import type { Json } from './source.js';

/** Where the schemas of resources stand in the document. */
type Reference = (resource: string) => string;

/**
 * A resource as a JSON Schema. Which fields of a request are required is not shown; of an answer all listed ones are.
 * @param required names of the required fields; null: it is not known which
 */
export function resourceSchema(
  { fields, section }: Resource,
  required: readonly string[] | null,
  reference: Reference,
): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, fieldSchema(field, reference)]),
    ),
    ...(required === null ? { 'x-required-not-shown': true } : required.length > 0 && { required }),
    'x-section': section,
  };
}

function fieldSchema(field: Field, reference: Reference): Json {
  const { type, nonEmpty, unit, looksLike, unique, gap } = field;
  return {
    ...typeOf(field, reference),
    ...(field.const !== undefined && { const: field.const }),
    ...(nonEmpty && type === 'string' && { minLength: 1 }),
    ...(unit && { description: 'Milliseconds since the Unix epoch.', 'x-unit': unit }),
    ...(looksLike && { 'x-usually': looksLike }),
    ...(unique && { 'x-unique': true }),
    ...(gap && { 'x-gap': gap }),
  };
}

function typeOf({ type, of, atLeast }: Field, reference: Reference): Json {
  switch (type) {
    case 'map':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'list':
      return {
        type: 'array',
        ...(of !== undefined && { items: { $ref: reference(of) } }),
        ...(atLeast !== undefined && { minItems: atLeast }),
      };
    default:
      return { type };
  }
}

/** A JSON Schema that a body with placeholders obeys: members of that name and type. */
export function schemaOfSample(sample: unknown): Json {
  if (Array.isArray(sample)) return { type: 'array', items: schemaOfSample(sample[0] ?? null) };
  if (typeof sample !== 'object' || sample === null) return sample === null ? {} : { type: typeof sample };
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, schemaOfSample(value)]),
    ),
    required: Object.keys(sample),
  };
}

/** An object that holds schemas at JSON Pointers. */
export function schemaOfPlaces(places: readonly (readonly [pointer: string, schema: Json])[]): Json {
  const root: Json = { type: 'object', properties: {}, required: [] };
  for (const [pointer, schema] of places) {
    const names = pointerNames(pointer);
    let inner = root as { properties: Json; required: string[] };
    names.forEach((name, at) => {
      if (!inner.required.includes(name)) inner.required.push(name);
      const last = at === names.length - 1;
      const known = inner.properties[name] ?? { type: 'object', properties: {}, required: [] };
      inner.properties[name] = last ? schema : known;
      inner = known as typeof inner;
    });
  }
  return root;
}
