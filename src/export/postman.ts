import { destinationKind, sampleBody } from '../description/samples.js';
import type { Description, Field, FieldRole } from '../description/types.js';
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
  const { request = null } = description.operations[name] ?? {};
  const documented = description.resources[request ?? ''];
  if (documented) return documentedBody(description, Object.entries(documented.fields));
  if (request !== 'undocumented') return null;
  const found = discovered?.bodies[name];
  return found === undefined ? null : withVariables(found);
}

/** A valid body with variables for what the user of the collection chooses. */
function documentedBody(description: Description, fields: [string, Field][]): unknown {
  const variable = (role: FieldRole): string =>
    `{{${fields.find(([, field]) => field.role === role)?.[0] ?? ''}}}`;
  return sampleBody(fields, {
    user: variable('user'),
    destination: { id: variable('destination-id'), kind: destinationKind(description) },
    placeholders: { user: 'user-1', nonce: '1', zigzag: '' },
  });
}

/** `{name}` of a discovered body as Postman writes it. */
function withVariables(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, '{{$1}}'));
}
