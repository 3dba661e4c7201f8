import { activeNow } from '../active-time.js';
import { Connection, type Connector, type Origin } from './connection.js';

/** Idle connections are closed before most servers close them. */
const KEEP_ALIVE_MS = 4000;
/** How many connections beyond the limit are kept out of use, to see what still comes on them. */
const WATCHED = 8;
/** How long surplus bytes are awaited at least and at most, once some have come. */
const [SHORT_LINGER_MS, LONG_LINGER_MS] = [20, 250];
/**
 * Some servers serve a few connections at a time, each as long as it is kept: others wait. One on which nothing has been
 * answered for so long, milliseconds, while so many responses came on others, is such a one.
 */
const STARVED_MS = 1_000;
const STARVED_RESPONSES = 32;
/** A few requests may also hang for a reason of their own; this many, and this part of all, do not. */
const FEWEST_STARVED = 3;
const STARVED_PART = 0.25;
/** How much Node reads from a socket at a time. */
const INTAKE_BYTES = 64 * 1024;

/**
 * Connections that wait for their next exchange. Together with those in use they never exceed `limit`, except for a few
 * to a target that sends more than it was asked for.
 */
export class ConnectionPool {
  readonly #connector: Connector;
  #limit: number;
  readonly #idle: Connection[] = [];
  /** Origins that sent more than was asked for, and how long after a response more is awaited, milliseconds. */
  readonly #suspects = new Map<string, number>();
  /** How long the slowest response of each origin took, milliseconds. */
  readonly #slowest = new Map<string, number>();
  /** Connections in use on which nothing has been answered yet: since when, and how many responses had come before. */
  readonly #fresh = new Map<Connection, { since: number; responses: number }>();
  #responses = 0;
  #isMakingRoom = false;
  /** How often each is kept out of use. */
  readonly #resting = new Map<Connection, number>();
  readonly #all = new Map<Connection, Buffer>();
  /** Buffers of connections that have ended. */
  readonly #intakes: Buffer[] = [];
  readonly #onStarved: (served: number) => void;

  /** @param onStarved told how many connections the target serves at a time, when it serves no more */
  constructor(connector: Connector, limit: number, onStarved: (served: number) => void) {
    this.#connector = connector;
    this.#limit = limit;
    this.#onStarved = onStarved;
  }

  /** From now on this many connections may be open. */
  allow(limit: number): void {
    this.#limit = limit;
  }

  take(origin: Origin): Connection {
    if (this.#suspects.has(origin.key)) return this.open(origin);
    const at = this.#idle.findLastIndex(
      (connection) => connection.origin.key === origin.key && !this.#resting.has(connection),
    );
    const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
    return found ?? this.open(origin);
  }

  open(origin: Origin): Connection {
    // One that is watched for late bytes gives way as well, except the last few.
    const isSpare = this.#resting.size > 0 || this.#suspects.has(origin.key);
    const most = this.#limit + (isSpare ? WATCHED : 0);
    while (this.#all.size >= most && this.#idle.length > 0) this.#drop(this.#idle.shift() as Connection);
    const intake = this.#intakes.pop() ?? Buffer.allocUnsafeSlow(INTAKE_BYTES);
    const connection = new Connection(origin, this.#connector, {
      keepAliveMs: KEEP_ALIVE_MS,
      intake,
      onSurplus: (lateMs) => this.#suspect(origin, lateMs),
    });
    this.#all.set(connection, intake);
    this.#fresh.set(connection, { since: activeNow(), responses: this.#responses });
    return connection;
  }

  /** Ends the use that began at this moment of `activeNow`. */
  giveBack(connection: Connection, reusable: boolean, began: number): void {
    const slowest = Math.max(this.slowestMs(connection.origin), activeNow() - began);
    this.#slowest.set(connection.origin.key, slowest);
    this.#fresh.delete(connection);
    this.#responses += 1;
    this.#makeRoom();
    if (reusable && !this.#isMakingRoom) this.#idle.push(connection);
    else this.#drop(connection);
  }

  /** If connections starve, others close, so that the target can serve those that wait. */
  #makeRoom(): void {
    const starving = this.#starving();
    const isLimited = starving >= Math.max(FEWEST_STARVED, STARVED_PART * this.#all.size);
    if (isLimited) this.#onStarved(this.#all.size - starving);
    this.#isMakingRoom = isLimited || (this.#isMakingRoom && starving > 0);
    if (this.#isMakingRoom) for (const idle of this.#idle.splice(0)) this.#drop(idle);
  }

  #starving(): number {
    const now = activeNow();
    return [...this.#fresh.values()].filter(
      ({ since, responses }) => now - since >= STARVED_MS && this.#responses - responses >= STARVED_RESPONSES,
    ).length;
  }

  slowestMs(origin: Origin): number {
    return this.#slowest.get(origin.key) ?? 0;
  }

  /**
   * How long surplus bytes are awaited after a response, milliseconds. Once some have come, each exchange has a
   * connection of its own, so that they cannot end up in another.
   */
  lingerMs(origin: Origin): number {
    return this.#suspects.get(origin.key) ?? 0;
  }

  /** Keeps the connection out of use until the promise has settled. */
  async rest(connection: Connection, until: Promise<unknown>): Promise<void> {
    this.#resting.set(connection, (this.#resting.get(connection) ?? 0) + 1);
    await until;
    const others = (this.#resting.get(connection) ?? 1) - 1;
    if (others > 0) this.#resting.set(connection, others);
    else this.#resting.delete(connection);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all.keys()].map((connection) => connection.destroy()));
    this.#all.clear();
  }

  #suspect(origin: Origin, lateMs: number): void {
    const known = this.#suspects.get(origin.key) ?? SHORT_LINGER_MS;
    this.#suspects.set(origin.key, Math.min(Math.max(known, Math.ceil(2 * lateMs)), LONG_LINGER_MS));
  }

  #drop(connection: Connection): void {
    const intake = this.#all.get(connection);
    this.#all.delete(connection);
    this.#fresh.delete(connection);
    // Nothing is read into it once the socket is gone.
    void connection.destroy().then(() => intake && this.#intakes.push(intake));
  }
}
