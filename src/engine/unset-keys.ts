import { FindingError } from './finding.js';

interface Waiter {
  lend: (key: string) => void;
  refuse: (error: unknown) => void;
}

/**
 * Contact points without a webhook address, lent to one case at a time. A used one comes again only if its address can be
 * taken away. Nobody waits for one that does not come back: who borrows waits for no other case before it gives back.
 */
export class UnsetKeys {
  private readonly free: string[];
  private readonly lent = new Set<string>();
  private readonly used = new Set<string>();
  private waiting: Waiter[] = [];

  /** @param canClear whether an address can be taken away, as far as the run knows by now */
  constructor(
    fresh: readonly string[],
    private readonly canClear: () => boolean,
  ) {
    this.free = [...fresh];
  }

  /** Throws a FindingError when none is left. */
  async take(): Promise<string> {
    const key = this.free.find((candidate) => this.canClear() || !this.used.has(candidate));
    if (key !== undefined) {
      this.free.splice(this.free.indexOf(key), 1);
      this.lent.add(key);
      return key;
    }
    if (this.lent.size === 0 || !this.canClear()) throw noneLeft();
    return new Promise((lend, refuse) => this.waiting.push({ lend, refuse }));
  }

  giveBack(key: string): void {
    if (!this.lent.delete(key)) return;
    this.used.add(key);
    this.free.push(key);
    const waiting = this.waiting.splice(0);
    for (const { lend, refuse } of waiting) this.take().then(lend, refuse);
  }

  /** No address was set there in this run. */
  isUnused(key: string): boolean {
    return (this.lent.has(key) || this.free.includes(key)) && !this.used.has(key);
  }
}

function noneLeft(): FindingError {
  return new FindingError({
    verdict: 'skipped',
    code: 'no-fresh-key',
    text: 'No contact point is left that never had a webhook address: "target.freshKeys" lists too few, and none can be used twice without "dialect.clearWebhook" or a driver\'s "clear_webhook".',
  });
}
