import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the entries of a map only the first is looked at',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      if (!isObject(body)) return validate(body, resource, rules);
      const seen = Object.entries(body).map(([name, value]) => [
        name,
        isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, 1)) : value,
      ]);
      return validate(Object.fromEntries(seen), resource, rules);
    },
  }),
};
