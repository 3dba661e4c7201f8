import type { Connector, Origin } from './connect.js';
import { Connection } from './connection.js';

/** Idle connections are closed before most servers do. */
const KEEP_ALIVE_MS = 4000;
/** What Node reads from a socket at a time. */
const INTAKE_BYTES = 64 * 1024;

/** Connections that wait for their next exchange; never more of them, together with those in use, than `limit`. */
export class ConnectionPool {
  readonly #connector: Connector;
  readonly #limit: number;
  readonly #idle: Connection[] = [];
  readonly #suspects = new Set<string>();
  readonly #all = new Map<Connection, Buffer>();
  /** Buffers of connections that have ended. */
  readonly #intakes: Buffer[] = [];

  constructor(connector: Connector, limit: number) {
    this.#connector = connector;
    this.#limit = limit;
  }

  take(origin: Origin): Connection {
    const at = this.#idle.findLastIndex((connection) => keyOf(connection.origin) === keyOf(origin));
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    if (!found) return this.open(origin);
    if (found.tap?.stray) this.#suspects.add(keyOf(origin));
    return found;
  }

  open(origin: Origin): Connection {
    if (this.#all.size >= this.#limit) {
      const oldest = this.#idle.shift();
      if (oldest) this.#drop(oldest);
    }
    const intake = this.#intakes.pop() ?? Buffer.allocUnsafeSlow(INTAKE_BYTES);
    const connection = new Connection(origin, this.#connector, KEEP_ALIVE_MS, intake);
    this.#all.set(connection, intake);
    return connection;
  }

  giveBack(connection: Connection, reusable: boolean): void {
    if (reusable) this.#idle.push(connection);
    else this.#drop(connection);
  }

  /** The target has sent bytes between two answers. */
  isSuspect(origin: Origin): boolean {
    return this.#suspects.has(keyOf(origin));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.keys()].map((connection) => connection.destroy()));
    this.#all.clear();
  }

  #drop(connection: Connection): void {
    const intake = this.#all.get(connection);
    this.#all.delete(connection);
    // Nothing is read into it once the socket is gone.
    void connection.destroy().then(() => intake && this.#intakes.push(intake));
  }
}

export function keyOf({ protocol, host, port }: Origin): string {
  return `${protocol}//${host}:${port}`;
}
