import { someLeaf } from './judge/payload.js';
import type { Delivery } from './ports.js';
import type { ReadEvent } from './run-context.js';

/** Whose message has an id. Ids are unique per contact point alone, so one may be the message of several users. */
interface Owner {
  user: string;
  key: string;
}

/**
 * Ids of the messages that the target took, by which an event that names no user tells whom it concerns: a notification
 * of a delivery may name the message alone (section 6).
 */
export class MessageIds {
  private readonly owners = new Map<string, Owner[]>();
  private readonly counts = new Map<string, number>();
  /** Key of the contact point that an address of the catcher was set for, by its label. */
  private readonly points = new Map<string, string>();

  /** Grows with each id. */
  get size(): number {
    return this.owners.size;
  }

  note(id: string, owner: Owner): void {
    this.owners.set(id, [...(this.owners.get(id) ?? []), owner]);
    this.counts.set(owner.user, this.countOf(owner.user) + 1);
  }

  /** Grows with each id of a message of this user. */
  countOf(user: string): number {
    return this.counts.get(user) ?? 0;
  }

  /** The address belongs to the contact point with this key. */
  addressed(label: string, key: string): void {
    this.points.set(label, key);
  }

  /** Users whose messages an event names, each once. */
  usersIn({ payload, whole }: ReadEvent, { address }: Pick<Delivery, 'address'>): string[] {
    const users = new Set<string>();
    const key = this.points.get(address);
    someLeaf(whole ?? payload, (leaf) => {
      const owners = (typeof leaf === 'string' && this.owners.get(leaf)) || [];
      const own = owners.filter((owner) => owner.key === key);
      for (const { user } of own.length > 0 ? own : owners) users.add(user);
      return false;
    });
    return [...users];
  }

  /** Whether an event names a message of the run, whichever it is. */
  namesAny({ payload, whole }: ReadEvent): boolean {
    return someLeaf(whole ?? payload, (leaf) => typeof leaf === 'string' && this.owners.has(leaf));
  }
}
