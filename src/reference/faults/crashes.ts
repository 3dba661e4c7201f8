import type { Description } from '../../description/types.js';
import type { Account } from '../conversations/model.js';
import type { Call } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';

/** Internal errors, where the interface leaves the response open and where it does not. */
export const faults: readonly NamedFault[] = [
  {
    name: 'crash-on-byte-order-mark',
    summary: 'A byte order mark causes an internal error without its documented code',
    kills: ['requests/json-byte-order-mark/*'],
    hook: crashing(({ bytes }) => bytes?.[0] === 0xef && bytes[1] === 0xbb),
  },
  {
    name: 'crash-on-charset',
    summary: 'A declared charset causes an internal error without its documented code',
    kills: ['requests/content-type-*/*'],
    hook: crashing(({ headers }) => headers['content-type']?.includes('charset') === true),
  },
  {
    name: 'crash-on-deep-nesting',
    summary: 'A deeply nested body causes an internal error without its documented code',
    kills: ['requests/json-deep-nesting/*'],
    hook: crashing((call) => textOf(call).includes('['.repeat(100))),
  },
  {
    name: 'crash-on-duplicate-names',
    summary: 'A duplicate member name causes an internal error without its documented code',
    kills: ['requests/json-duplicate-name/*'],
    hook: crashing((call) => /^\{("[^"]*"):.*,\1:/s.test(textOf(call))),
  },
  {
    name: 'crash-on-further-parameters',
    summary: 'A query parameter besides the key causes an internal error without its documented code',
    kills: ['authentication/key-with-parameters/*'],
    hook: crashing(({ query }) => new Set(query.keys()).size > 1),
  },
  {
    name: 'crash-on-huge-numbers',
    summary: 'A number beyond double range causes an internal error without its documented code',
    kills: ['requests/json-huge-number/*'],
    hook: crashing((call) => /\de\d{3}/i.test(textOf(call))),
  },
  {
    name: 'crash-on-key-in-header',
    summary: 'A key in a header causes an internal error without its documented code',
    kills: ['authentication/key-in-header/*'],
    hook: crashing(
      ({ headers }) => headers['x-api-key'] !== undefined || headers.authorization !== undefined,
    ),
  },
  {
    name: 'crash-on-key-name-in-capitals',
    summary: 'A query parameter in upper case causes an internal error without its documented code',
    kills: ['authentication/key-name-in-capitals/*'],
    hook: crashing(({ query }) => [...query.keys()].some((name) => name !== name.toLowerCase())),
  },
  {
    name: 'crash-on-key-twice',
    summary: 'A duplicate query parameter causes an internal error without its documented code',
    kills: ['authentication/key-twice/*'],
    hook: crashing(({ query }) => new Set(query.keys()).size < query.size),
  },
  {
    name: 'crash-on-lone-surrogates',
    summary: 'A lone surrogate causes an internal error without its documented code',
    kills: ['requests/json-lone-surrogate/*'],
    hook: crashing((call) => /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i.test(textOf(call))),
  },
  {
    name: 'crash-on-missing-length',
    summary: 'A body without a Content-Length causes an internal error without its documented code',
    kills: ['requests/chunked/*'],
    hook: crashing(({ headers, bytes }) => Boolean(bytes?.length) && headers['content-length'] === undefined),
  },
  {
    name: 'crash-on-missing-type',
    summary: 'A body without a Content-Type causes an internal error without its documented code',
    kills: ['requests/content-type-*/*'],
    hook: crashing(({ headers, bytes }) => Boolean(bytes?.length) && headers['content-type'] === undefined),
  },
  {
    name: 'crash-on-non-objects',
    summary: 'A body that is not an object causes an internal error without its documented code',
    kills: ['requests/non-object-*/*'],
    hook: crashing((call) => /^(?:\[.*\]|".*"|\d+|true|null)$/.test(textOf(call))),
  },
  {
    name: 'crash-on-null',
    summary: 'A null in the body causes an internal error',
    kills: ['requests/**'],
    hook: ({ validate }) => ({
      validate(body, resource, rules) {
        if (Object.values(body as object).includes(null)) throw new Error('null');
        return validate(body, resource, rules);
      },
    }),
  },
  {
    name: 'crash-on-numbers',
    summary: 'A number where a string is due causes an internal error',
    kills: ['requests/**'],
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
  {
    name: 'crash-on-other-types',
    summary: 'A body with another Content-Type causes an internal error without its documented code',
    kills: ['requests/content-type-*/*'],
    hook: crashing(({ headers }) => /^(?:text|application\/x-)/.test(headers['content-type'] ?? '')),
  },
  {
    name: 'crash-on-second-selection',
    summary:
      'A selection while a destination is selected causes an internal error without its documented code',
    kills: ['routing/select-again/*'],
    hook: crashing(
      (call, account) =>
        call.operation?.rule.kind === 'select' &&
        [...(account?.point.users.values() ?? [])].some(
          ({ id, destination }) => destination !== null && textOf(call).includes(`"${id}"`),
        ),
    ),
  },
  {
    name: 'crash-on-type-in-capitals',
    summary: 'An upper-case Content-Type causes an internal error without its documented code',
    kills: ['requests/content-type-*/*'],
    hook: crashing(({ headers }) => /[A-Z]/.test(headers['content-type'] ?? '')),
  },
  {
    name: 'crash-on-unasked-bodies',
    summary: 'A body where none is due causes an internal error without its documented code',
    kills: ['requests/body-unasked/*'],
    hook: crashing(({ operation, bytes }) => operation?.rule.request === null && Boolean(bytes?.length)),
  },
  {
    name: 'crash-on-unknown-fields',
    summary: 'An unknown field causes an internal error without its documented code',
    kills: ['requests/unknown-field/*'],
    hook: crashing((call) => textOf(call).includes('"unlisted":')),
  },
  {
    name: 'crash-without-code',
    summary: 'A nested body causes an internal error with an undocumented code',
    kills: ['requests/**'],
    hook: ({ validate, row }) => ({
      validate(body, resource, rules) {
        if (JSON.stringify(body).includes('[[[[')) throw new Error('nested');
        return validate(body, resource, rules);
      },
      row: (due, call) => (due.status >= 500 ? { ...row(due, call), code: 0 } : row(due, call)),
    }),
  },
  {
    name: 'reading-fails-after-close',
    summary:
      'Operations that read earlier messages cause an internal error once a conversation of the user was closed',
    kills: ['versions/exists-for-past/*'],
    hook: ({ forbids, userKey, move }, descriptions) => {
      const reading = readingOperations(descriptions);
      const closed = new Set<string>();
      let asked = '';
      return {
        async move(scene, name, act) {
          const { destination } = scene.user;
          const result = await move(scene, name, act);
          if (destination && !scene.user.destination) closed.add(scene.user.id);
          return result;
        },
        forbids(lacked, operation) {
          asked = operation;
          return forbids(lacked, operation);
        },
        userKey(userId) {
          if (reading.includes(asked) && closed.has(userId)) throw new Error(asked);
          return userKey(userId);
        },
      };
    },
  },
  {
    name: 'reading-fails',
    summary: 'Operations that read earlier messages cause an internal error',
    kills: ['versions/exists/*'],
    hook: ({ forbids }, descriptions) => {
      const reading = readingOperations(descriptions);
      return {
        forbids(lacked, operation) {
          if (reading.includes(operation)) throw new Error(operation);
          return forbids(lacked, operation);
        },
      };
    },
  },
];

/** A service that answers a request whose response is open with an internal error without its documented code. */
function crashing(when: (call: Call, account?: Account) => boolean): FaultHook {
  return ({ authenticate, row }) => ({
    authenticate(key, call, accounts) {
      const account = authenticate(key, call, accounts);
      if (when(call, account)) throw new Error('This is not foreseen.');
      return account;
    },
    row: (due, call) => (due.status >= 500 ? { ...row(due, call), code: 0 } : row(due, call)),
  });
}

/** The body as text, whatever its type. */
function textOf({ bytes }: Call): string {
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}

function readingOperations(descriptions: readonly Description[]): string[] {
  const all = descriptions.flatMap(({ operations }) => Object.entries(operations));
  return all.flatMap(([name, { kind }]) => (kind === 'history' || kind === 'current' ? [name] : []));
}
