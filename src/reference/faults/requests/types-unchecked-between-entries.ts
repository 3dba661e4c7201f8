import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the entries of a map only the first and the last are looked at',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      if (!isObject(body)) return validate(body, resource, rules);
      const seen = Object.entries(body).map(([name, value]) => [
        name,
        isObject(value)
          ? Object.fromEntries(
              Object.entries(value).filter((_, at, all) => at === 0 || at === all.length - 1),
            )
          : value,
      ]);
      return validate(Object.fromEntries(seen), resource, rules);
    },
  }),
};
