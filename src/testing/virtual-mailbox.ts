import type { Delivery, Mailbox } from '../engine/ports.js';
import type { VirtualClock } from './virtual-clock.js';

const BASE = 'http://catcher.invalid/';

/** For tests: a catcher without a network, whose waits pass on a virtual clock. */
export class VirtualMailbox implements Mailbox {
  readonly lost = 0;
  readonly deliveries: Delivery[] = [];
  private nextId = 1;
  private readonly waiters = new Set<(delivery: Delivery) => void>();

  constructor(private readonly clock: VirtualClock) {}

  address(label: string): string {
    return BASE + label;
  }

  recognize(): void {}

  refuseNext(): void {}

  /** Label of one of its addresses; null: the address is somebody else's. */
  labelOf(url: string): string | null {
    return url.startsWith(BASE) ? url.slice(BASE.length) : null;
  }

  receive(address: string, method: string, text: string, headers: [string, string][] = []): void {
    const body = Buffer.from(text);
    const delivery: Delivery = {
      id: this.nextId++,
      address,
      method,
      headers,
      body,
      size: body.length,
      at: this.clock.now(),
    };
    this.deliveries.push(delivery);
    for (const wake of [...this.waiters]) wake(delivery);
  }

  forget(): void {
    this.deliveries.splice(0);
  }

  waitFor(
    match: (delivery: Delivery) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Delivery | null> {
    const found = this.deliveries.find(match);
    if (found || timeoutMs <= 0 || signal?.aborted) return Promise.resolve(found ?? null);
    return new Promise((resolve) => {
      const end = (delivery: Delivery | null): void => {
        cancel();
        this.waiters.delete(wake);
        resolve(delivery);
      };
      const wake = (delivery: Delivery): void => {
        if (match(delivery)) end(delivery);
      };
      const cancel = this.clock.after(timeoutMs, () => end(null));
      this.waiters.add(wake);
    });
  }
}
