import type { Description, ErrorStimulus } from '../../description/types.js';
import type { Faults } from './fault.js';

/** Faults in what is answered. */
export const answers: Faults = {
  'code-swapped': {
    summary: 'The codes of a missing and of an unregistered key are exchanged',
    describe(description) {
      const missing = rowOf(description, 'no-key');
      const unregistered = rowOf(description, 'unregistered-key');
      if (missing && unregistered) [missing.code, unregistered.code] = [unregistered.code, missing.code];
    },
  },
  'success-as-text': {
    summary: 'The flag of success is a string',
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
  'timestamps-in-seconds': {
    summary: 'Moments are stated in seconds',
    hook: ({ timestamp }) => ({ timestamp: (now) => Math.floor(timestamp(now) / 1000) }),
  },
  'timestamps-frozen': {
    summary: 'All moments are the one of an hour before the first message',
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
  'message-ids-repeated': {
    summary: 'All messages have the same identifier',
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
  'presence-ignored': {
    summary: 'Destinations always show as online',
    hook: () => ({ presence: () => true }),
  },
  'plain-http-served': {
    summary: 'The TLS port serves plain HTTP as well',
    hook: () => ({ servesPlain: () => true }),
  },
};

function rowOf({ errors }: Description, kind: ErrorStimulus['kind']) {
  return Object.values(errors).find(({ stimulus }) => stimulus.kind === kind);
}
