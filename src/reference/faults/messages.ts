import type { Faults } from './fault.js';

/** Faults in what becomes of a user's messages. */
export const messages: Faults = {
  'stored-lost': {
    summary: 'The first message that waits for a selection is lost',
    hook: ({ release }) => ({ release: (kept) => release(kept).slice(1) }),
  },
  'stored-doubled': {
    summary: 'Messages that wait for a selection are delivered twice',
    hook: ({ keep }) => ({ keep: (message) => [...keep(message), ...keep(message)] }),
  },
  'stored-reversed': {
    summary: 'Messages that waited are delivered in reverse order',
    hook: ({ release }) => ({ release: (kept) => release(kept).toReversed() }),
  },
  'delivered-early': {
    summary: 'Messages reach the first destination before any is selected',
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        user.destination ? recipients(user, delivers, all) : [...all.values()].slice(0, 1),
    }),
  },
  'delivered-everywhere': {
    summary: 'The employees of all destinations get the messages for one',
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        recipients(user, delivers, all).length > 0 ? [...all.values()] : [],
    }),
  },
  'users-case-folded': {
    summary: 'User identifiers are compared without regard to case',
    hook: () => ({ userKey: (userId) => userId.toLowerCase() }),
  },
};
