import type { Fault } from '../fault.js';

/** The first key that asks is of the contact point that lists some. */
export const fault: Fault = {
  summary: 'Another contact point than the first lists no destination',
  hook: ({ respond }) => {
    let first: unknown;
    return {
      respond(reply, call) {
        const good = respond(reply, call);
        const { account, operation } = call;
        if (operation?.rule.kind !== 'destinations' || account === undefined) return good;
        first ??= account.point;
        if (account.point === first) return good;
        const body = Object.entries(good.body).map(([name, value]) => [
          name,
          Array.isArray(value) ? [] : value,
        ]);
        return { ...good, body: Object.fromEntries(body) };
      },
    };
  },
};
