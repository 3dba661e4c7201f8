import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A number where a text is due ends in an internal error',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      for (const [name, { type }] of Object.entries(resource.fields)) {
        if (type === 'string' && typeof (body as Record<string, unknown>)[name] === 'number')
          throw new Error(name);
      }
      return validate(body, resource, rules);
    },
  }),
};
