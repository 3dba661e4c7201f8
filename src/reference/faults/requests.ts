import type { Description } from '../../description/types.js';
import { isObject } from '../../json.js';
import type { User } from '../conversations/model.js';
import { parseJson } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';
import { refusedUser } from './shared/hooks.js';

/** How requests are misread: methods, paths and bodies. */
export const faults: readonly NamedFault[] = [
  {
    name: 'empty-object-counts-as-no-body',
    summary: 'An empty object is refused as an empty body',
    kills: ['requests/missing-all/*'],
    hook: ({ row }, [description]) => ({
      row(due, call) {
        const empty = Object.values(description?.errors ?? {}).find(
          ({ stimulus }) => stimulus.kind === 'empty-body',
        );
        const isEmptyObject = Buffer.from(call.bytes ?? []).toString() === '{}';
        return row(isEmptyObject && empty && due.message.includes('$reason') ? empty : due, call);
      },
    }),
  },
  {
    name: 'get-with-body-served',
    summary: 'A request by GET that has a body is served like one by POST',
    kills: ['errors/method-GET/*'],
    hook: ({ respond }, [description]) => ({
      respond(due, call) {
        const reply = respond(due, call);
        if (!description || call.method !== 'GET' || !call.bytes?.length) return reply;
        return {
          ...reply,
          status: description.http.successStatus,
          body: { [description.success.field]: true },
        };
      },
    }),
  },
  {
    name: 'failure-on-capitals',
    summary: 'An upper-case path causes an internal error with another message',
    kills: ['responses/every-{error-row,no-failure}/unlisted'],
    stimuli: ['errors/upper-case/*'],
    hook: ({ path, row }) => ({
      path(asked) {
        if (/\/[A-Z]+$/.test(asked)) throw new Error('Nobody is called that.');
        return path(asked);
      },
      row: (due, call) => (due.status >= 500 ? { ...row(due, call), message: 'Oops' } : row(due, call)),
    }),
  },
  {
    name: 'failure-on-encoded-paths',
    summary: 'A path with a percent sign causes an internal error',
    kills: ['responses/every-no-failure/unlisted'],
    stimuli: ['errors/encoded-operation/*'],
    hook: ({ path }) => ({
      path(asked) {
        if (asked.includes('%')) throw new Error('Nobody has decoded that.');
        return path(asked);
      },
    }),
  },
  {
    name: 'failure-on-unlisted-operations',
    summary: 'An operation that only another version lists causes an internal error',
    kills: ['responses/every-no-failure/unlisted'],
    stimuli: ['versions/unlisted/*'],
    hook: ({ path }, descriptions) => ({
      path(asked) {
        const [, version, name = ''] = asked.split('/');
        const own = descriptions.find((description) => description.version === version);
        const lists = ({ operations }: Description): boolean => Object.hasOwn(operations, name);
        if (own && !lists(own) && descriptions.some(lists)) throw new Error('Nobody has thought of that.');
        return path(asked);
      },
    }),
  },
  {
    name: 'page-for-trailing-slash',
    summary: 'A path with a trailing slash is answered with an HTML page',
    kills: ['responses/every-json-object/unlisted'],
    stimuli: ['errors/trailing-slash/*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        return call.path.endsWith('/') ? { ...reply, raw: '<!doctype html><title>Not found</title>' } : reply;
      },
    }),
  },
  {
    name: 'path-inherited-names-crash',
    summary: 'An operation named like a built-in object property causes an internal error',
    kills: ['errors/unknown-operations/*'],
    hook: () => ({
      path(path) {
        if (path.split('/').some((segment) => segment !== '' && segment in {})) throw new Error(path);
        return path;
      },
    }),
  },
  {
    name: 'path-operation-by-beginning',
    summary: 'A name that begins with that of an operation calls it',
    kills: ['errors/longer-path/*'],
    hook: (_, descriptions) => {
      const operations = descriptions.flatMap(({ operations }) => Object.keys(operations));
      return {
        path(path) {
          const [root, version, name = '', ...rest] = path.split('/');
          const meant = operations.find((operation) => name.startsWith(operation)) ?? name;
          return [root, version, meant, ...rest].join('/');
        },
      };
    },
  },
  {
    name: 'path-extension-ignored',
    summary: 'A file extension after the operation in a path is ignored',
    kills: ['errors/longer-path/*'],
    hook: () => ({ path: (path) => path.replace(/\.json$/, '') }),
  },
  {
    name: 'path-matrix-parameters-ignored',
    summary: 'What follows a semicolon in a path is ignored',
    kills: ['errors/longer-path/*'],
    hook: () => ({ path: (path) => path.replace(/;.*$/, '') }),
  },
  {
    name: 'path-rest-ignored',
    summary: 'Anything after the operation in a path is ignored',
    kills: ['errors/longer-path/*'],
    hook: () => ({ path: (path) => path.split('/').slice(0, 3).join('/') }),
  },
  {
    name: 'path-version-by-beginning',
    summary: 'Anything that begins with a version is accepted as that version',
    kills: ['errors/longer-version/*'],
    hook: (_, descriptions) => ({
      path(path) {
        const [root, version = '', ...rest] = path.split('/');
        const prefix = descriptions.find((known) => version.startsWith(known.version));
        return [root, prefix?.version ?? version, ...rest].join('/');
      },
    }),
  },
  {
    name: 'path-version-by-pattern',
    summary: 'Any character may replace the dot in a version',
    kills: ['errors/longer-version/*'],
    hook: (_, descriptions) => ({
      path(path) {
        const [root, version = '', ...rest] = path.split('/');
        const meant = descriptions.find((known) => new RegExp(`^${known.version}$`).test(version));
        return [root, meant?.version ?? version, ...rest].join('/');
      },
    }),
  },
  {
    name: 'path-version-optional',
    summary: 'A path without a version is served as the first version',
    kills: ['errors/no-version/*'],
    hook: (_, [first]) => ({
      path: (path) => (path.split('/').length === 2 ? `/${first?.version}${path}` : path),
    }),
  },
  {
    name: 'every-fifth-user-refused',
    summary: 'Every fifth user is refused, whatever the request',
    kills: ['requests/every-accepted/*'],
    hook: ({ validate }) => {
      const numbers = new Map<unknown, number>();
      return {
        validate(body, resource, rules) {
          const reason = validate(body, resource, rules);
          const [field = ''] = Object.entries(resource.fields).find(([, { role }]) => role === 'user') ?? [];
          const user = (body as Record<string, unknown> | null)?.[field];
          if (reason !== null || user === undefined) return reason;
          numbers.set(user, numbers.get(user) ?? numbers.size + 1);
          return (numbers.get(user) ?? 0) % 5 === 0 ? 'too many users' : null;
        },
      };
    },
  },
  {
    name: 'zero-texts-refused',
    summary: 'A text that is just a zero is refused as missing',
    kills: ['employee/unchanged-zero/*'],
    hook: ({ validate }) => ({
      validate: (body, resource, rules) =>
        validate(body, resource, rules) ??
        (Object.values(body ?? {}).includes('0') ? 'a field is missing' : null),
    }),
  },
  {
    name: 'refused-message-seen',
    summary: 'A message refused for its body still reaches the employees',
    kills: ['employee/sees-after-refusals/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        const fields = refused && call.bytes ? parseJson(call.bytes) : null;
        if (refused?.user.destination && isObject(fields))
          refused.user.seen.push({
            id: '',
            at: 0,
            fromUser: true,
            fields,
            destinationId: refused.user.destination.id,
          });
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'refused-message-counts',
    summary: 'A message refused for its body counts as the first of its conversation',
    kills: ['routing/after-refused-message/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        if (refused) refused.user.ordinal += 1;
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'refused-selection-counts',
    summary: 'A selection refused for its map counts as the first message of the conversation',
    kills: ['routing/first-after-refusals-of-each-kind/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        const fields = refused && call.bytes ? parseJson(call.bytes) : null;
        if (refused && isObject(fields) && typeof Object.values(fields).at(-1) === 'object')
          refused.user.ordinal += 1;
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'refused-selection-renames',
    summary: "A selection refused for its body still updates the user's name and attributes",
    kills: ['employee/card-after-refusals/*'],
    hook: renamingByRefusal(() => true),
  },
  {
    name: 'refused-selection-renames-in-later-conversation',
    summary:
      "A selection refused for its body still updates the user's name and attributes in a later conversation",
    kills: ['employee/card-after-refusals-again/*'],
    hook: renamingByRefusal(({ conversation }) => conversation > 1),
  },
  {
    name: 'refused-selection-selects',
    summary: 'A selection refused for its body still selects a destination',
    kills: ['routing/after-refused-selection/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        const [destination] = refused?.point.destinations.values() ?? [];
        const state = refused?.rules.transition(refused.user.state, 'select')?.to;
        if (refused && destination && state !== undefined)
          Object.assign(refused.user, { state, destination });
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'types-unchecked-before-last-entry',
    summary: 'Of a map only the last entry is checked',
    kills: ['requests/type-*/*'],
    hook: seeingEntries((at, count) => at === count - 1),
  },
  {
    name: 'types-unchecked-behind-first-entry',
    summary: 'Of a map only the first entry is checked',
    kills: ['requests/type-*/*'],
    hook: seeingEntries((at) => at === 0),
  },
  {
    name: 'types-unchecked-between-entries',
    summary: 'Of a map only the first and the last entry are checked',
    kills: ['requests/type-*/*'],
    hook: seeingEntries((at, count) => at === 0 || at === count - 1),
  },
  {
    name: 'types-unchecked-of-digits',
    summary: 'A text of digits is accepted as a number',
    kills: ['requests/type-*/*'],
    hook: seeing((value, type = '') =>
      ['integer', 'number'].includes(type) && /^\d+$/.test(String(value)) ? Number(value) : value,
    ),
  },
  {
    name: 'types-unchecked-of-empty-arrays',
    summary: 'An empty array is accepted as an empty map',
    kills: ['requests/type-*/*'],
    hook: seeing((value, type) =>
      Array.isArray(value) && value.length === 0 && type === 'map' ? {} : value,
    ),
  },
  {
    name: 'types-unchecked-of-empty-texts',
    summary: 'An empty text is accepted as an empty map',
    kills: ['requests/type-*/*'],
    hook: seeing((value, type) => (value === '' && type === 'map' ? {} : value)),
  },
  {
    name: 'types-unchecked-of-false',
    summary: 'False is accepted as the number 0',
    kills: ['requests/type-*/*'],
    hook: seeing((value, type = '') => (value === false && ['integer', 'number'].includes(type) ? 0 : value)),
  },
  {
    name: 'types-unchecked-of-empty-values',
    summary: 'Zero, false, an empty array and an empty object are accepted as an empty text',
    kills: ['requests/type-*/*'],
    hook: seeing((value) => (isEmpty(value) ? '' : value)),
  },
  {
    name: 'types-unchecked',
    summary: 'Fields of any JSON type are accepted',
    kills: ['requests/type-*/*'],
    hook: () => ({ validate: () => null }),
  },
];

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === 0 || value === false;
}

/** A member of a body is validated as if it were what `change` makes of it. */
function seeing(change: (value: unknown, type: string | undefined) => unknown): FaultHook {
  return ({ validate }) => ({
    validate(body, resource, rules) {
      if (!isObject(body)) return validate(body, resource, rules);
      const seen = Object.entries(body).map(([name, value]) => [
        name,
        change(value, resource.fields[name]?.type),
      ]);
      return validate(Object.fromEntries(seen), resource, rules);
    },
  });
}

/** A map is validated as if it had only these entries. */
function seeingEntries(isSeen: (at: number, count: number) => boolean): FaultHook {
  return seeing((value) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter((_, at, { length }) => isSeen(at, length)))
      : value,
  );
}

/** What such a user is called follows selections that are refused for their body. */
function renamingByRefusal(isMeant: (user: User) => boolean): FaultHook {
  return ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'select');
      const fields = refused && call.bytes ? parseJson(call.bytes) : null;
      if (refused && isMeant(refused.user) && isObject(fields))
        refused.user.card = Object.fromEntries(
          Object.keys(refused.user.card).map((name) => [name, fields[name]]),
        );
      return respond(reply, call);
    },
  });
}
