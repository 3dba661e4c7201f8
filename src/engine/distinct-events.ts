import { createHash } from 'node:crypto';

/**
 * Learns from event to event whether those of one name tell themselves apart: they came for several users, and no two
 * users got events that differ in nothing but the user. Remembers digests alone: texts may be long.
 */
export class DistinctEvents {
  private readonly users = new Map<string, string>();
  private first: string | null = null;
  private areSeveral = false;
  private areDistinct = true;

  /** @param text the whole event */
  add(user: string, text: string): void {
    if (!this.areDistinct) return;
    const digest = createHash('sha1').update(text.replaceAll(user, '')).digest('base64');
    const other = this.users.get(digest) ?? user;
    this.areDistinct = other === user;
    this.users.set(digest, user);
    this.first ??= user;
    this.areSeveral ||= user !== this.first;
  }

  /** Once two users got the same, no further event matters. */
  get mayTellApart(): boolean {
    return this.areDistinct;
  }

  get tellApart(): boolean {
    return this.areDistinct && this.areSeveral;
  }
}
