import type { Faults } from './fault.js';

/** Faults in which something gets lost that was to be kept. */
export const losses: Faults = {
  'stored-all-lost': {
    summary: 'Nothing waits for a selection',
    hook: () => ({ keep: () => [] }),
  },
  'stored-last-only': {
    summary: 'Of the messages that wait for a selection only the last one is delivered',
    hook: ({ release }) => ({ release: (kept) => release(kept).slice(-1) }),
  },
  'stored-details-lost': {
    summary: 'Messages with more than one field do not wait for a selection',
    hook: ({ keep }) => ({
      keep: (message) => (Object.keys(message.fields).length > 1 ? [] : keep(message)),
    }),
  },
  'stored-altered': {
    summary: 'Texts that waited for a selection are cut in half',
    hook: ({ release }) => ({
      release: (kept) =>
        release(kept).map((message) => ({
          ...message,
          fields: Object.fromEntries(
            Object.entries(message.fields).map(([name, value]) => [
              name,
              typeof value === 'string' ? value.slice(0, value.length / 2) : value,
            ]),
          ),
        })),
    }),
  },
  'offline-lost': {
    summary: 'Messages to employees who are logged out are lost',
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) => recipients(user, delivers, all).filter(({ online }) => online),
    }),
  },
  'message-every-twentieth-lost': {
    summary: 'Every twentieth message reaches nobody',
    hook: ({ recipients }) => {
      let count = 0;
      return {
        recipients(user, delivers, all) {
          const good = recipients(user, delivers, all);
          count += good.length > 0 ? 1 : 0;
          return good.length > 0 && count % 20 === 0 ? [] : good;
        },
      };
    },
  },
  'earlier-conversations-hidden': {
    summary: 'Employees see the last message alone',
    hook: ({ visible }) => ({ visible: (seen, destinationId) => visible(seen, destinationId).slice(-1) }),
  },
  'replies-expire-early': {
    summary: 'Replies are kept for an hour only',
    hook: () => ({ expired: (ageMs) => ageMs > 3_600_000 }),
  },
  'reply-every-third-lost': {
    summary: 'Every third reply is never told',
    hook: ({ notify }) => {
      let count = 0;
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          count += 1;
          return count % 3 === 0 ? [] : notify(event);
        },
      };
    },
  },
};
