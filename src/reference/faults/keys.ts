import type { Call } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';

/** Authentication. */
export const faults: readonly NamedFault[] = [
  {
    name: 'key-blank-behind',
    summary: 'A space after the key is ignored',
    kills: ['authentication/key-with-blanks/*'],
    hook: openedBy((key, own) => key.trimEnd() === own),
  },
  {
    name: 'key-case-folded',
    summary: 'Keys are compared without regard to case',
    kills: ['authentication/key-other-case/*'],
    hook: openedBy((key, own) => key.toLowerCase() === own.toLowerCase()),
  },
  {
    name: 'key-compared-by-beginning',
    summary: 'A key followed by more characters opens the same account',
    kills: ['authentication/longer-key/*'],
    hook: openedBy((key, own) => key.startsWith(own)),
  },
  {
    name: 'key-compared-by-end',
    summary: 'A key preceded by more characters opens the same account',
    kills: ['authentication/longer-key/*'],
    hook: openedBy((key, own) => key.endsWith(own)),
  },
  {
    name: 'key-compared-by-half',
    summary: 'The first half of a key opens the same account',
    kills: ['authentication/cut-key/*'],
    hook: openedBy(
      (key, own) => own.startsWith(key.slice(0, own.length / 2)) && key.length >= own.length / 2,
    ),
  },
  {
    name: 'key-of-second-compared-by-beginning',
    summary: "The second contact point's key opens it even without its last character",
    kills: ['authentication/altered-second-key/*'],
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        key === accounts.second.key.slice(0, -1) ? accounts.second : authenticate(key, call, accounts),
    }),
  },
  {
    name: 'key-found-by-beginning-of-name',
    summary: 'Any parameter whose name begins like that of the key holds the key',
    kills: ['authentication/misnamed-key/*'],
    hook: foundIn((name, right) => name.startsWith(right)),
  },
  {
    name: 'key-found-by-end-of-name',
    summary: 'Any parameter whose name ends like that of the key holds the key',
    kills: ['authentication/misnamed-key/*'],
    hook: foundIn((name, right) => name.endsWith(right)),
  },
  {
    name: 'key-compared-by-length',
    summary: 'Keys are compared by length',
    kills: ['authentication/**'],
    hook: openedWhere((key) => key.length > 16),
  },
  {
    name: 'key-inherited-names-open',
    summary: 'A key named like a built-in object property opens the main account',
    kills: ['authentication/reserved-key/*'],
    hook: openedWhere((key) => key in {}),
  },
  {
    name: 'key-missing-opens',
    summary: 'A request without a key opens the main account',
    kills: ['authentication/**'],
    hook: ({ authenticate }) => ({
      authenticate: (key, call, accounts) =>
        call.query.size === 0 ? accounts.main : authenticate(key, call, accounts),
    }),
  },
  {
    name: 'key-told-in-answers',
    summary: 'Responses repeat the query with the key',
    kills: ['responses/every-keyless/*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        return { ...reply, body: { ...reply.body, query: `?${call.query}` } };
      },
    }),
  },
  {
    name: 'key-told-in-headers',
    summary: 'A header of each response repeats the query with the key',
    kills: ['responses/every-keyless/*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        return { ...reply, headers: { ...reply.headers, 'x-request': `${call.path}?${call.query}` } };
      },
    }),
  },
  {
    name: 'key-padding-ignored',
    summary: 'Equals signs after a key are ignored, as in base64',
    kills: ['authentication/longer-key/*'],
    hook: openedBy((key, own) => key.replace(/=+$/, '') === own),
  },
  {
    name: 'key-ends-at-nul',
    summary: 'A key ends at a NUL, whatever follows',
    kills: ['authentication/longer-key/*'],
    hook: openedBy((key, own) => key.replace(/\0.*$/s, '') === own),
  },
  {
    name: 'key-ends-at-hash',
    summary: 'What follows a hash is not part of the key',
    kills: ['authentication/longer-key/*'],
    hook: openedBy((key, own) => key.replace(/#.*$/s, '') === own),
  },
  {
    name: 'key-trimmed',
    summary: 'Spaces around a key are ignored',
    kills: ['authentication/key-with-blanks/*'],
    hook: openedBy((key, own) => key.trim() === own),
  },
  {
    name: 'key-unchecked-on-lists',
    summary: 'Operations without a body accept any key',
    kills: ['authentication/**'],
    hook: openedWhere((_key, call) => call.operation?.rule.request === null),
  },
  {
    name: 'key-unchecked-on-messages',
    summary: 'Operations that send a message need no key',
    kills: ['authentication/**'],
    hook: openedWhere((_key, call) => call.operation?.rule.kind === 'message'),
  },
  {
    name: 'key-unchecked-on-selection',
    summary: 'Selecting a destination needs no key',
    kills: ['authentication/**'],
    hook: openedWhere((_key, call) => call.operation?.rule.kind === 'select'),
  },
  {
    name: 'key-unchecked',
    summary: 'An unregistered key opens the main account',
    kills: ['authentication/**'],
    hook: openedWhere((key) => key !== ''),
  },
  {
    name: 'key-without-first-character',
    summary: 'A key without its first character opens the same account',
    kills: ['authentication/cut-key/*'],
    hook: openedBy((key, own) => key === own.slice(1)),
  },
  {
    name: 'key-without-last-character',
    summary: 'A key without its last character opens the same account',
    kills: ['authentication/cut-key/*'],
    hook: openedBy((key, own) => key === own.slice(0, -1)),
  },
  {
    name: 'key-with-other-last-character',
    summary: 'A key opens the account of one that differs from it in the last character alone',
    kills: ['authentication/altered-key/*'],
    hook: openedBy((key, own) => key.length === own.length && key.slice(0, -1) === own.slice(0, -1)),
  },
];

/** A key that opens nothing opens the account of a registered one that is like it. */
function openedBy(isAlike: (key: string, own: string) => boolean): FaultHook {
  return ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? [...accounts.byKey].find(([own]) => isAlike(key, own))?.[1],
  });
}

/** The key is taken from another parameter, too. */
function foundIn(isAlike: (name: string, right: string) => boolean): FaultHook {
  return ({ authenticate }, [first]) => ({
    authenticate: (key, call, accounts) => {
      const found = [...call.query].find(([name]) => isAlike(name, first?.http.keyParameter ?? ''));
      return authenticate(key || (found?.[1] ?? ''), call, accounts);
    },
  });
}

/** A key that opens nothing opens the main account. */
function openedWhere(isOpen: (key: string, call: Call) => boolean): FaultHook {
  return ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? (isOpen(key, call) ? accounts.main : undefined),
  });
}
