import type { Description, Field } from '../description/types.js';
import { DISCOVERED, type Json, NOT_SHOWN, openQuestions, type Source } from './source.js';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** One version of the interface as a Postman collection, format 2.1: a request for each operation. */
export function postman(source: Source): Json {
  const { description, discovered } = source;
  const { version, title, http, operations } = description;
  const variables = {
    base_url: discovered?.target ?? 'https://service.example',
    [http.keyParameter]: '',
    webhook_url: 'https://gateway.example/events',
    ...Object.fromEntries(chosen(description).map((name) => [name, ''])),
  };
  return {
    info: {
      name: title,
      version,
      schema: SCHEMA,
      description: `Derived from the description of the interface. ${NOT_SHOWN} marks what the interface does not show, ${DISCOVERED} what a run found out about one deployment.`,
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value, type: 'string' })),
    item: Object.keys(operations).map((name) => item(name, source)),
    'x-gaps': openQuestions(source),
  };
}

/** Names of fields whose values the user of the collection chooses. */
function chosen(description: Description): string[] {
  const names = Object.values(description.resources).flatMap(({ fields }) =>
    Object.entries(fields).filter(([, { role }]) => role === 'user' || role === 'destination-id'),
  );
  return [...new Set(names.map(([name]) => name))];
}

function item(name: string, source: Source): Json {
  const { version, http, operations } = source.description;
  const { section, request } = operations[name] as Description['operations'][string];
  const body = bodyOf(name, source);
  const open = request === 'undocumented' && body === null;
  const key = http.keyParameter;
  return {
    name,
    request: {
      method: http.method,
      header: body === null ? [] : [{ key: 'Content-Type', value: http.contentType }],
      url: {
        raw: `{{base_url}}/${version}/${name}?${key}={{${key}}}`,
        host: ['{{base_url}}'],
        path: [version, name],
        query: [{ key, value: `{{${key}}}` }],
      },
      ...(body !== null && {
        body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } },
      }),
      description: `Section ${section} of the interface.${open ? ' The body of the request is not shown.' : ''}`,
    },
    response: [],
    ...(open && { [NOT_SHOWN]: true }),
    ...(request === 'undocumented' && !open && { [DISCOVERED]: true }),
  };
}

function bodyOf(name: string, { description, discovered }: Source): unknown {
  const documented = sampleBody(description, name, (field) => `{{${field}}}`);
  if (documented) return documented;
  if (description.operations[name]?.request !== 'undocumented') return null;
  const found = discovered?.bodies[name];
  return found === undefined ? null : withVariables(found);
}

/** `{name}` of a discovered body as Postman writes it. */
function withVariables(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, '{{$1}}'));
}

const PLACEHOLDERS: Record<string, string> = { user: 'user-1', n: '1', nonce: '1', zigzag: '' };

/** A body of an operation, to be filled in: what a user of the document chooses himself stands as `variable(name)`. */
function sampleBody(
  description: Description,
  operation: string,
  variable: (name: string) => string,
): Record<string, unknown> | null {
  const { resources, operations } = description;
  const fields = resources[operations[operation]?.request ?? '']?.fields;
  if (!fields) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sampleOf(name, field, description, variable)]),
  );
}

function sampleOf(
  name: string,
  { role, type, example }: Field,
  { resources }: Description,
  variable: (name: string) => string,
): unknown {
  if (role === 'user' || role === 'destination-id') return variable(name);
  const constant = Object.values(resources).map(({ fields }) => fields[name]?.const);
  if (constant.some((value) => value !== undefined)) return constant.find((value) => value !== undefined);
  if (example !== undefined) return filled(example);
  return { map: {}, list: [], boolean: true, integer: 1, number: 1, string: name }[type];
}

function filled(example: unknown): unknown {
  if (typeof example === 'string')
    return example.replace(/\{(\w+)\}/g, (whole, word: string) => PLACEHOLDERS[word] ?? whole);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, filled(value)]));
}
