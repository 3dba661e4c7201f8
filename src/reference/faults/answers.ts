import type { Description, ErrorRow, ErrorStimulus } from '../../description/types.js';
import type { JsonObject } from '../requests/body.js';
import type { Defect, NamedFault } from './fault.js';

/** Answers: errors, the success flag, statuses, and what a port or an account allows. */
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
    ...changingErrors((value, key) => (typeof value === 'number' ? [`${key}${value}`, value] : [key, value])),
  },
  {
    name: 'errors-some-without-code',
    summary: 'Errors of status 400 have no code',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    ...changingErrors(
      (value, key) => [key, typeof value === 'number' ? undefined : value],
      (status) => status === 400,
    ),
  },
  {
    name: 'errors-some-without-message',
    summary: 'Errors of status 400 have no message',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    ...changingErrors(
      (value, key) => [key, typeof value === 'string' ? undefined : value],
      (status) => status === 400,
    ),
  },
  {
    name: 'errors-without-code',
    summary: 'No error has a code',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    ...changingErrors((value, key) => [key, typeof value === 'number' ? undefined : value]),
  },
  {
    name: 'errors-without-message',
    summary: 'No error has a message',
    kills: ['authentication/**', 'errors/**'],
    discovery: true,
    ...changingErrors((value, key) => [key, typeof value === 'string' ? undefined : value]),
  },
];

function rowOf({ errors }: Description, kind: ErrorStimulus['kind']): ErrorRow | undefined {
  return Object.values(errors).find(({ stimulus }) => stimulus.kind === kind);
}

/** Every value in an error body becomes what `change` makes of it and its key; undefined: it is left out. */
function changingErrors(
  change: (value: unknown, key: string) => [key: string, value: unknown],
  isMeant: (status: number) => boolean = () => true,
): Defect {
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => change(walk(member), key)));
  };
  return {
    hook: ({ respond }) => ({
      respond(reply, call) {
        const good = respond(reply, call);
        if (good.status === 200 || !isMeant(good.status)) return good;
        return { ...good, body: walk(good.body) as JsonObject };
      },
    }),
  };
}
