import type { Description, ErrorStimulus } from '../../description/types.js';
import { fieldOf, operationOf, requestFields, rowsOf } from '../description-lookups.js';
import type { RequestPlan } from '../request-plan.js';
import { send } from '../steps.js';
import type { CaseDraft, Need } from '../types.js';

interface InvalidRequest {
  words: string;
  plan: Partial<RequestPlan>;
  needs?: Need[];
}

/** Faults by their kind: two of the same kind cannot coincide. */
interface Sort {
  name: string;
  /** Kinds of the rows that refuse it. */
  kinds: ErrorStimulus['kind'][];
  faults: Record<string, InvalidRequest>;
}

/** Which error wins when a request has two errors is not shown (section 7): a row of the table in any case, and recorded. */
export function precedence(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const [key, path, account, body] = sorts(description, operation);
  const pairs: [Sort, Sort][] = [
    [key, path],
    [key, body],
    [path, body],
    [path, account],
    [account, body],
  ];
  return pairs.flatMap(([a, b]) => coinciding(description, operation, a, b));
}

function coinciding(description: Description, operation: string, a: Sort, b: Sort): CaseDraft[] {
  const wins = (winner: Sort, loser: Sort): [string, string][] =>
    rowsOf(description, ...winner.kinds).map((row) => [row, `${winner.name} before ${loser.name}`]);
  const byRow = Object.fromEntries([...wins(a, b), ...wins(b, a)]);
  return Object.entries(a.faults).flatMap(([first, fault]) =>
    Object.entries(b.faults).map(([second, further]): CaseDraft => {
      const part = `${fault.words} and ${further.words}`;
      const about = { part, byRow, among: `${a.name} ${b.name}` };
      return {
        group: 'errors',
        name: `precedence-${first}-${second}`,
        operation,
        title: `${operation} with ${part}`,
        needs: [...(fault.needs ?? []), ...(further.needs ?? [])],
        steps: [
          send(
            description,
            operation,
            { kind: 'documented', gap: 'error-precedence', about },
            { ...fault.plan, ...further.plan },
          ),
        ],
      };
    }),
  );
}

function sorts(
  description: Description,
  operation: string,
): [key: Sort, path: Sort, account: Sort, body: Sort] {
  const { refusedMethods, unknownVersion } = description.http;
  const method = refusedMethods.find((refusedMethod) => refusedMethod === 'PUT') ?? refusedMethods[0];
  const content = fieldOf(requestFields(description, operation), 'content') ?? '';
  return [
    {
      name: 'key',
      kinds: ['no-key', 'unregistered-key'],
      faults: {
        'no-key': { words: 'no key', plan: { key: 'none' } },
        'unregistered-key': { words: 'an unregistered key', plan: { key: 'unregistered' } },
      },
    },
    {
      name: 'path',
      kinds: ['unsupported-request'],
      faults: {
        version: { words: 'an unknown version', plan: { version: unknownVersion } },
        ...(method !== undefined && { method: { words: `the method ${method}`, plan: { method } } }),
      },
    },
    {
      name: 'account',
      kinds: ['restricted-account'],
      faults: {
        'restricted-key': {
          words: 'an account that lacks the operation',
          plan: { key: 'restricted' },
          needs: [{ kind: 'restricted', operation }],
        },
      },
    },
    {
      name: 'body',
      kinds: ['empty-body', 'malformed-json', 'wrong-type'],
      faults: {
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
    },
  ];
}
