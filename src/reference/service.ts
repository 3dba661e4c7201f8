import type { Description } from '../description/types.js';
import { hostInUrl, startListening } from '../listening.js';
import { type Accounts, makeAccounts } from './accounts.js';
import { certificate } from './certificate.js';
import { makeCourier } from './courier.js';
import { defaultDialect, type ReferenceDialect } from './dialect.js';
import { applyFaults } from './faults/apply.js';
import type { Fault } from './faults/fault.js';
import { LIMITS, type Limits } from './limits.js';
import { makeMessageServer } from './message-server.js';
import { makeOperatorServer } from './operator-server.js';
import { makeRandom } from './random.js';
import { makeRulebook } from './rulebook.js';
import type { World } from './world.js';

export interface ReferenceOptions {
  /** The versions to serve, at least one. */
  descriptions: Description[];
  /** HTTPS under an authority made by this process; default true. */
  tls?: boolean;
  /** Default 127.0.0.1, spoken of as localhost, and any free port. */
  listen?: { host: string; port: number };
  operatorListen?: { host: string; port: number };
  /** How the service fills what the interface leaves open. */
  dialect?: ReferenceDialect;
  /** Names out of the list of faults, or faults of the caller's own. */
  faults?: readonly (string | Fault)[];
  /** Makes keys and identifiers the same each time. */
  seed?: number;
  /** How long it waits for others; default: as long as the limits say. */
  limits?: Partial<Limits>;
}

export interface ReferenceService {
  /** Without a version segment. */
  baseUrl: string;
  /** Certificate of the authority, PEM; null without TLS. */
  caPem: string | null;
  keys: {
    main: string;
    /** Of another contact point. */
    second: string;
    /** Of contact points that never had a webhook address. */
    fresh: string[];
    /** Of an account that lacks operations, by version. */
    restricted: { key: string; operations: Record<string, string[]> };
  };
  /** The employee's side, plain HTTP with a bearer token. */
  operator: { baseUrl: string; token: string };
  dialect: ReferenceDialect;
  /** Resolves as soon as every event that is due has been posted, or given up. */
  settled(): Promise<void>;
  /** Ends all connections and postings. */
  close(): Promise<void>;
}

const ANY_PORT = { host: '127.0.0.1', port: 0 };

/** Starts the whole system of the interface. Errors: an unknown fault, an address to listen on that is taken or not ours, no description. */
export async function startReference(options: ReferenceOptions): Promise<ReferenceService> {
  const { dialect = defaultDialect, listen = ANY_PORT, operatorListen = ANY_PORT, tls = true } = options;
  const { descriptions, hooks } = await applyFaults(options.descriptions, options.faults ?? []);
  if (descriptions.length === 0) throw new Error('The service needs at least one description.');
  const limits = { ...LIMITS, ...options.limits };
  const random = makeRandom(options.seed);
  const accounts = makeAccounts(descriptions, dialect, random);
  const rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  const courier = makeCourier(hooks, dialect.event, limits);
  const world: World = { rulebooks, dialect, hooks, accounts, courier, random };

  const token = random.hex(48);
  const identity = tls ? await certificate(listen.host) : null;
  const servers = [makeMessageServer(world, identity, limits), makeOperatorServer(world, token)] as const;
  const close = async (): Promise<void> => {
    await courier.close();
    await Promise.all(
      servers.map(async (server) => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      }),
    );
  };
  const ports = [startListening(servers[0], listen), startListening(servers[1], operatorListen)] as const;
  // Either may fail while the other one listens already, and keeps the process alive.
  await Promise.allSettled(ports);
  const [port, operatorPort] = await Promise.all(ports).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    baseUrl: `${tls ? 'https' : 'http'}://${options.listen ? hostInUrl(listen.host) : 'localhost'}:${port}`,
    caPem: identity?.caPem ?? null,
    keys: keysOf(accounts),
    operator: { baseUrl: `http://${hostInUrl(operatorListen.host)}:${operatorPort}`, token },
    dialect,
    settled: () => courier.settled(),
    close,
  };
}

function keysOf({ main, second, fresh, restricted }: Accounts): ReferenceService['keys'] {
  return {
    main: main.key,
    second: second.key,
    fresh: fresh.map(({ key }) => key),
    restricted: { key: restricted.key, operations: restricted.lacks },
  };
}
