import type { Description, ErrorRow, Field, Resource } from '../description/types.js';
import { pointerNames } from '../json.js';
import { DISCOVERED, type Json, NOT_SHOWN, openQuestions, type Source } from './source.js';

const REFERENCE = (name: string): string => `#/components/schemas/${name}`;

/** One version of the interface as an OpenAPI 3.1 document. */
export function openapi(source: Source): Json {
  const { description, discovered } = source;
  const { version, title, http, operations, resources } = description;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `Derived from the description of the interface. ${NOT_SHOWN} marks what the interface does not show, ${DISCOVERED} what a run found out about one deployment.`,
    },
    servers: [
      {
        url: `{service}/${version}`,
        variables: { service: { default: discovered?.target ?? 'https://service.example' } },
      },
    ],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      Object.keys(operations).map((name) => [
        `/${name}`,
        { [http.method.toLowerCase()]: operation(name, source) },
      ]),
    ),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: http.keyParameter } },
      schemas: {
        ...Object.fromEntries(
          Object.entries(resources).map(([name, resource]) => [
            name,
            resourceSchema(resource, requiredOf(name, source), REFERENCE),
          ]),
        ),
        Error: errorSchema(source),
      },
    },
    'x-gaps': openQuestions(source),
  };
}

/** Responses hold every field that is listed; which ones a request needs is not shown. */
function requiredOf(resource: string, { description, discovered }: Source): string[] | null {
  const [operation] =
    Object.entries(description.operations).find(([, operation]) => operation.request === resource) ?? [];
  if (operation !== undefined) return discovered?.required[operation] ?? null;
  return Object.keys(description.resources[resource]?.fields ?? {});
}

function operation(name: string, source: Source): Json {
  const { section, kind } = source.description.operations[name] as Description['operations'][string];
  const body = requestBody(name, source);
  return {
    operationId: name,
    'x-section': section,
    'x-kind': kind,
    ...(body && { requestBody: body }),
    responses: { ...success(name, source), ...errors(source.description) },
  };
}

function requestBody(name: string, { description, discovered }: Source): Json | null {
  const { operations, http } = description;
  const request = operations[name]?.request ?? null;
  if (request === null) return null;
  const found = discovered?.bodies[name];
  const schema =
    request !== 'undocumented'
      ? { $ref: REFERENCE(request) }
      : found === undefined
        ? { [NOT_SHOWN]: true }
        : { ...schemaOfSample(found), [DISCOVERED]: true, examples: [found] };
  return { required: request !== 'undocumented', content: { [http.contentType]: { schema } } };
}

function success(name: string, { description, discovered }: Source): Json {
  const { operations, http } = description;
  const flag = {
    properties: { [description.success.field]: { const: true } },
    required: [description.success.field],
  };
  const response = operations[name]?.response ?? '';
  const found = discovered?.results[name];
  const shape =
    response === 'success'
      ? []
      : response !== 'undocumented'
        ? [{ $ref: REFERENCE(response) }]
        : found === undefined
          ? [{ [NOT_SHOWN]: true }]
          : [{ ...found, [DISCOVERED]: true }];
  const schema = { type: 'object', allOf: [flag, ...shape] };
  return { [http.successStatus]: { description: 'Success.', content: { [http.contentType]: { schema } } } };
}

/** The rows of the error table, by status. */
function errors({ errors: rows, http }: Description): Json {
  return Object.fromEntries(
    http.errorStatuses.map((status) => {
      const own = Object.values(rows).filter((row) => row.status === status);
      return [
        status,
        {
          description: own.map(({ code, message }) => `${code}: ${message}`).join('; '),
          content: { [http.contentType]: { schema: { $ref: REFERENCE('Error') } } },
          'x-errors': own.map(({ code, message, section }: ErrorRow) => ({ code, message, section })),
        },
      ];
    }),
  );
}

function errorSchema({ description, discovered }: Source): Json {
  const codes = Object.values(description.errors).map(({ code }) => code);
  const flag = [`/${description.success.field}`, { const: false }] as const;
  const places = discovered?.error;
  return places
    ? {
        ...schemaOfPlaces([
          flag,
          [places.code, { enum: [...codes, ...codes.map(String)] }],
          [places.message, { type: 'string' }],
        ]),
        [DISCOVERED]: true,
      }
    : { ...schemaOfPlaces([flag]), [NOT_SHOWN]: 'Where the code and the message are.' };
}

/** Where the schemas of resources stand in the document. */
type Reference = (resource: string) => string;

/**
 * A resource as a JSON Schema. Which fields of a request are required is not shown; of a response all listed ones are.
 * @param required names of the required fields; null: not known
 */
function resourceSchema(
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

/** A JSON Schema that matches a body with placeholders: members of the same names and types. */
function schemaOfSample(sample: unknown): Json {
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
function schemaOfPlaces(places: readonly (readonly [pointer: string, schema: Json])[]): Json {
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
