import { every } from '../every.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every third list has texts for the flags of its last element',
  hook: ({ respond }) => {
    const isThird = every(3);
    return {
      respond(due, call) {
        const reply = respond(due, call);
        const [name, list] = Object.entries(reply.body).find(([, value]) => Array.isArray(value)) ?? [];
        if (name === undefined || !Array.isArray(list) || !isThird()) return reply;
        return { ...reply, body: { ...reply.body, [name]: [...list.slice(0, -1), worded(list.at(-1))] } };
      },
    };
  },
};

function worded(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element;
  const texts = Object.entries(element).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : value,
  ]);
  return Object.fromEntries(texts);
}
