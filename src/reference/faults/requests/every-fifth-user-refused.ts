import type { Fault } from '../fault.js';

const EVERY = 5;

export const fault: Fault = {
  summary: 'Every fifth user is refused, whatever is asked for it',
  hook: ({ validate }) => {
    const numbers = new Map<unknown, number>();
    return {
      validate(body, resource, rules) {
        const reason = validate(body, resource, rules);
        const [field = ''] = Object.entries(resource.fields).find(([, { role }]) => role === 'user') ?? [];
        const user = (body as Record<string, unknown> | null)?.[field];
        if (reason !== null || user === undefined) return reason;
        numbers.set(user, numbers.get(user) ?? numbers.size + 1);
        return (numbers.get(user) ?? 0) % EVERY === 0 ? 'too many users' : null;
      },
    };
  },
};
