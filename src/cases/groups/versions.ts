import type { Description } from '../../description/types.js';
import type { CaseDraft, Need, SendStep } from '../types.js';
import { isDocumented, operationsOf, rowsOf, send } from '../vocabulary.js';

/** What is alike and what differs between the versions (section 9). */
export function versions(description: Description, others: readonly Description[]): CaseDraft[] {
  return [
    ...existing(description),
    ...unlisted(description, others),
    ...guessed(description),
    ...others
      .filter(({ version }) => version < description.version)
      .flatMap((other) => alike(description, other)),
  ];
}

/** Listed operations whose shapes are not shown: they exist, so they are never an unsupported request. */
function existing(description: Description): CaseDraft[] {
  const [row] = rowsOf(description, 'unsupported-request');
  if (!row) return [];
  return operationsOf(description, 'history', 'current', 'undocumented', 'address').map((operation) => ({
    group: 'versions',
    name: 'exists',
    operation,
    title: `${operation} exists in version ${description.version}`,
    needs: [],
    steps: [send(description, operation, { kind: 'not', row, gap: `shape-${operation}` })],
  }));
}

/** Operations that only other versions list: what this version answers is not shown. */
function unlisted(description: Description, others: readonly Description[]): CaseDraft[] {
  const foreign = new Set(
    others.flatMap((other) => Object.keys(other.operations)).filter((name) => !description.operations[name]),
  );
  return [...foreign].map((operation) => ({
    group: 'versions',
    name: 'unlisted',
    operation,
    title: `${operation}, which version ${description.version} does not list`,
    needs: [],
    steps: [
      {
        do: 'send',
        request: { operation, body: { kind: 'dialect' } },
        expect: { kind: 'anything', gap: 'unlisted-operations' },
      },
    ],
  }));
}

/**
 * Operations of webhook management are not shown. Names that they often have are called with a key that nobody has, so
 * that none of them does anything; one that is answered otherwise than an unknown operation exists.
 */
function guessed(description: Description): CaseDraft[] {
  const names = [description.http.unknownOperation, ...(description.samples.guessedOperations ?? [])];
  return names
    .filter((name) => !description.operations[name])
    .map((operation) => ({
      group: 'versions',
      name: 'guessed',
      operation,
      title: `${operation}, which no version lists, with a key that nobody has`,
      needs: [],
      steps: [
        {
          do: 'send',
          request: { operation, body: { kind: 'none' }, key: 'unregistered' },
          expect: {
            kind: 'anything',
            gap: 'webhook-management',
            about: { of: 'with a key that nobody has', part: operation },
          },
        },
      ],
    }));
}

/** The same fault under both versions has the same status, code and message. */
function alike(description: Description, other: Description): CaseDraft[] {
  const need: Need = { kind: 'version', version: other.version };
  const common = Object.keys(description.operations).filter(
    (name) => other.operations[name] && isDocumented(description, name) && isDocumented(other, name),
  );
  const faults: Record<
    string,
    { stimulus: Parameters<typeof rowsOf>[1]; plan: Partial<SendStep['request']> }
  > = {
    'no-key': { stimulus: 'no-key', plan: { key: 'none' } },
    'unregistered-key': { stimulus: 'unregistered-key', plan: { key: 'unregistered' } },
    'empty-body': { stimulus: 'empty-body', plan: { body: { kind: 'literal', text: '' } } },
    'malformed-json': {
      stimulus: 'malformed-json',
      plan: { body: { kind: 'mutated', mutation: 'cut-in-half' } },
    },
    'unsupported-request': {
      stimulus: 'unsupported-request',
      plan: { method: description.http.refusedMethods[0] ?? description.http.method },
    },
  };
  return common.flatMap((operation) =>
    Object.entries(faults)
      .filter(
        ([, { stimulus }]) => rowsOf(description, stimulus).length > 0 && rowsOf(other, stimulus).length > 0,
      )
      .map(([name, { plan }]): CaseDraft => {
        const here = send(description, operation, { kind: 'documented' }, plan, { as: 'here' });
        const there = send(
          other,
          operation,
          { kind: 'documented' },
          { ...plan, version: other.version },
          { as: 'there' },
        );
        return {
          group: 'versions',
          name: `alike-${name}-${other.version}`,
          operation,
          title: `${operation}: ${name.replaceAll('-', ' ')} is answered alike in ${description.version} and ${other.version}`,
          needs: [need],
          steps: [there, here, { do: 'alike', of: ['there', 'here'] }],
        };
      }),
  );
}
