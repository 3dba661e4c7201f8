import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Members must come in the order of the interface',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      const listed = Object.keys(resource.fields);
      const places = Object.keys(body as object).flatMap((name) => listed.indexOf(name) + 1 || []);
      const isOrdered = places.every((place, at) => at === 0 || place > (places[at - 1] as number));
      return isOrdered ? validate(body, resource, rules) : 'the fields come in another order';
    },
  }),
};
