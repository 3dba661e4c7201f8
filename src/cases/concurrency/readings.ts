import type { Description } from '../../description/types.js';
import { type Conversation, type Due, firstConversation } from './conversation.js';
import type { Deed } from './history.js';

/**
 * How versions may treat a user who uses several: one state for all of them, whose messages are counted together or by
 * version; or a state for each. Which it is is not shown (section 9).
 */
export type VersionReading = 'together' | 'counted-apart' | 'apart';

/** The question that it answers. */
export const STATE_ACROSS_VERSIONS = 'state-across-versions';

/** Readings of a history, the only one first where it is all of one version. */
export function readingsOf(deeds: readonly Deed[]): readonly VersionReading[] {
  return deeds.some(({ version }) => version !== undefined)
    ? ['together', 'counted-apart', 'apart']
    : ['together'];
}

/** The conversations of a user under a reading, deed after deed. */
export class Threads {
  private readonly threads = new Map<string, Conversation>();
  /** By version: which of the conversations it wrote in last, and how many messages. */
  private readonly counts = new Map<string, Pick<Conversation, 'messages' | 'conversations'>>();

  constructor(
    private readonly own: Description,
    private readonly reading: VersionReading,
  ) {}

  /** Where the user's conversation stands for a version; left out: the one that most deeds are of. */
  of(version?: string): Conversation {
    const now = this.threads.get(this.keyOf(version)) ?? firstConversation(this.own);
    if (this.reading !== 'counted-apart') return now;
    const count = this.counts.get(version ?? '');
    return { ...now, messages: count?.conversations === now.conversations ? count.messages : 0 };
  }

  set(version: string | undefined, next: Conversation): void {
    this.threads.set(this.keyOf(version), next);
    this.counts.set(version ?? '', { messages: next.messages, conversations: next.conversations });
  }

  get all(): readonly Conversation[] {
    return [...this.threads.values()];
  }

  /** Events that are due, of all conversations. */
  get due(): ReadonlyMap<string, Due> {
    const sum = new Map<string, Due>();
    for (const { due } of this.threads.values())
      for (const [event, { least, most }] of due) {
        const before = sum.get(event) ?? { least: 0, most: 0 };
        sum.set(event, { least: before.least + least, most: before.most + most });
      }
    return sum;
  }

  private keyOf(version: string | undefined): string {
    return this.reading === 'apart' ? (version ?? '') : '';
  }
}
