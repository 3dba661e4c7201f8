import { hostInUrl, startListening } from '../listening.js';
import { type Keys, keysOf } from './accounts.js';
import type { Authority } from './authority.js';
import { httpCarrier } from './carrier.js';
import { certificate } from './certificate.js';
import type { ReferenceDialect } from './dialect.js';
import { LIMITS, type Limits } from './limits.js';
import { makeWorld, type WorldOptions } from './make-world.js';
import { heedDialect, makeMessageServer } from './message-server.js';
import { makeOperatorServer } from './operator-server.js';
import { systemClock } from './service-clock.js';
import type { World } from './world.js';

export interface ReferenceOptions extends WorldOptions {
  /** HTTPS; default true. */
  tls?: boolean;
  /** Signs the certificate; default: one made by this process. */
  authority?: Authority;
  /** Default 127.0.0.1, spoken of as localhost, and any free port. */
  listen?: { host: string; port: number };
  operatorListen?: { host: string; port: number };
  /** Opens the employee's side; default: drawn by chance. */
  token?: string;
  /** Is given all that the service knows, before it listens. */
  prepare?: (world: World) => void;
  /** How long it waits for others; default: as long as the limits say. */
  limits?: Partial<Limits>;
}

export interface ReferenceService {
  /** Without a version segment. */
  baseUrl: string;
  /** Certificate of the authority, PEM; null without TLS. */
  caPem: string | null;
  keys: Keys;
  /** The employee's side, plain HTTP with a bearer token. */
  operator: { baseUrl: string; token: string };
  dialect: ReferenceDialect;
  /** All that it knows. */
  world: World;
  /** Heeds habits that have been changed (`changeHabits`) where connections are concerned. */
  heedHabits(): void;
  /** Resolves as soon as every event that is due has been posted, or given up. */
  settled(): Promise<void>;
  /** Ends all connections and postings. */
  close(): Promise<void>;
}

const ANY_PORT = { host: '127.0.0.1', port: 0 };

/** Starts the whole system of the interface. Errors: an unknown fault, an address to listen on that is taken or not ours, no description. */
export async function startReference(options: ReferenceOptions): Promise<ReferenceService> {
  const { listen = ANY_PORT, operatorListen = ANY_PORT, tls = true } = options;
  const limits = { ...LIMITS, ...options.limits };
  const world = await makeWorld(options, { carrier: httpCarrier(limits), clock: systemClock });
  options.prepare?.(world);
  const { accounts, courier, dialect, random } = world;
  const token = options.token ?? random.hex(48);
  const identity = tls ? await certificate(listen.host, options.authority) : null;
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
    world,
    heedHabits: () => heedDialect(servers[0], world),
    settled: () => courier.settled(),
    close,
  };
}
