import type { Description, OperationKind } from '../../description/types.js';
import type { ReferenceDialect } from '../dialect/dialect.js';
import type { Random } from '../random.js';
import type { Account, ContactPoint, Destination } from './model.js';

/** With fewer, the cases that pass through time at one of their own would have to do so twice. */
const FRESH_POINTS = 26;

/** The accounts of one service, each with a contact point of its own. */
export interface Accounts {
  main: Account;
  second: Account;
  /** Contact points that never had a webhook address. */
  fresh: Account[];
  /** Its product version lacks operations. */
  restricted: Account;
  byKey: ReadonlyMap<string, Account>;
}

/** The keys of the contact points. */
export interface Keys {
  main: string;
  /** Of another contact point. */
  second: string;
  /** Of contact points that never had a webhook address. */
  fresh: string[];
  /** Of an account that lacks operations, by version. */
  restricted: { key: string; operations: Record<string, string[]> };
}

/** Whether the restricted account lacks an operation, given its kind and its place among them. */
const LACKED: Record<ReferenceDialect['accounts']['lacks'], (kind: OperationKind, at: number) => boolean> = {
  all: () => true,
  some: (_kind, at) => at % 2 === 1,
  messages: (kind) => kind === 'message',
  selection: (kind) => kind === 'select',
};

export function makeAccounts(
  descriptions: readonly Description[],
  { destinations: dialect, accounts: { lacks } }: Pick<ReferenceDialect, 'destinations' | 'accounts'>,
  { random, keys }: { random: Random; keys: Readonly<Record<string, string>> },
): Accounts {
  let points = 0;
  const account = (name: string, lacked: Account['lacks'] = {}): Account => {
    points += 1;
    // Drawn in any case, so that, with a seed, giving one key leaves the others unchanged.
    const drawn = random.hex(32);
    return { key: keys[name] ?? drawn, point: makePoint(dialect, points), lacks: lacked };
  };
  const main = account('main');
  const second = account('second');
  const restricted = account(
    'restricted',
    Object.fromEntries(
      descriptions.map(({ version, operations }) => [
        version,
        Object.entries(operations).flatMap(([name, { kind }], at) => (LACKED[lacks](kind, at) ? [name] : [])),
      ]),
    ),
  );
  const fresh = Array.from({ length: FRESH_POINTS }, (_, at) => account(freshName(at)));
  const accounts = { main, second, restricted, fresh };
  return { ...accounts, byKey: new Map(named(accounts).map(([, each]) => [each.key, each])) };
}

/** Names of all contact points, as shown to people. */
export const POINT_NAMES: readonly string[] = [
  'main',
  'second',
  'restricted',
  ...Array.from({ length: FRESH_POINTS }, (_, at) => freshName(at)),
];

/** The same in one phrase. */
export const POINT_NAMES_LISTED = `main, second, restricted, and ${freshName(0)} to ${freshName(FRESH_POINTS - 1)}`;

function freshName(at: number): string {
  return `fresh-${at + 1}`;
}

/** All accounts with the names of their contact points. */
export function named({ main, second, restricted, fresh }: Omit<Accounts, 'byKey'>): [string, Account][] {
  return [main, second, restricted, ...fresh].map((account, at) => [POINT_NAMES[at] ?? '', account]);
}

function makePoint(dialect: ReferenceDialect['destinations'], ordinal: number): ContactPoint {
  return {
    destinations: makeDestinations(dialect, ordinal),
    users: new Map(),
    weight: 0,
    slots: new Map(),
    messages: 0,
    clockOffset: 0,
  };
}

/** The destinations of a contact point, by their identifiers. `ordinal`: which of the service's contact points, from 1. */
export function makeDestinations(
  dialect: ReferenceDialect['destinations'],
  ordinal: number,
): Map<string, Destination> {
  const destinations = dialect.names.map((name, index): Destination => {
    const number = `${ordinal * 100 + index + 1}`;
    const id = dialect.ids === 'digits' ? number : `${name.toLowerCase()}-${number}`;
    const online = dialect.loggedIn === 'all' || (dialect.loggedIn === 'first' && index === 0);
    const available = dialect.unavailable === 'none' || index < dialect.names.length - 1;
    return { id, name, online, available, waiting: [] };
  });
  return new Map(destinations.map((each) => [each.id, each]));
}

export function keysOf({ main, second, fresh, restricted }: Accounts): Keys {
  return {
    main: main.key,
    second: second.key,
    fresh: fresh.map(({ key }) => key),
    restricted: { key: restricted.key, operations: restricted.lacks },
  };
}
