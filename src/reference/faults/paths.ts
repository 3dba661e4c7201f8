import type { NamedFault } from './fault.js';

/** Paths of requests. */
export const faults: readonly NamedFault[] = [
  {
    name: 'failure-on-capitals',
    summary: 'A path in capitals ends in an internal error that is told in other words',
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
    summary: 'A path with a percent sign ends in an internal error',
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
    summary: 'What only another version lists ends in an internal error',
    kills: ['responses/every-no-failure/unlisted'],
    stimuli: ['versions/unlisted/*'],
    describe({ version, operations }) {
      listed.set(version, Object.keys(operations));
    },
    hook: ({ path }) => ({
      path(asked) {
        const [, version = '', name = ''] = asked.split('/');
        const own = listed.get(version);
        if (own && !own.includes(name) && [...listed.values()].some((names) => names.includes(name)))
          throw new Error('Nobody has thought of that.');
        return path(asked);
      },
    }),
  },
  {
    name: 'page-for-trailing-slash',
    summary: 'A path with a trailing slash is answered by a page',
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
    summary: 'An operation that is called like a property of any object ends in an internal error',
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
    summary: 'A name that begins like an operation calls it',
    kills: ['errors/longer-path/*'],
    describe: (description) =>
      Object.keys(description.operations).forEach((name) => void operations.add(name)),
    hook: () => ({
      path(path) {
        const [root, version, name = '', ...rest] = path.split('/');
        const meant = [...operations].find((operation) => name.startsWith(operation)) ?? name;
        return [root, version, meant, ...rest].join('/');
      },
    }),
  },
  {
    name: 'path-rest-ignored',
    summary: 'What stands behind the operation in a path is ignored',
    kills: ['errors/longer-path/*'],
    hook: () => ({ path: (path) => path.split('/').slice(0, 3).join('/') }),
  },
  {
    name: 'path-version-by-beginning',
    summary: 'What begins like a version is taken for it',
    kills: ['errors/longer-version/*'],
    describe: ({ version }) => void versions.add(version),
    hook: () => ({
      path(path) {
        const [root, version = '', ...rest] = path.split('/');
        return [root, [...versions].find((known) => version.startsWith(known)) ?? version, ...rest].join('/');
      },
    }),
  },
  {
    name: 'path-version-optional',
    summary: 'A path without a version is taken for one of the first version',
    kills: ['errors/no-version/*'],
    describe: ({ version }) => void versions.add(version),
    hook: () => ({
      path: (path) => (path.split('/').length === 2 ? `/${[...versions][0]}${path}` : path),
    }),
  },
];

const listed = new Map<string, string[]>();

const operations = new Set<string>();

const versions = new Set<string>();
