import type { Description } from '../../description/types.js';
import type { CaseDraft, Need, RequestPlan } from '../types.js';
import { operationOf, requestFields, send } from '../vocabulary.js';

interface Fault {
  words: string;
  plan: Partial<RequestPlan>;
  needs?: Need[];
}

/** Which error wins when two faults coincide is not shown (section 7): a row of the table in any case, and recorded. */
export function precedence(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const { keys, routes, accounts, bodies } = faults(description, operation);
  const pairs = [
    [keys, routes],
    [keys, bodies],
    [routes, bodies],
    [routes, accounts],
    [accounts, bodies],
  ] as const;
  return pairs.flatMap(([some, others]) =>
    Object.entries(some).flatMap(([first, one]) =>
      Object.entries(others).map(
        ([second, other]): CaseDraft => ({
          group: 'errors',
          name: `precedence-${first}-${second}`,
          operation,
          title: `${operation} with ${one.words} and ${other.words}`,
          needs: [...(one.needs ?? []), ...(other.needs ?? [])],
          steps: [
            send(
              description,
              operation,
              {
                kind: 'documented',
                gap: 'error-precedence',
                about: { part: `${one.words} and ${other.words}` },
              },
              { ...one.plan, ...other.plan },
            ),
          ],
        }),
      ),
    ),
  );
}

/** Faults by what is wrong: two of the same sort cannot coincide. */
function faults(
  description: Description,
  operation: string,
): Record<'keys' | 'routes' | 'accounts' | 'bodies', Record<string, Fault>> {
  const { refusedMethods, unknownVersion } = description.http;
  const method = refusedMethods.find((one) => one === 'PUT') ?? refusedMethods[0];
  const content = requestFields(description, operation).find(([, { role }]) => role === 'content')?.[0] ?? '';
  return {
    keys: {
      'no-key': { words: 'no key', plan: { key: 'none' } },
      'unregistered-key': { words: 'an unregistered key', plan: { key: 'unregistered' } },
    },
    routes: {
      version: { words: 'an unknown version', plan: { version: unknownVersion } },
      ...(method !== undefined && { method: { words: `the method ${method}`, plan: { method } } }),
    },
    accounts: {
      'restricted-key': {
        words: 'an account that lacks the operation',
        plan: { key: 'restricted' },
        needs: [{ kind: 'restricted', operation }],
      },
    },
    bodies: {
      'empty-body': { words: 'an empty body', plan: { body: { kind: 'literal', text: '' } } },
      'malformed-json': {
        words: 'malformed JSON',
        plan: { body: { kind: 'mutated', mutation: 'cut-in-half' } },
      },
      'wrong-type': {
        words: 'a field of a wrong type',
        plan: { body: { kind: 'documented', set: { [content]: {} } } },
      },
    },
  };
}
