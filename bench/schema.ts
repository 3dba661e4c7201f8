import type { SendStep } from '../src/cases/types.js';
import type { Description, FieldType, Resource } from '../src/description/types.js';
import type { ErrorDialect } from '../src/dialect/types.js';
import { segments } from '../src/json.js';

/** The few words of JSON Schema that every tool here understands. */
export interface JsonSchema {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  required?: string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  pattern?: string;
}

/** What the body of a response must be: the flag and the listed fields, or the flag, the code and the message. */
export function schemaOf(
  description: Description,
  { request, expect }: SendStep,
  error: ErrorDialect | null,
): JsonSchema {
  const flag = description.success.field;
  if (expect.kind === 'refused') {
    const rows = expect.rows.flatMap((row) => description.errors[row] ?? []);
    if (error?.code == null || error.message === null)
      throw new Error('The places of code and message are not known.');
    const codes = rows.flatMap(({ code }) => [code, String(code)]);
    const fixed = rows.map(({ message }) => literal(message.split('$')[0] ?? ''));
    return merge(
      object({ [flag]: { enum: [false] } }),
      merge(
        nested(error.code, { enum: codes }),
        nested(error.message, { type: 'string', pattern: `^(${fixed.join('|')})` }),
      ),
    );
  }
  const resource = description.resources[description.operations[request.operation]?.response ?? ''];
  return merge(object({ [flag]: { enum: [true] } }), resource ? listed(resource, description) : object({}));
}

function listed(resource: Resource, description: Description): JsonSchema {
  return object(
    Object.fromEntries(
      Object.entries(resource.fields).map(([name, field]) => {
        const elements = field.of === undefined ? undefined : description.resources[field.of];
        return [name, { type: TYPES[field.type], ...(elements && { items: listed(elements, description) }) }];
      }),
    ),
  );
}

const TYPES: Record<FieldType, NonNullable<JsonSchema['type']>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  map: 'object',
  list: 'array',
};

function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

function nested(pointer: string, leaf: JsonSchema): JsonSchema {
  return segments(pointer).reduceRight<JsonSchema>((inner, name) => object({ [name]: inner }), leaf);
}

/** Both objects in one; properties of one name are joined too. */
function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  const properties = { ...a.properties };
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const own = properties[name];
    properties[name] = own?.properties ? merge(own, schema) : schema;
  }
  return object(properties);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
