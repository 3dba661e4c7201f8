import type { Description, ErrorStimulus } from '../../description/types.js';
import type { CaseDraft, Need, Phase, RequestPlan } from '../types.js';
import { isDocumented, requestFields, rowsOf, send } from '../vocabulary.js';
import { wordsOf } from '../words/phrases.js';
import { bodyOperations, WITHOUT_BODY } from './errors.js';

interface Fault {
  plan: Partial<RequestPlan>;
  needs?: Need[];
  phase?: Phase;
}

/** The same fault gets the same status and code under both versions: every row that can be provoked in both (section 9). */
export function alike(description: Description, other: Description): CaseDraft[] {
  const common = Object.keys(description.operations).filter((name) => other.operations[name]);
  return common.flatMap((operation) =>
    Object.entries(faults(description, operation, other))
      .filter(([kind]) =>
        [description, other].every(
          (description) => rowsOf(description, kind as ErrorStimulus['kind']).length > 0,
        ),
      )
      .map(([kind, fault]) => compared(description, other, operation, [kind, fault])),
  );
}

function compared(
  description: Description,
  other: Description,
  operation: string,
  [kind, { plan, needs = [], phase }]: [string, Fault],
): CaseDraft {
  const asked = { kind: 'documented' } as const;
  const { version } = other;
  return {
    group: 'versions',
    name: `alike-${kind}-${version}`,
    operation,
    title: `${operation}: ${wordsOf(kind)} gets the same response in ${description.version} and ${version}`,
    needs: [{ kind: 'version', version }, ...needs],
    ...(phase && { phase }),
    steps: [
      ...(phase === 'address' ? [{ do: 'address', label: { later: true } } as const] : []),
      send(other, operation, asked, { ...plan, version }, { as: 'there' }),
      send(description, operation, asked, plan, { as: 'here' }),
      { do: 'alike', of: ['there', 'here'] },
    ],
  };
}

/** Faults that can be provoked in both versions, by the kind of their row. */
function faults(
  description: Description,
  operation: string,
  other: Description,
): Partial<Record<ErrorStimulus['kind'], Fault>> {
  const isAddress = description.operations[operation]?.kind === 'address';
  const takesBody = [description, other].every((description) =>
    bodyOperations(description).some((each) => each.operation === operation),
  );
  const needs: Need[] = isAddress ? [{ kind: 'body', operation }] : [];
  const method = description.http.refusedMethods.find(
    (refusedMethod) => !WITHOUT_BODY.includes(refusedMethod),
  );
  const [literal] = Object.values(description.samples.invalidAddresses);
  const [field] = isDocumented(other, operation) ? requestFields(description, operation) : [];
  return {
    'no-key': { plan: { key: 'none' } },
    'unregistered-key': { plan: { key: 'unregistered' } },
    'restricted-account': {
      plan: { key: 'restricted' },
      needs: [
        { kind: 'restricted', operation },
        { kind: 'restricted', operation, version: other.version },
      ],
    },
    ...(takesBody && {
      'empty-body': { plan: { body: { kind: 'literal', text: '' } }, needs },
      'malformed-json': { plan: { body: { kind: 'mutated', mutation: 'cut-in-half' } }, needs },
    }),
    ...(field && { 'wrong-type': { plan: { body: { kind: 'documented', set: { [field[0]]: true } } } } }),
    ...(isAddress &&
      literal !== undefined && {
        'invalid-address': {
          plan: { body: { kind: 'dialect', address: { literal } } },
          needs,
          phase: 'address',
        },
      }),
    // The method of the address operation is not shown.
    ...(!isAddress && method !== undefined && { 'unsupported-request': { plan: { method } } }),
  };
}
