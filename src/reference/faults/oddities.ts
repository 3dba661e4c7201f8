import type { Resource } from '../../description/types.js';
import { findAddressFault } from '../address-fault.js';
import type { Faults } from './fault.js';

/** Faults that show at odd input alone, and single gaps in a check. */
export const oddities: Faults = {
  'key-missing-opens': {
    summary: 'Without a key the main account is opened',
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        call.query.size === 0 ? accounts.main : authenticate(key, call, accounts),
    }),
  },
  'key-unchecked-on-lists': {
    summary: 'Operations without a body take any key',
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        authenticate(key, call, accounts) ??
        (call.operation?.rule.request === null ? accounts.main : undefined),
    }),
  },
  'key-compared-by-length': {
    summary: 'Keys are compared by their length',
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        authenticate(key, call, accounts) ?? (key.length > 16 ? accounts.main : undefined),
    }),
  },
  'crash-on-null': {
    summary: 'A null in a body ends in an internal error',
    hook: ({ validate }) => ({
      validate(body, resource: Resource, rules) {
        if (Object.values(body as object).includes(null)) throw new Error('null');
        return validate(body, resource, rules);
      },
    }),
  },
  'crash-on-numbers': {
    summary: 'A number where a text is due ends in an internal error',
    hook: ({ validate }) => ({
      validate(body, resource, rules) {
        for (const [name, { type }] of Object.entries(resource.fields)) {
          if (type === 'string' && typeof (body as Record<string, unknown>)[name] === 'number')
            throw new Error(name);
        }
        return validate(body, resource, rules);
      },
    }),
  },
  'crash-without-code': {
    summary: 'A nested body ends in an internal error that has no code of the table',
    hook: ({ validate, row }) => ({
      validate(body, resource, rules) {
        if (JSON.stringify(body).includes('[[[[')) throw new Error('nested');
        return validate(body, resource, rules);
      },
      row: (due, call) => (due.status >= 500 ? { ...row(due, call), code: 0 } : row(due, call)),
    }),
  },
  'presence-inverted': {
    summary: 'Destinations show as online when nobody is',
    hook: ({ presence }) => ({ presence: (destination) => !presence(destination) }),
  },
  'presence-ignored-after-logout': {
    summary: 'A destination that was offline once stays offline',
    hook: ({ presence }) => {
      const seen = new Set<string>();
      return {
        presence(destination) {
          if (!destination.online) seen.add(destination.id);
          return presence(destination) && !seen.has(destination.id);
        },
      };
    },
  },
  'address-of-any-scheme': {
    summary: 'Webhook addresses of any scheme are taken',
    hook: () => ({
      refusesAddress: (url) => (/^[a-z]+:\/\/[^/?#\s]/i.test(url) ? null : findAddressFault(url)),
    }),
  },
  'address-without-host': {
    summary: 'Webhook addresses need no host',
    hook: () => ({ refusesAddress: (url) => (/^https?:\/\//i.test(url) ? null : findAddressFault(url)) }),
  },
  'address-relative': {
    summary: 'Webhook addresses may be a path',
    hook: () => ({ refusesAddress: (url) => (url.startsWith('/') ? null : findAddressFault(url)) }),
  },
  'address-without-scheme': {
    summary: 'Webhook addresses need no scheme',
    hook: () => ({ refusesAddress: (url) => (/^[\w-]+$/.test(url) ? null : findAddressFault(url)) }),
  },
  'close-keeps-selection-in-one-version': {
    summary: 'The destination stays selected after the close, in the versions whose lists are longest',
    describe({ operations, routing }) {
      if (Object.values(operations).every(({ kind }) => kind !== 'history')) return;
      for (const step of Object.values(routing.transitions)) if (step.on === 'close') step.to = step.from;
    },
  },
};
