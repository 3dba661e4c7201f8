import type { Faults } from './fault.js';

/** Faults in how requests are read. */
export const reading: Faults = {
  'json-lenient': {
    summary: 'A body that is no JSON is read as an empty object',
    hook: ({ parse }) => ({
      parse(bytes) {
        try {
          return parse(bytes);
        } catch {
          return {};
        }
      },
    }),
  },
  'types-unchecked': {
    summary: 'Fields of any JSON type are accepted',
    hook: () => ({ validate: () => null }),
  },
  'user-case-folded': {
    summary: 'User identifiers are compared without regard to case',
    hook: () => ({ userKey: (userId) => userId.toLowerCase() }),
  },
};
