import type { KeyChange } from '../cases/request-plan.js';
import { FindingError } from './finding.js';
import type { Operator } from './ports.js';
import type { RunContext } from './run-context.js';

interface Waiter {
  lend: (key: string) => void;
  refuse: (error: unknown) => void;
}

/**
 * Contact points without a webhook address, lent to one case at a time. A used one is lent again only if its address can
 * be taken away. Nobody waits for one that is never returned: a borrower waits for no other case before it gives it back.
 */
export class UnsetKeys {
  private readonly free: string[];
  private readonly lent = new Set<string>();
  private readonly used = new Set<string>();
  private waiting: Waiter[] = [];

  /** @param canClear whether an address can be taken away, as far as the run knows so far */
  constructor(
    private readonly keys: Pick<RunContext['keys'], 'main' | 'fresh'>,
    private readonly canClear: () => boolean,
  ) {
    this.free = [...keys.fresh];
  }

  /**
   * A fresh one, or the main one if there are none: then cases queue.
   * @throws FindingError if none is left
   */
  async take(): Promise<string> {
    if (this.keys.fresh.length === 0) return this.keys.main;
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

  /** The contact point never had a webhook address, and this run has set none there: there is none to take away. */
  isUnused(key: string): boolean {
    return (this.lent.has(key) || this.free.includes(key)) && !this.used.has(key);
  }
}

/** Whether an address can be taken away from a contact point: by a request, or by the employee's side. */
export function canClearAddress(
  { reader }: Pick<RunContext, 'reader'>,
  operator: Pick<Operator, 'supports'>,
): boolean {
  return reader.clearing() !== null || operator.supports(CLEARING);
}

/** The action that takes an address away. */
export const CLEARING = 'clear_webhook';

function noneLeft(): FindingError {
  return new FindingError({
    verdict: 'skipped',
    code: 'no-fresh-key',
    text: 'No contact point is left that never had a webhook address: "target.freshKeys" lists too few, and none can be used twice without "dialect.clearWebhook" or a driver\'s "clear_webhook".',
  });
}

/** Shorter ones may well be keys of others, such as numbers assigned in sequence. */
const LEAST = 8;

/**
 * The key with a change applied.
 * @param nonce of the run: what extends a short key must not turn it into somebody else's
 * @returns null if the change leaves the key as it is, or so little of it that it may be somebody else's
 */
export function changedKey(key: string, change: KeyChange, nonce: string): string | null {
  switch (change) {
    case 'longer':
      return `${key}${more(key, nonce)}`;
    case 'longer-before':
      return `${more(key, nonce)}${key}`;
    case 'cut-at-end':
      return atLeast(key.slice(0, -1));
    case 'cut-in-half':
      return atLeast(key.slice(0, Math.max(LEAST, Math.floor(key.length / 2))), key);
    case 'cut-at-start':
      return atLeast(key.slice(1));
    case 'other-at-end':
      return replaced(key, key.length - 1);
    case 'other-inside':
      return replaced(key, Math.floor(key.length / 2));
    case 'other-at-start':
      return replaced(key, 0);
    case 'other-case': {
      const other = inOtherCase(key);
      return other === key ? null : other;
    }
    case 'blank-before':
      return ` ${key}`;
    case 'blank-after':
      return `${key} `;
  }
}

/** Parts of a key that a run sends on purpose: as secret as the key, of which hardly anything is missing. */
export function nearKeys(key: string): string[] {
  // Where the first or the last character is another one, the rest is one of these.
  const changes = ['cut-at-end', 'cut-in-half', 'cut-at-start', 'other-inside'] as const;
  return changes.flatMap((change) => changedKey(key, change, '') ?? []);
}

function more(key: string, nonce: string): string {
  return key.length < LEAST ? nonce : '0';
}

/** No key is made of such characters, so the result is nobody's, unless it is too short to be sure. */
function replaced(key: string, at: number): string | null {
  const other = key[at] === '~' ? '!' : '~';
  return atLeast(`${key.slice(0, at)}${other}${key.slice(at + 1)}`);
}

function atLeast(part: string, whole?: string): string | null {
  return part.length < LEAST || part === whole ? null : part;
}

function inOtherCase(text: string): string {
  return [...text]
    .map((character) =>
      character === character.toLowerCase() ? character.toUpperCase() : character.toLowerCase(),
    )
    .join('');
}
