import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A text of digits is taken for a number',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      if (!isObject(body)) return validate(body, resource, rules);
      const read = Object.entries(body).map(([name, value]) => {
        const numeric =
          ['integer', 'number'].includes(resource.fields[name]?.type ?? '') && /^\d+$/.test(String(value));
        return [name, numeric ? Number(value) : value];
      });
      return validate(Object.fromEntries(read), resource, rules);
    },
  }),
};
