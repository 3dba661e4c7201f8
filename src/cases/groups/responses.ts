import type { Description, Field } from '../../description/types.js';
import type { CaseDraft, FieldStep, LedgerRule, LedgerStep, SendStep } from '../types.js';
import { prepare, responseFields } from '../vocabulary.js';
import { checkedField, fieldWords, ruleWords } from '../words/checks.js';

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

function draft(
  description: Description,
  operation: string,
  check: Check,
  [name, field]: [string, Field],
  list?: string,
): CaseDraft {
  const step: FieldStep = list
    ? { do: 'field', of: 'answer', field: list, element: name, check }
    : { do: 'field', of: 'answer', field: name, check };
  const request: SendStep = prepare(description, operation, {}, 'answer');
  return {
    group: 'responses',
    name: `${check}-${name}`,
    operation,
    title: `${checkedField(step)} in the answer of ${operation} ${fieldWords(check, field)}`,
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

function ledgers(description: Description): CaseDraft[] {
  const operations = [...Object.keys(description.operations), null];
  return operations.flatMap((operation) => {
    const ledger = (rule: LedgerRule, field?: string): CaseDraft => {
      const step: LedgerStep = { do: 'ledger', rule, operation, ...(field && { field }) };
      return {
        group: 'responses',
        name: `every-${rule}${field ? `-${field}` : ''}`,
        operation: operation ?? 'unlisted',
        title: `Every answer of ${operation ?? 'requests for unlisted operations'} ${ruleWords(step, description)}`,
        needs: [],
        phase: 'ledger',
        steps: [step],
      };
    };
    return [
      ...RULES.map((rule) => ledger(rule)),
      ...(operation === null ? [] : responseFields(description, operation)).flatMap(([name, field]) => [
        ...(field.unique ? [ledger('unique', name)] : []),
        ...(field.unit ? [ledger('unit', name)] : []),
      ]),
    ];
  });
}

/** Laws that ask for no field. */
const RULES = ['status', 'json-object', 'success-flag', 'error-row', 'content-type'] as const;
