import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import { type Failure, failure } from './failures.js';
import type { Intake } from './tap.js';
import { Tap } from './tap.js';

/** Where to connect; `host` is a name or an address without brackets. */
export interface Origin {
  protocol: 'http:' | 'https:';
  host: string;
  port: number;
  /** The same for all that lead to one server. */
  key: string;
}

/** Cuts up the URL of a request without changing its path. Throws, without naming the URL, when it is not an http(s) URL. */
export function originOf(url: string): { origin: Origin; path: string } {
  const [, start, rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? [];
  const origin = start === undefined ? null : parsedOrigin(start);
  if (!origin) throw new Error('The address of a request is not an http or https URL.');
  return { origin, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/** A run sends its thousands of requests to a few URLs. */
const known = new Map<string, Origin>();
const MOST_KNOWN = 100;

function parsedOrigin(start: string): Origin | null {
  const before = known.get(start);
  if (before) return before;
  const parsed = parsedUrl(start);
  if (!parsed) return null;
  const protocol = parsed.protocol === 'https:' ? 'https:' : 'http:';
  const port = parsed.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const origin: Origin = { protocol, host, port, key: `${protocol}//${host}:${port}` };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(start, origin);
  return origin;
}

/** Null: it is not a URL. Checking beforehand would parse each URL twice. */
function parsedUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

interface ConnectionOptions {
  keepAliveMs: number;
  intake: Buffer;
  onSurplus: (lateMs: number) => void;
}

/** One undici client, which has at most one socket and one exchange at a time. */
export class Connection {
  readonly origin: Origin;
  /** How long the way to the target is. */
  stage: 'idle' | 'resolving' | 'connecting' | 'securing' | 'open' = 'idle';
  tap: Tap | null = null;
  #socket: Socket | null = null;
  readonly #client: Client;
  readonly #onSurplus: ConnectionOptions['onSurplus'];

  /**
   * `keepAliveMs`: an idle connection is closed after this time, or sooner if the target says so. `intake`: what comes is
   * read into it. `onSurplus`: see `Tap`.
   */
  constructor(origin: Origin, connector: Connector, { keepAliveMs, intake, onSurplus }: ConnectionOptions) {
    this.origin = origin;
    this.#onSurplus = onSurplus;
    this.#client = new Client(urlOf(origin), {
      connect: (_options, callback) => this.#connect(connector, intake, callback),
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(options, handler);
  }

  /** Ends the socket, whatever stage it is in; an exchange under way fails. */
  async destroy(): Promise<void> {
    const closed = this.#client.destroy();
    this.#socket?.destroy();
    await closed;
  }

  #connect(
    connector: Connector,
    intake: Buffer,
    callback: (...args: [null, Socket] | [Error, null]) => void,
  ): void {
    this.stage = isIP(this.origin.host) ? 'connecting' : 'resolving';
    const done = (error: ConnectError | null): void => {
      this.stage = error ? 'idle' : 'open';
      if (error) callback(error, null);
      else callback(null, socket);
    };
    const tap = new Tap(intake, this.#onSurplus);
    const socket = connector.open(this.origin, tap.intake, done);
    socket.once('lookup', () => {
      this.stage = 'connecting';
    });
    socket.once('connect', () => {
      if (this.stage !== 'open') this.stage = 'securing';
    });
    this.#socket = socket;
    tap.attach(socket);
    this.tap = tap;
  }
}

function urlOf({ protocol, host, port }: Origin): string {
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Opens connections to one or more origins with one set of trusted authorities. */
export interface Connector {
  /**
   * Starts to connect; what comes goes to `intake`, `done` is called once. The socket is returned at once, so that it can
   * be abandoned.
   */
  open(origin: Origin, intake: Intake, done: (error: ConnectError | null) => void): Socket;
}

/** A connection that could not be made, with its failure. */
export class ConnectError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.reason.text);
    this.failure = failure;
  }
}

/**
 * `ca`: certificates (PEM) trusted besides the built-in ones. `insecure`: any certificate is accepted. Throws when `ca`
 * is not a PEM certificate.
 */
export function createConnector(options: { ca?: string; insecure?: boolean }): Connector {
  const secureContext =
    options.ca === undefined
      ? createSecureContext()
      : createSecureContext({ ca: [...rootCertificates, ...certificatesOf(options.ca)] });
  const sessions = new Map<string, Buffer>();
  return {
    open(origin, intake, done) {
      let pending = true;
      const finish = (error: ConnectError | null): void => {
        if (!pending) return;
        pending = false;
        done(error);
      };
      const tls = origin.protocol === 'https:';
      const socket = tls ? openTls(origin, intake, secureContext, sessions) : openTcp(origin, intake);
      let connected = false;
      socket.setNoDelay(true);
      socket.once('connect', () => {
        connected = true;
        if (!tls) finish(null);
      });
      socket.once('secureConnect', () => {
        const bad = options.insecure ? null : distrust(socket as TLSSocket, origin);
        if (bad) socket.destroy();
        finish(bad && new ConnectError(bad));
      });
      socket.on('error', (error) => finish(new ConnectError(connectFailure(error, connected, origin))));
      socket.once('close', () => finish(new ConnectError(failure(connected ? 'tls-closed' : 'refused'))));
      return socket;
    },
  };
}

/** Node skips what it cannot read: a wrong file would look like a wrong target. */
function certificatesOf(pem: string): string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    if (found.length === 0) throw new Error('none');
    for (const certificate of found) new X509Certificate(certificate);
  } catch {
    throw new Error('The file of authorities does not hold certificates in PEM form.');
  }
  return found;
}

