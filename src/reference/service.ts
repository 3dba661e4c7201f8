import { hostInUrl, startListening } from '../local-server.js';
import { makeContext, type ServiceOptions } from './context.js';
import { type Keys, keysOf } from './conversations/accounts.js';
import type { ReferenceDialect } from './dialect/dialect.js';
import { type Authority, certificate } from './http/certificate.js';
import { LIMITS, type Limits } from './http/limits.js';
import { applyDialect, makeMessageServer, makeOperatorServer } from './http/servers.js';
import { type ServiceContext, systemClock } from './service-context.js';
import { httpWebhookSender } from './webhooks/webhook-sender.js';

export interface ReferenceOptions extends ServiceOptions {
  /** HTTPS; default true. */
  tls?: boolean;
  /** Signs the certificate; default: an authority made by this process. */
  authority?: Authority;
  /** Default: 127.0.0.1, called localhost, on any free port. */
  listen?: { host: string; port: number };
  operatorListen?: { host: string; port: number };
  /** Opens the employee's side; default: random. */
  token?: string;
  /** Receives the service's state before it listens. */
  prepare?: (context: ServiceContext) => void;
  /** Timeouts; default: those of the limits. */
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
  /** The service's state. */
  context: ServiceContext;
  /** Applies changed habits (`changeHabits`) to connections. */
  applyHabits(): void;
  /** Resolves as soon as every due event has been posted or given up. */
  settled(): Promise<void>;
  /** Ends all connections and deliveries. */
  close(): Promise<void>;
}

const ANY_PORT = { host: '127.0.0.1', port: 0 };

/** Starts the whole system of the interface. Errors: an unknown fault, an address to listen on that is taken or not ours, no description. */
export async function startReference(options: ReferenceOptions): Promise<ReferenceService> {
  const { listen = ANY_PORT, operatorListen = ANY_PORT, tls = true } = options;
  const limits = { ...LIMITS, ...options.limits };
  const context = await makeContext(options, { sender: httpWebhookSender(limits), clock: systemClock });
  options.prepare?.(context);
  const { accounts, deliveries, dialect, random } = context;
  const token = options.token ?? random.hex(48);
  const identity = tls ? await certificate(listen.host, options.authority) : null;
  const servers = [makeMessageServer(context, identity, limits), makeOperatorServer(context, token)] as const;
  const close = async (): Promise<void> => {
    await deliveries.close();
    await Promise.all(
      servers.map(async (server) => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      }),
    );
  };
  const ports = [startListening(servers[0], listen), startListening(servers[1], operatorListen)] as const;
  // Either may fail while the other already listens and keeps the process alive.
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
    context,
    applyHabits: () => applyDialect(servers[0], context),
    settled: () => deliveries.settled(),
    close,
  };
}
