import type { Field, FieldRole, Resource } from '../description/types.js';

/** Values of an answer by the role of their field. */
export type RoleValues = Partial<Record<FieldRole, unknown>>;

/** An object with all documented fields: a constant, the role's value, or something fitting of the type. */
export function compose(resource: Resource, values: RoleValues, label = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, fieldValue(field, values, label)]),
  );
}

function fieldValue(field: Field, values: RoleValues, label: string): unknown {
  if (field.const !== undefined) return field.const;
  if (field.role && Object.hasOwn(values, field.role)) return values[field.role];
  switch (field.type) {
    case 'string':
      return label;
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 0;
    case 'list':
      return [];
    case 'map':
      return {};
  }
}