function openTcp({ host, port }: Origin, onread: Intake): Socket {
  return connectTcp({ host, port, onread, autoSelectFamilyAttemptTimeout: 1000 });
}

/**
 * The certificate is judged afterwards: only then can one that is expired and untrusted be told from one that is just
 * untrusted.
 */
function openTls(
  origin: Origin,
  onread: Intake,
  secureContext: SecureContext,
  sessions: Map<string, Buffer>,
): TLSSocket {
  const key = `${origin.host}:${origin.port}`;
  const session = sessions.get(key);
  const options = {
    host: origin.host,
    port: origin.port,
    onread,
    secureContext,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    autoSelectFamilyAttemptTimeout: 1000,
    ...(isIP(origin.host) ? {} : { servername: origin.host }),
    ...(session ? { session } : {}),
  };
  const socket = connectTls(options);
  // A resumed session is not checked against the host name again: keep only those that passed.
  socket.on('session', (fresh) => socket.authorized && sessions.set(key, fresh));
  return socket;
}

const LONGEST_NAMES = 200;

function distrust(socket: TLSSocket, { host }: Origin): Failure | null {
  if (socket.authorized) return null;
  const { valid_from: from, valid_to: to, subjectaltname } = socket.getPeerCertificate();
  const names = subjectaltname?.slice(0, LONGEST_NAMES);
  const error = socket.authorizationError as unknown;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (Date.parse(to) < Date.now()) return failure('tls-expired', `It was valid until ${to}.`);
  if (Date.parse(from) > Date.now()) return failure('tls-expired', `It is valid from ${from}.`);
  if (code.startsWith('CERT_HAS_EXPIRED') || code.startsWith('CERT_NOT_YET_VALID')) {
    return failure('tls-expired', 'It is one of the authorities that issued it.');
  }
  if (code.startsWith('ERR_TLS_CERT_ALTNAME'))
    return failure('tls-host', `The host is ${host}; the certificate holds ${names ?? 'no name'}.`);
  return failure('tls-untrusted');
}

function connectFailure(error: NodeJS.ErrnoException, connected: boolean, { host, port }: Origin): Failure {
  const code = error.code ?? '';
  if (connected) {
    const closed = ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(code);
    return failure(closed ? 'tls-closed' : 'tls-failed');
  }
  const where = `${host}:${port}`;
  if (code === 'EMFILE' || code === 'ENFILE') return failure('no-handles');
  if (error.syscall === 'getaddrinfo') return failure('dns', '', host);
  if (code === 'ECONNREFUSED') return failure('refused', '', where);
  if (code === 'ETIMEDOUT') return failure('connect-timeout', '', where);
  if (code === 'ECONNRESET') return failure('reset', '', where);
  return failure('unreachable', '', where);
}
