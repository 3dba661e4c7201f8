import type { Faults } from './fault.js';

/** Faults in which requests are let through. */
export const requests: Faults = {
  'key-unchecked': {
    summary: 'An unregistered key opens the main account',
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        authenticate(key, call, accounts) ?? (key ? accounts.main : undefined),
    }),
  },
  'key-unchecked-on-messages': {
    summary: 'Operations that send a message need no key',
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        authenticate(key, call, accounts) ??
        (call.operation?.rule.kind === 'message' ? accounts.main : undefined),
    }),
  },
  'restriction-ignored': {
    summary: 'Accounts use operations that they lack',
    hook: () => ({ forbids: () => false }),
  },
  'json-lenient': {
    summary: 'A broken body is read as far as an empty object',
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
  'destination-unchecked': {
    summary: 'An unknown destination stands for the first one',
    hook: ({ chosen }) => ({ chosen: (id, all) => chosen(id, all) ?? [...all.values()][0] }),
  },
  'address-unchecked': {
    summary: 'Any text is taken as a webhook address',
    hook: () => ({ refusesAddress: () => null }),
  },
};
