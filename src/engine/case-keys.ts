import { operationOf } from '../cases/description-lookups.js';
import type { KeyChange, RequestPlan } from '../cases/request-plan.js';
import { FindingError } from './finding.js';
import { changedKey } from './keys.js';
import type { RunState } from './run-state.js';

/** The keys that the requests of one case are sent with. */
export class CaseKeys {
  private unsetKey: string | null = null;

  constructor(private readonly runState: RunState) {}

  /** The key that a choice stands for; null: no key at all. */
  async of(choice: NonNullable<RequestPlan['key']> = 'main'): Promise<string | null> {
    const { keys } = this.runState.runContext;
    if (typeof choice === 'object') {
      if ('ofSecond' in choice) return this.changed(choice.ofSecond, keys.second ?? '');
      return 'literal' in choice ? choice.literal : `${keys.main}${choice.longerBy}`;
    }
    switch (choice) {
      case 'main':
      case 'twice':
        return keys.main;
      case 'second':
        return keys.second;
      case 'restricted':
        await this.listFirst();
        return keys.restricted;
      case 'unregistered':
        return keys.unregistered;
      case 'none':
        return null;
      case 'empty':
        return '';
      case 'unset':
        this.unsetKey ??= await this.runState.unsetKeys.take();
        return this.unsetKey;
      default:
        return this.changed(choice);
    }
  }

  /** The key of the contact point that a choice stands for; empty: it stands for none. */
  async ofPoint(choice?: RequestPlan['key']): Promise<string> {
    return (await this.of(choice)) ?? '';
  }

  /** Whether the restricted account was given its list of destinations when the run first asked. */
  hadList(version: string): boolean {
    const { keys, whyNoDestination } = this.runState.runContext;
    return this.mayList(version) && whyNoDestination?.(version, keys.restricted ?? '') === null;
  }

  /** Gives back the contact point that the case was lent. */
  giveBack(): void {
    if (this.unsetKey !== null) this.runState.unsetKeys.giveBack(this.unsetKey);
  }

  /** Asks for the restricted account's lists, once in a run: what it may do must be known before it is refused anything. */
  private async listFirst(): Promise<void> {
    const { keys, descriptions, destinations } = this.runState.runContext;
    const { restricted } = keys;
    if (restricted === null) return;
    const versions = Object.keys(descriptions).filter((version) => this.mayList(version));
    await Promise.all(versions.map((version) => destinations(version, restricted)));
  }

  private mayList(version: string): boolean {
    const { lacked = {} } = this.runState.runContext;
    const list = operationOf(this.runState.description(version), 'destinations');
    return lacked[version]?.includes(list) !== true;
  }

  /** Throws a FindingError if no such key can be told from one that somebody has. */
  private changed(change: KeyChange, key = this.runState.runContext.keys.main): string {
    const { keys, nonce } = this.runState.runContext;
    const changed = changedKey(key, change, nonce);
    const registered = [keys.main, keys.second, keys.restricted, ...keys.fresh];
    if (changed !== null && !registered.includes(changed)) return changed;
    throw new FindingError({
      verdict: 'skipped',
      code: change === 'other-case' ? 'key-without-letters' : 'short-key',
      text:
        change === 'other-case'
          ? 'The key has no letters, so it is the same in any letter case.'
          : 'The key is so short that a part of it may be the key of somebody else.',
    });
  }
}
