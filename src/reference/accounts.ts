import type { Description } from '../description/types.js';
import type { ReferenceDialect } from './dialect.js';
import type { Account, ContactPoint, Destination } from './model.js';
import type { Random } from './random.js';

const FRESH_POINTS = 8;

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

/** What opens the contact points. */
export interface Keys {
  main: string;
  /** Of another contact point. */
  second: string;
  /** Of contact points that never had a webhook address. */
  fresh: string[];
  /** Of an account that lacks operations, by version. */
  restricted: { key: string; operations: Record<string, string[]> };
}

export function makeAccounts(
  descriptions: readonly Description[],
  { destinations: dialect, accounts: { lacks } }: Pick<ReferenceDialect, 'destinations' | 'accounts'>,
  random: Random,
): Accounts {
  let points = 0;
  const account = (lacked: Account['lacks'] = {}): Account => {
    points += 1;
    return { key: random.hex(32), point: makePoint(dialect, points), lacks: lacked };
  };
  const main = account();
  const second = account();
  const restricted = account(
    Object.fromEntries(
      descriptions.map(({ version, operations }) => [
        version,
        Object.keys(operations).filter((_, at) => lacks === 'all' || at % 2 === 0),
      ]),
    ),
  );
  const fresh = Array.from({ length: FRESH_POINTS }, () => account());
  const all = [main, second, restricted, ...fresh];
  return { main, second, fresh, restricted, byKey: new Map(all.map((each) => [each.key, each])) };
}

function makePoint(dialect: ReferenceDialect['destinations'], ordinal: number): ContactPoint {
  const destinations = dialect.names.map((name, index): Destination => {
    const number = `${ordinal * 100 + index + 1}`;
    const id = dialect.ids === 'digits' ? number : `${name.toLowerCase()}-${number}`;
    const online = dialect.loggedIn === 'all' || (dialect.loggedIn === 'first' && index === 0);
    return { id, name, online, waiting: [] };
  });
  return {
    destinations: new Map(destinations.map((each) => [each.id, each])),
    users: new Map(),
    weight: 0,
    slots: new Map(),
    messages: 0,
    clockOffset: 0,
  };
}

export function keysOf({ main, second, fresh, restricted }: Accounts): Keys {
  return {
    main: main.key,
    second: second.key,
    fresh: fresh.map(({ key }) => key),
    restricted: { key: restricted.key, operations: restricted.lacks },
  };
}
