import type { NamedFault } from './fault.js';
import { isNth } from './shared/hooks.js';

/** Ids and timestamps of messages in answers. */
export const faults: readonly NamedFault[] = [
  {
    name: 'clock-in-minutes',
    summary: 'Timestamps are rounded to the minute',
    kills: ['responses/every-{moving,pace}-*/*'],
    hook: ({ timestamp }) => ({ timestamp: (now) => Math.floor(timestamp(now) / MINUTE_MS) * MINUTE_MS }),
  },
  {
    name: 'clock-jumps',
    summary: 'Every fourth timestamp is twenty seconds behind',
    kills: ['responses/every-{moving,pace}-*/*'],
    hook: ({ timestamp }) => {
      const isFourth = isNth(4);
      return { timestamp: (now) => timestamp(now) - (isFourth() ? 20_000 : 0) };
    },
  },
  {
    name: 'clock-stands',
    summary: 'All timestamps are that of the first message',
    kills: ['responses/every-{moving,pace}-*/*'],
    hook: ({ timestamp }) => {
      let first: number | undefined;
      return {
        timestamp(now) {
          first ??= timestamp(now);
          return first;
        },
      };
    },
  },
  {
    name: 'clock-too-fast',
    summary: 'The clock behind the timestamps runs a hundred times too fast',
    kills: ['responses/every-{moving,pace}-*/*'],
    hook: ({ timestamp }) => {
      let start: number | undefined;
      return {
        timestamp(now) {
          start ??= timestamp(now);
          return start + 100 * (timestamp(now) - start);
        },
      };
    },
  },
  {
    name: 'message-fields-missing-when-selected',
    summary: 'Messages that are not kept are answered without numbers',
    kills: ['responses/type-*/*'],
    hook: ({ store, keep, respond }) => {
      const stored = new Set<unknown>();
      return {
        store(message) {
          stored.add(message.id);
          return store(message);
        },
        keep(message) {
          stored.delete(message.id);
          return keep(message);
        },
        respond(due, call) {
          const reply = respond(due, call);
          const { body } = reply;
          if (!Object.values(body).some((value) => stored.has(value))) return reply;
          const left = Object.entries(body).filter(([, value]) => typeof value !== 'number');
          return { ...reply, body: Object.fromEntries(left) };
        },
      };
    },
  },
  {
    name: 'message-ids-repeated',
    summary: 'All messages have the same id',
    kills: ['responses/every-unique-*/*'],
    hook: () => {
      let first: string | undefined;
      return {
        messageId(fresh) {
          first ??= fresh;
          return first;
        },
      };
    },
  },
  {
    name: 'message-ids-start-over-late',
    summary: 'From the fiftieth on, all messages have the same id',
    kills: ['responses/every-unique-*/*'],
    hook: ({ messageId }) => {
      let count = 0;
      let last: string | undefined;
      return {
        messageId(fresh) {
          count += 1;
          if (count < LAST) return messageId(fresh);
          last ??= messageId(fresh);
          return last;
        },
      };
    },
  },
  {
    name: 'message-ids-start-over',
    summary: 'Message ids repeat across users: there are only fifty of them',
    kills: ['responses/every-unique-*/*'],
    hook: ({ messageId }) => {
      const ids: string[] = [];
      let count = 0;
      return {
        messageId(fresh) {
          if (ids.length < 50) ids.push(messageId(fresh));
          count += 1;
          return ids[(count - 1) % 50] ?? fresh;
        },
      };
    },
  },
  {
    name: 'timestamps-frozen',
    summary: 'All timestamps are an hour before the first message',
    kills: ['responses/skew-*/*'],
    hook: ({ timestamp }) => {
      let frozen: number | undefined;
      return {
        timestamp(now) {
          frozen ??= timestamp(now) - 3_600_000;
          return frozen;
        },
      };
    },
  },
  {
    name: 'timestamps-in-seconds',
    summary: 'Timestamps are in seconds',
    kills: ['responses/every-unit-*/*'],
    hook: ({ timestamp }) => ({ timestamp: (now) => Math.floor(timestamp(now) / 1000) }),
  },
];

const MINUTE_MS = 60_000;

/** The fiftieth and all after it. */
const LAST = 50;
