import { isObject } from '../json.js';
import type { Defect, NamedFault } from './fault.js';
import { refusedUser } from './shared/refused-user.js';

/** Which bodies are refused, and what a refused one leaves behind. */
export const faults: readonly NamedFault[] = [
  {
    name: 'every-fifth-user-refused',
    summary: 'Every fifth user is refused, whatever is asked for it',
    kills: ['requests/every-accepted/*'],
    hook: ({ validate }) => {
      const numbers = new Map<unknown, number>();
      return {
        validate(body, resource, rules) {
          const reason = validate(body, resource, rules);
          const [field = ''] = Object.entries(resource.fields).find(([, { role }]) => role === 'user') ?? [];
          const user = (body as Record<string, unknown> | null)?.[field];
          if (reason !== null || user === undefined) return reason;
          numbers.set(user, numbers.get(user) ?? numbers.size + 1);
          return (numbers.get(user) ?? 0) % 5 === 0 ? 'too many users' : null;
        },
      };
    },
  },
  {
    name: 'refused-message-counts',
    summary: 'A message that is refused for its body counts as the first of its conversation',
    kills: ['routing/after-refused-message/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        if (refused) refused.user.ordinal += 1;
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'refused-selection-selects',
    summary: 'A selection that is refused for its body selects a destination all the same',
    kills: ['routing/after-refused-selection/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        const [destination] = refused?.point.destinations.values() ?? [];
        const state = refused?.rules.transition(refused.user.state, 'select')?.to;
        if (refused && destination && state !== undefined)
          Object.assign(refused.user, { state, destination });
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'types-unchecked-before-last-entry',
    summary: 'Of the entries of a map only the last is looked at',
    kills: ['requests/type-*/*'],
    ...seeingEntries((at, count) => at === count - 1),
  },
  {
    name: 'types-unchecked-behind-first-entry',
    summary: 'Of the entries of a map only the first is looked at',
    kills: ['requests/type-*/*'],
    ...seeingEntries((at) => at === 0),
  },
  {
    name: 'types-unchecked-between-entries',
    summary: 'Of the entries of a map only the first and the last are looked at',
    kills: ['requests/type-*/*'],
    ...seeingEntries((at, count) => at === 0 || at === count - 1),
  },
  {
    name: 'types-unchecked-of-digits',
    summary: 'A text of digits is taken for a number',
    kills: ['requests/type-*/*'],
    ...seeing((value, type = '') =>
      ['integer', 'number'].includes(type) && /^\d+$/.test(String(value)) ? Number(value) : value,
    ),
  },
  {
    name: 'types-unchecked-of-empty-arrays',
    summary: 'An empty array is taken for an empty map',
    kills: ['requests/type-*/*'],
    ...seeing((value, type) => (Array.isArray(value) && value.length === 0 && type === 'map' ? {} : value)),
  },
  {
    name: 'types-unchecked-of-empty-values',
    summary: 'Zero, false, an empty array and an empty object are taken for an empty text',
    kills: ['requests/type-*/*'],
    ...seeing((value) => (isEmpty(value) ? '' : value)),
  },
  {
    name: 'types-unchecked',
    summary: 'Fields of any JSON type are accepted',
    kills: ['requests/type-*/*'],
    hook: () => ({ validate: () => null }),
  },
];

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === 0 || value === false;
}

/** A member of a body is looked at as if it were what is made of it. */
function seeing(change: (value: unknown, type: string | undefined) => unknown): Defect {
  return {
    hook: ({ validate }) => ({
      validate(body, resource, rules) {
        if (!isObject(body)) return validate(body, resource, rules);
        const seen = Object.entries(body).map(([name, value]) => [
          name,
          change(value, resource.fields[name]?.type),
        ]);
        return validate(Object.fromEntries(seen), resource, rules);
      },
    }),
  };
}

/** A map is looked at as if it had these entries alone. */
function seeingEntries(isSeen: (at: number, count: number) => boolean): Defect {
  return seeing((value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter((_, at, { length }) => isSeen(at, length)))
      : value,
  );
}
