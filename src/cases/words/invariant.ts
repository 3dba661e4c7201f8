import type { Description, Field } from '../../description/types.js';
import type { InvariantRule, InvariantStep } from '../types.js';
import { responseFields } from '../vocabulary.js';

/** What a law asks of the answers of the run. */
export function invariantWords(step: InvariantStep, description: Description): string {
  const { rule, operation, field } = step;
  const asked = operation ?? 'requests that no version lists';
  if (rule === 'keyless') return `no answer to ${asked} repeats the key`;
  const words = WORDS[rule](ruleOf(step, description), description);
  return field === undefined
    ? `every answer to ${asked} ${words}`
    : `in every success of ${asked}, ${placeOf(step)} ${words}`;
}

const WORDS: Record<
  Exclude<InvariantRule, 'keyless'>,
  (rule: Partial<Field>, description: Description) => string
> = {
  status: () => 'has a documented status',
  'json-object': () => 'is a JSON object',
  'success-flag': () => 'carries a success flag that is true exactly on success',
  'error-row': () => 'is a success or a row of the error table',
  'no-failure': () => 'reports no failure of the service',
  'content-type': () => 'is declared as JSON',
  type: ({ type }) => `has the type ${type}`,
  const: ({ const: value }) => `is ${JSON.stringify(value)}`,
  'non-empty': () => 'is not empty',
  'at-least': ({ atLeast }) => `has at least ${atLeast} ${atLeast === 1 ? 'element' : 'elements'}`,
  'looks-like': ({ looksLike }) => `looks like a ${looksLike?.toUpperCase()}`,
  unit: ({ unit }) => `counts ${unit?.replace('-', ' ') ?? 'the right unit'}`,
  skew: () => "agrees with the run's clock",
  absent: () => 'is absent in this version',
  unique: () => 'is unique within the contact point',
  moving: (_, { limits }) =>
    `moves, and keeps pace with the run's clock, within ${limits.timestampDriftSeconds} seconds`,
  pace: (_, { limits }) =>
    `keeps pace with the run's clock from answer to answer, within ${limits.timestampStepSeconds} seconds`,
};

/** `name`, or `list[].name`. */
function placeOf({ field, element }: InvariantStep): string {
  return element ? `${field}[].${element}` : `${field}`;
}

/** Of the field that the law is about; empty where this version does not list it. */
function ruleOf({ operation, field, element }: InvariantStep, description: Description): Partial<Field> {
  const fields = Object.fromEntries(operation === null ? [] : responseFields(description, operation));
  const own = fields[field ?? ''];
  if (element === undefined) return own ?? {};
  return description.resources[own?.of ?? '']?.fields[element] ?? {};
}
