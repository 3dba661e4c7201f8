import type { Fault } from '../fault.js';

const listed = new Map<string, string[]>();

export const fault: Fault = {
  summary: 'What only another version lists ends in an internal error',
  describe({ version, operations }) {
    listed.set(version, Object.keys(operations));
  },
  hook: ({ path }) => ({
    path(asked) {
      const [, version = '', name = ''] = asked.split('/');
      const own = listed.get(version);
      if (own && !own.includes(name) && [...listed.values()].some((names) => names.includes(name)))
        throw new Error('Nobody has thought of that.');
      return path(asked);
    },
  }),
};
