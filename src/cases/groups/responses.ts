import type { Description } from '../../description/types.js';
import { capitalized } from '../../phrases.js';
import { operationOf, responseFields } from '../description-lookups.js';
import { fieldLaws } from '../field-laws.js';
import { SECOND_POINT, send } from '../steps.js';
import type { CaseDraft, InvariantStep, ResponseRule } from '../types.js';
import { invariantWords } from '../words/procedure.js';

/** The laws that every response of the run keeps: what it is, and what its fields hold (sections 2, 4 and 7). */
export function responses(description: Description, others: readonly Description[]): CaseDraft[] {
  const laws = [...Object.keys(description.operations), null].flatMap((operation) => [
    ...RESPONSE_RULES.map((rule) => draft(description, `every-${rule}`, { rule, operation })),
    ...(operation === null ? [] : ofFields(description, others, operation)),
  ]);
  return [...laws, otherContactPoint(description)];
}

/** The laws also hold for what another contact point lists. */
function otherContactPoint(description: Description): CaseDraft {
  const operation = operationOf(description, 'destinations');
  return {
    group: 'responses',
    name: 'other-contact-point',
    operation,
    title: `${operation} at another contact point is accepted`,
    needs: [{ kind: 'second-key' }],
    steps: [send(description, operation, { kind: 'accepted' }, SECOND_POINT)],
  };
}

const RESPONSE_RULES: readonly ResponseRule[] = [
  'status',
  'json-object',
  'success-flag',
  'error-row',
  'no-failure',
  'keyless',
  'content-type',
];

function ofFields(description: Description, others: readonly Description[], operation: string): CaseDraft[] {
  return [
    ...fieldLaws(description, others, operation).map(({ check, field, element }) =>
      draft(description, `${NAMED_EVERY.includes(check) ? 'every-' : ''}${check}-${element ?? field}`, {
        rule: check,
        operation,
        field,
        ...(element !== undefined && { element }),
      }),
    ),
    ...responseFields(description, operation).flatMap(([field, { unique, unit, acrossGap: gap }]) => [
      ...(unique
        ? [
            draft(description, `every-unique-${field}`, {
              rule: 'unique',
              operation,
              field,
              ...(gap !== undefined && { gap }),
            }),
          ]
        : []),
      ...(unit
        ? (['moving', 'pace'] as const).map((rule) =>
            draft(description, `every-${rule}-${field}`, { rule, operation, field }),
          )
        : []),
    ]),
  ];
}

/** Checks with cases named after them. */
const NAMED_EVERY: readonly string[] = ['unit'];

function draft(description: Description, name: string, law: Omit<InvariantStep, 'do'>): CaseDraft {
  const step: InvariantStep = { do: 'invariant', ...law };
  const words = invariantWords(step, description);
  return {
    group: 'responses',
    name,
    operation: law.operation ?? 'unlisted',
    title: capitalized(words),
    needs: [],
    phase: 'invariant',
    steps: [step],
  };
}
