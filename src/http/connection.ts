import { isIP, type Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import type { ConnectError, Connector, Origin } from './connect.js';
import { Tap } from './tap.js';

export interface ConnectionOptions {
  keepAliveMs: number;
  intake: Buffer;
  onSurplus: (lateMs: number) => void;
}

/** One undici client, which has at most one socket and one exchange at a time. */
export class Connection {
  readonly origin: Origin;
  /** How far the way to the target is. */
  stage: 'idle' | 'resolving' | 'connecting' | 'securing' | 'open' = 'idle';
  tap: Tap | null = null;
  #socket: Socket | null = null;
  readonly #client: Client;
  readonly #onSurplus: ConnectionOptions['onSurplus'];

  /**
   * `keepAliveMs`: an idle connection is closed after this time, or sooner if the target says so. `intake`: what comes
   * is read into it. `onSurplus`: see `Tap`.
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

  /** Ends the socket in whatever stage it is; an exchange under way fails. */
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
