import type { Description } from '../../description/types.js';
import type { CaseDraft, Expectation, KeyChoice } from '../types.js';
import { pair, rowsOf, send } from '../vocabulary.js';

/** The key in the query (section 5): on every operation, whatever it does. */
export function authentication(description: Description): CaseDraft[] {
  return Object.keys(description.operations).flatMap((operation) => {
    const draft = (name: string, title: string, key: KeyChoice, expect: Expectation): CaseDraft => ({
      group: 'authentication',
      name,
      operation,
      title: `${operation} ${title}`,
      needs: [],
      steps: [send(description, operation, expect, { key })],
    });
    return [
      ...rowsOf(description, 'no-key').flatMap((row) => [
        draft('no-key', `without a key is refused with ${pair(description, row)}`, 'none', {
          kind: 'refused',
          rows: [row],
        }),
      ]),
      ...rowsOf(description, 'unregistered-key').flatMap((row) => {
        const refused = `is refused with ${pair(description, row)}`;
        const expect: Expectation = { kind: 'refused', rows: [row] };
        return [
          draft('unregistered-key', `with a key that nobody has ${refused}`, 'unregistered', expect),
          draft(
            'longer-key',
            `with a key that only begins like the registered one ${refused}`,
            'longer',
            expect,
          ),
        ];
      }),
      draft('empty-key', 'with an empty key', 'empty', { kind: 'documented', gap: 'empty-key' }),
      draft('key-twice', 'with the key given twice', 'twice', { kind: 'documented', gap: 'key-twice' }),
    ];
  });
}
