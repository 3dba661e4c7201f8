import type { Description, ErrorRow, ErrorStimulus } from '../../description/types.js';
import { HOUR_MS } from '../../duration.js';
import type { User } from '../conversations/model.js';
import type { JsonObject } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';
import { currentScene, isNth } from './shared/hooks.js';

/** Responses: errors, the success flag, statuses, ids and timestamps of messages, and what a port or an account allows. */
export const faults: readonly NamedFault[] = [
  {
    name: 'plain-http-served',
    summary: 'The TLS port also serves plain HTTP',
    kills: ['transport/**'],
    tls: true,
    hook: () => ({ servesPlain: () => true }),
  },
  {
    name: 'status-422-on-long-texts',
    summary: 'A body of ten thousand bytes is refused with a status that is in no table',
    kills: ['responses/every-status/*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        return (call.bytes?.length ?? 0) >= 10_000 ? { ...reply, status: 422 } : reply;
      },
    }),
  },
  {
    name: 'success-as-text',
    summary: 'The success flag is a string',
    kills: ['responses/every-success-flag/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const { body, ...rest } = respond(reply, call);
        const flagged = Object.entries(body).map(([name, value]) => [
          name,
          typeof value === 'boolean' ? `${value}` : value,
        ]);
        return { ...rest, body: Object.fromEntries(flagged) };
      },
    }),
  },
  {
    name: 'code-swapped',
    summary: 'The codes for a missing and an unregistered key are swapped',
    kills: ['authentication/**'],
    discovery: true,
    describe(description) {
      const missing = rowOf(description, 'no-key');
      const unregistered = rowOf(description, 'unregistered-key');
      if (missing && unregistered) [missing.code, unregistered.code] = [unregistered.code, missing.code];
    },
  },
  {
    name: 'restriction-ignored',
    summary: 'Accounts can use operations that they lack',
    kills: ['errors/**'],
    hook: () => ({ forbids: () => false }),
  },
  {
    name: 'errors-code-named-by-row',
    summary: 'The code has a different field name in every row',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    hook: changingErrors((value, key) =>
      typeof value === 'number' ? [`${key}${value}`, value] : [key, value],
    ),
  },
  {
    name: 'errors-some-without-code',
    summary: 'Errors of status 400 have no code',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    hook: changingErrors(
      (value, key) => [key, typeof value === 'number' ? undefined : value],
      (status) => status === 400,
    ),
  },
  {
    name: 'errors-some-without-message',
    summary: 'Errors of status 400 have no message',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    hook: changingErrors(
      (value, key) => [key, typeof value === 'string' ? undefined : value],
      (status) => status === 400,
    ),
  },
  {
    name: 'errors-without-code',
    summary: 'No error has a code',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    hook: changingErrors((value, key) => [key, typeof value === 'number' ? undefined : value]),
  },
  {
    name: 'errors-without-message',
    summary: 'No error has a message',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    hook: changingErrors((value, key) => [key, typeof value === 'string' ? undefined : value]),
  },
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
    name: 'clock-of-first-waiting',
    summary: 'Messages that wait for a login have the timestamp of the first that waits at that destination',
    kills: ['responses/every-{moving,pace}-*/*'],
    stimuli: ['events/told-waiting-after-hour'],
    hook: ({ store, ...good }) => {
      const { move, scene } = currentScene(good);
      return {
        move,
        store(message) {
          const first = scene()?.user.destination?.waiting[0];
          return store(first ? { ...message, at: first.message.at } : message);
        },
      };
    },
  },
  {
    name: 'clock-of-conversation',
    summary: "Timestamps are that of the conversation's first message",
    kills: ['responses/every-{moving,pace}-*/*'],
    stimuli: ['routing/{closed,selected}-for-hour*'],
    hook: ({ store, ...good }) => {
      const { move, scene } = currentScene(good);
      const opened = new WeakMap<User, { conversation: number; at: number }>();
      return {
        move,
        store(message) {
          const stored = store(message);
          const user = scene()?.user;
          if (!user || !stored.fromUser) return stored;
          const known = opened.get(user);
          if (known?.conversation === user.conversation) return { ...stored, at: known.at };
          opened.set(user, { conversation: user.conversation, at: stored.at });
          return stored;
        },
      };
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
          frozen ??= timestamp(now) - HOUR_MS;
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

function rowOf({ errors }: Description, kind: ErrorStimulus['kind']): ErrorRow | undefined {
  return Object.values(errors).find(({ stimulus }) => stimulus.kind === kind);
}

/** Every value in an error body becomes what `change` makes of it and its key; undefined: it is left out. */
function changingErrors(
  change: (value: unknown, key: string) => [key: string, value: unknown],
  isMeant: (status: number) => boolean = () => true,
): FaultHook {
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => change(walk(member), key)));
  };
  return ({ respond }) => ({
    respond(reply, call) {
      const good = respond(reply, call);
      if (good.status === 200 || !isMeant(good.status)) return good;
      return { ...good, body: walk(good.body) as JsonObject };
    },
  });
}

const MINUTE_MS = 60_000;

/** The fiftieth and all after it. */
const LAST = 50;
