import { isAsked } from './asked.js';
import type { Fault } from './fault.js';

/** Only messages of the first kind, or of the second, ask for a destination. A kind is known by its fields. */
export function askedForOneKind(summary: string, place: 0 | 1): Fault {
  let fields: string[] = [];
  return {
    summary,
    describe({ operations, resources, employee }) {
      const requests = Object.values(operations).flatMap(({ kind, request }) =>
        kind === 'message' ? (request ?? []) : [],
      );
      fields = Object.keys(resources[requests[place] ?? '']?.fields ?? {}).filter(
        (name) => name !== employee.user,
      );
    },
    hook: ({ store, notify }) => {
      let isMeant = false;
      return {
        store(message) {
          isMeant = Object.keys(message.fields).every((name) => fields.includes(name));
          return store(message);
        },
        notify: (event) => (isAsked(event) && !isMeant ? [] : notify(event)),
      };
    },
  };
}
