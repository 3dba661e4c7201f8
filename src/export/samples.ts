import type { Description, Field } from '../description/types.js';

const PLACEHOLDERS: Record<string, string> = { user: 'user-1', n: '1', nonce: '1', zigzag: '' };

/** A body of an operation, to be filled in: what a user of the document chooses himself stands as `variable(name)`. */
export function sampleBody(
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
