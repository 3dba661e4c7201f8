import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Zero, false, an empty array and an empty object are taken for an empty text',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      const filled = isObject(body)
        ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isEmpty(value) ? '' : value]))
        : body;
      return validate(filled, resource, rules);
    },
  }),
};

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === 0 || value === false;
}
