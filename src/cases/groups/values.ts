import type { Description } from '../../description/types.js';
import type { CaseDraft, SendStep, Step } from '../types.js';
import { look, operationOf, operationsOf, prepare, requestFields, rowsOf } from '../vocabulary.js';
import { content, inboxNeeds, shown } from './employee.js';

/** Values that must come through: those of the pools, in each field that takes them (sections 1 and 2). */
export function values(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').map((operation) => exactTexts(description, operation));
}

/** A message with values that its field takes, unless the service refuses them as invalid data, which is recorded. */
function tried(
  description: Description,
  operation: string,
  set: Record<string, unknown>,
  { as, part }: { as: string; part: string },
): SendStep {
  const about = { of: `${operation}.${Object.keys(set).join(', ')}`, part };
  return {
    do: 'send',
    request: { operation, body: { kind: 'documented', set } },
    expect: {
      kind: 'documented',
      gap: 'refused-values',
      refusal: rowsOf(description, 'wrong-type'),
      about,
    },
    as,
  };
}

/** Texts that services are known to unify: equal to the byte is what an employee expects. */
function exactTexts(description: Description, operation: string): CaseDraft {
  const fields = requestFields(description, operation)
    .filter(([name, field]) => field.freeText && shown(description, operation).includes(name))
    .map(([name]) => name);
  const texts = Object.entries(description.samples.texts).filter(([, { unifiable }]) => unifiable);
  const messages = texts.map(([sample, { value }]) =>
    tried(description, operation, Object.fromEntries(fields.map((name) => [name, value])), {
      as: sample,
      part: sample,
    }),
  );
  const steps: Step[] = [
    prepare(description, operationOf(description, 'select')),
    ...messages,
    look(
      'present',
      texts.map(([sample]) => sample),
      fields,
      { exact: true },
    ),
  ];
  return {
    group: 'employee',
    name: 'exact-texts',
    operation,
    title: `${fields.join(' and ')} of ${operation} reach the employee to the byte: line ends, edge blanks, forms of letters`,
    needs: inboxNeeds([...content(description, operation), ...fields]),
    steps,
  };
}
