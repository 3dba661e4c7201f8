import type { Message } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages that waited are delivered in the order of the alphabet',
  hook: ({ release }) => ({
    release: (kept) => release(kept).toSorted((one, other) => (written(one) < written(other) ? -1 : 1)),
  }),
};

function written({ fields }: Message): string {
  return JSON.stringify(fields);
}
