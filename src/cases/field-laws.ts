import type { Description, Field } from '../description/types.js';
import { elementFields, responseFields } from './description-lookups.js';
import type { FieldCheck } from './types.js';

/** What one rule of a field demands of every successful response of an operation (section 2). */
export interface FieldLaw {
  check: FieldCheck;
  /** Field of the response. */
  field: string;
  /** Field of the list's elements, if `field` is a list. */
  element?: string;
  rule: Field;
}

/** All laws for an operation: about its own fields, and about those that only other versions list. */
export function fieldLaws(
  description: Description,
  others: readonly Description[],
  operation: string,
): FieldLaw[] {
  const own = responseFields(description, operation).flatMap(([field, rule]) => [
    ...checksOf(rule).map((check) => ({ check, field, rule })),
    ...elementFields(description, rule).flatMap(([element, inner]) =>
      checksOf(inner).map((check) => ({ check, field, element, rule: inner })),
    ),
  ]);
  return [...own, ...exclusives(description, others, operation)];
}

/** Checks that a field's rules ask for. */
function checksOf(field: Field): FieldCheck[] {
  return [
    'type',
    ...(field.const === undefined ? [] : (['const'] as const)),
    ...(field.nonEmpty ? (['non-empty'] as const) : []),
    ...(field.atLeast ? (['at-least'] as const) : []),
    ...(field.looksLike ? (['looks-like'] as const) : []),
    ...(field.unit ? (['skew', 'unit'] as const) : []),
  ];
}

/** Fields that another version marks as its own must not occur here. */
function exclusives(description: Description, others: readonly Description[], operation: string): FieldLaw[] {
  const foreign = others
    .filter((other) => other.operations[operation])
    .flatMap((other) =>
      responseFields(other, operation).flatMap(([field, list]) =>
        elementFields(other, list)
          .filter(
            ([name, element]) =>
              element.exclusive && !elementFields(description, list).some(([own]) => own === name),
          )
          .map(([element, rule]): FieldLaw => ({ check: 'absent', field, element, rule })),
      ),
    );
  return foreign.filter(
    ({ field, element }, at) =>
      foreign.findIndex((fieldLaw) => fieldLaw.field === field && fieldLaw.element === element) === at,
  );
}
