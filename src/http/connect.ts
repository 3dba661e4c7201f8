import { X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  connect as connectTls,
  createSecureContext,
  rootCertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { type Failure, failure } from './failures.js';
import type { Intake } from './tap.js';

/** Where to connect; `host` is a name or an address without brackets. */
export interface Origin {
  protocol: 'http:' | 'https:';
  host: string;
  port: number;
  /** The same for all that lead to one server. */
  key: string;
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
