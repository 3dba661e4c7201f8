import { whenAborted } from '../abort.js';
import { decodedBody } from '../content-coding.js';
import type { Clock, Delivery, Mailbox } from '../engine/ports.js';
import type { ServiceClock } from '../reference/service-context.js';
import type { EventRequest } from '../reference/webhooks/webhook-sender.js';
import { calledBehind, Labels } from '../webhook/addresses.js';
import { DeliveryStore, Refusals } from '../webhook/delivery-store.js';

interface Sleeper {
  at: number;
  wake: () => void;
}

/**
 * A clock that stands still while anything can go on, and then jumps to the next time that somebody waits for. Work
 * that depends on it alone takes no time, and the same on every run.
 */
export class VirtualClock implements Clock, ServiceClock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(start = Date.now()) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  suspendedMs(): number {
    return 0;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.after(ms, () => {
        forget();
        resolve();
      });
      const forget = whenAborted(signal, () => {
        end();
        resolve();
      });
    });
  }

  /** Calls `wake` when this much time has passed. Returns what cancels that. */
  after(ms: number, wake: () => void): () => void {
    const sleeper = { at: this.time + Math.max(0, ms), wake };
    const before = this.sleepers.findLastIndex(({ at }) => at <= sleeper.at);
    this.sleepers.splice(before + 1, 0, sleeper);
    return () => {
      this.sleepers = this.sleepers.filter((waiting) => waiting !== sleeper);
    };
  }

  /** Lets time pass until the work has ended. Throws if it waits for nothing that this clock could bring. */
  async during<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const watched = work.finally(() => {
      ended = true;
    });
    watched.catch(() => undefined);
    for (;;) {
      // Everything that needs no time goes on before the next turn of the event loop.
      await new Promise(setImmediate);
      if (ended) return watched;
      const next = this.sleepers.shift();
      if (!next) throw new Error('It waits for something that never happens.');
      this.time = next.at;
      next.wake();
    }
  }
}

const BASE = 'http://catcher.invalid/';
/** A body is decoded up to this size, bytes. */
const MOST_BYTES = 1024 * 1024;

/** A catcher without a network, whose waits pass on a virtual clock. */
export class VirtualMailbox implements Mailbox {
  readonly #store: DeliveryStore;
  readonly #refusals = new Refusals();
  readonly #labels = new Labels();

  /** @param keeps deliveries kept at most; more are lost */
  constructor(
    private readonly clock: VirtualClock,
    keeps = Number.POSITIVE_INFINITY,
  ) {
    this.#store = new DeliveryStore({
      keepDeliveries: { own: keeps, other: keeps },
      keepBytes: { own: Number.POSITIVE_INFINITY, other: Number.POSITIVE_INFINITY },
      interesting: () => true,
      after: (ms, call) => clock.after(ms, call),
    });
  }

  get lost(): number {
    return this.#store.lost;
  }

  get lostOthers(): number {
    return this.#store.lostOthers;
  }

  get deliveries(): readonly Delivery[] {
    return this.#store.deliveries;
  }

  address(label: string): string {
    return BASE + this.#labels.add(label);
  }

  /** Whether a URL is one of its addresses, or would be. */
  owns(url: string): boolean {
    return url.startsWith(BASE);
  }

  recognize(): void {}

  refuseNext(mark: string, count: number): void {
    this.#refusals.next(mark, count);
  }

  unreachableAddress(): Promise<string> {
    return Promise.resolve('http://nobody.invalid/');
  }

  /** Whether a connection has been closed since the last request. */
  hasHungUp = false;

  hangUp(): void {
    this.hasHungUp = true;
  }

  /** A request to a webhook address; whether the response is a success, which only its own addresses give. */
  take({ url, method, headers, body }: EventRequest): boolean {
    const called = this.owns(url) ? calledBehind(this.#labels, url.slice(BASE.length)) : null;
    if (called === null) return false;
    const encoding = headers['content-encoding'];
    const { body: bytes } = decodedBody(Buffer.from(body), encoding, MOST_BYTES);
    const refused = this.#refusals.take(bytes);
    const { label, ...unlike } = called;
    this.receive(label, method, bytes, {
      headers: Object.entries(headers),
      ...(refused && { refused }),
      ...unlike,
    });
    return !refused;
  }

  receive(address: string, method: string, sent: string | Buffer, more: Partial<Delivery> = {}): void {
    const body = Buffer.from(sent);
    const at = this.clock.now();
    this.#store.add({ address, method, headers: [], body, size: body.length, at, ...more });
  }

  /** Drops everything received so far. */
  forget(): void {
    this.#store.forget();
  }

  waitFor(
    match: (delivery: Delivery) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
    after?: number,
  ): Promise<Delivery | null> {
    return this.#store.waitFor(match, timeoutMs, signal, after);
  }
}
