import type { Description, Field } from '../../description/types.js';
import type { CaseDraft, FieldStep, LedgerRule, SendStep } from '../types.js';
import { prepare, responseFields } from '../vocabulary.js';

/** What answers hold (section 2), and the laws that every answer of the run obeys (sections 2, 4 and 7). */
export function responses(description: Description, others: readonly Description[]): CaseDraft[] {
  return [...fields(description), ...exclusives(description, others), ...ledgers(description)];
}

type Check = FieldStep['check'];

/** Checks that a field's rules ask for, each a case of its own. */
function checksOf(field: Field): Check[] {
  return [
    'type',
    ...(field.const === undefined ? [] : (['const'] as const)),
    ...(field.nonEmpty ? (['non-empty'] as const) : []),
    ...(field.atLeast ? (['at-least'] as const) : []),
    ...(field.looksLike ? (['looks-like'] as const) : []),
    ...(field.unit ? (['skew'] as const) : []),
  ];
}

const PHRASES: Record<Check, (field: Field) => string> = {
  type: (field) => `has the type ${field.type}`,
  const: (field) => `is ${JSON.stringify(field.const)}`,
  'non-empty': () => 'is not empty',
  'at-least': (field) => `has at least ${field.atLeast} element`,
  'looks-like': (field) => `looks like a ${field.looksLike?.toUpperCase()}`,
  unit: (field) => `counts ${field.unit?.replace('-', ' ')}`,
  skew: () => "agrees with the run's clock",
  absent: () => 'is not there in this version',
};

function draft(
  description: Description,
  operation: string,
  check: Check,
  [name, field]: [string, Field],
  list?: string,
): CaseDraft {
  const where = list ? `${list}[].${name}` : name;
  const step: FieldStep = list
    ? { do: 'field', of: 'answer', field: list, element: name, check }
    : { do: 'field', of: 'answer', field: name, check };
  const request: SendStep = prepare(description, operation, {}, 'answer');
  return {
    group: 'responses',
    name: `${check}-${name}`,
    operation,
    title: `${where} in the answer of ${operation} ${PHRASES[check](field)}`,
    needs: [],
    steps: [request, step],
  };
}

function elements(description: Description, field: Field): [string, Field][] {
  return Object.entries((field.of && description.resources[field.of]?.fields) || {});
}

function fields(description: Description): CaseDraft[] {
  return Object.keys(description.operations).flatMap((operation) =>
    responseFields(description, operation).flatMap(([name, field]) => [
      ...checksOf(field).map((check) => draft(description, operation, check, [name, field])),
      ...elements(description, field).flatMap((element) =>
        checksOf(element[1]).map((check) => draft(description, operation, check, element, name)),
      ),
    ]),
  );
}

/** Fields that another version marks as its own must not stand here. */
function exclusives(description: Description, others: readonly Description[]): CaseDraft[] {
  const foreign = others.flatMap((other) =>
    Object.keys(description.operations)
      .filter((operation) => other.operations[operation])
      .flatMap((operation) =>
        responseFields(other, operation).flatMap(([list, field]) =>
          elements(other, field)
            .filter(
              ([name, element]) =>
                element.exclusive && !elements(description, field).some(([own]) => own === name),
            )
            .map((element) => ({ operation, list, element })),
        ),
      ),
  );
  const seen = new Set<string>();
  return foreign
    .map(({ operation, list, element }) => draft(description, operation, 'absent', element, list))
    .filter(({ name, operation }) => !seen.has(`${name}/${operation}`) && seen.add(`${name}/${operation}`));
}

const LEDGERS: Record<Exclude<LedgerRule, 'unique' | 'unit'>, string> = {
  status: 'has a documented status',
  'json-object': 'is a JSON object',
  'success-flag': 'carries a success flag that is true exactly on success',
  'error-row': 'that is an error is a row of the table',
  'content-type': 'is declared as JSON',
};

function ledgers(description: Description): CaseDraft[] {
  const operations = [...Object.keys(description.operations), null];
  return operations.flatMap((operation) => {
    const ledger = (name: string, rule: LedgerRule, title: string, field?: string): CaseDraft => ({
      group: 'responses',
      name,
      operation: operation ?? 'unlisted',
      title: `Every answer of ${operation ?? 'requests for unlisted operations'} ${title}`,
      needs: [],
      phase: 'ledger',
      steps: [{ do: 'ledger', rule, operation, ...(field && { field }) }],
    });
    return [
      ...Object.entries(LEDGERS).map(([rule, title]) => ledger(`every-${rule}`, rule as LedgerRule, title)),
      ...(operation === null ? [] : responseFields(description, operation)).flatMap(([name, field]) => [
        ...(field.unique ? [ledger(`every-unique-${name}`, 'unique', `has a ${name} of its own`, name)] : []),
        ...(field.unit
          ? [ledger(`every-unit-${name}`, 'unit', `counts ${name} in ${field.unit.replace('-', ' ')}`, name)]
          : []),
      ]),
    ];
  });
}
