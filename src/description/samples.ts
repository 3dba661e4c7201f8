import type { Description, Field } from './types.js';

/** Replaces `{name}` in every string of a value by `values.name`; unknown names stay. A copy is returned. */
export function fill(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, values)]));
  }
  return value;
}

/** The parts of a sample that its sender chooses. */
export interface SampleValues {
  user: string;
  /** For fields that name a destination; without it they hold their examples. */
  destination?: { id: string; kind: string };
  /** Replaces the placeholders in examples; default: the user, `1` and `a`. */
  placeholders: Record<string, string>;
}

/** A valid body of these fields (section 5): each with its example or, where it has none, with a valid value of its type. */
export function sampleBody(
  fields: readonly (readonly [name: string, field: Field])[],
  values: SampleValues,
): Record<string, unknown> {
  const placeholders = { user: values.user, n: '1', zigzag: 'a', ...values.placeholders };
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleValue(field, { ...values, placeholders })]),
  );
}

function sampleValue(
  { role, type, example }: Field,
  { user, destination, placeholders }: SampleValues,
): unknown {
  if (role === 'user') return user;
  if (destination && role === 'destination-id') return destination.id;
  if (destination && role === 'destination-kind') return destination.kind;
  return example === undefined ? SAMPLES[type] : fill(example, placeholders);
}

/** For fields that come without an example. */
const SAMPLES: Record<Field['type'], unknown> = {
  string: 'sample',
  boolean: true,
  integer: 1,
  number: 1,
  map: { key: 'value' },
  list: [],
};

/** The kind of all destinations by the description (section 2); empty if it gives none. */
export function destinationKind({ resources }: Description): string {
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  return (
    fields.find(({ role, const: kind }) => role === 'destination-kind' && kind !== undefined)?.const ?? ''
  );
}
