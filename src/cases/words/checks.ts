import type { Description, Field } from '../../description/types.js';
import type { FieldStep, LedgerStep, Step } from '../types.js';
import { responseFields } from '../vocabulary.js';

/** A field of an answer by its place: `name`, or `list[].name`. */
export function checkedField({ field, element }: Pick<FieldStep, 'field' | 'element'>): string {
  return element ? `${field}[].${element}` : field;
}

/** What a check asks of the field, as it follows the field's name. */
export function fieldWords(check: FieldStep['check'], field: Partial<Field>): string {
  return PHRASES[check](field);
}

const PHRASES: Record<FieldStep['check'], (field: Partial<Field>) => string> = {
  type: (field) => `has the type ${field.type}`,
  const: (field) => `is ${JSON.stringify(field.const)}`,
  'non-empty': () => 'is not empty',
  'at-least': (field) => `has at least ${field.atLeast} element`,
  'looks-like': (field) => `looks like a ${field.looksLike?.toUpperCase()}`,
  unit: (field) => `counts ${unitOf(field)}`,
  skew: () => "agrees with the run's clock",
  absent: () => 'is not there in this version',
};

/** The same for a step of a case. */
export function checkWords(step: FieldStep, steps: readonly Step[], description: Description): string {
  const of = steps.find((one) => one.do === 'send' && one.as === step.of);
  const fields = of?.do === 'send' ? responseFields(description, of.request.operation) : [];
  const field = named(fields, step.field);
  const elements = Object.entries(description.resources[field?.of ?? '']?.fields ?? {});
  return fieldWords(step.check, (step.element ? named(elements, step.element) : field) ?? {});
}

/** A law that every answer of an operation keeps, as it follows "every answer". */
export function ruleWords({ rule, field, operation }: LedgerStep, description: Description): string {
  if (rule === 'unique') return `has a ${field} of its own`;
  if (rule !== 'unit') return RULES[rule];
  const found = operation === null ? undefined : named(responseFields(description, operation), field ?? '');
  return `counts ${field} in ${unitOf(found ?? {})}`;
}

/** Laws that ask for no field. */
const RULES = {
  status: 'has a documented status',
  'json-object': 'is a JSON object',
  'success-flag': 'carries a success flag that is true exactly on success',
  'error-row': 'that is an error is a row of the table',
  'content-type': 'is declared as JSON',
} as const;

function unitOf({ unit }: Partial<Field>): string {
  return unit?.replace('-', ' ') ?? 'the right unit';
}

function named(fields: readonly [string, Field][], name: string): Field | undefined {
  return fields.find(([one]) => one === name)?.[1];
}
