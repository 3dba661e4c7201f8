import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'An empty array is taken for an empty map',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      if (!isObject(body)) return validate(body, resource, rules);
      const read = Object.entries(body).map(([name, value]) => [
        name,
        Array.isArray(value) && value.length === 0 && resource.fields[name]?.type === 'map' ? {} : value,
      ]);
      return validate(Object.fromEntries(read), resource, rules);
    },
  }),
};
