import { setMaxListeners } from 'node:events';
import {
  BOUNDS,
  type ContactPoint,
  type Posting,
  type ServiceEvent,
  type User,
  weigh,
} from '../conversations/model.js';
import type { DeliveryQueue, ServiceContext } from '../service-context.js';
import { makeEventRequest, pauseAfter, type WebhookSender } from './webhook-sender.js';

type Batch = readonly [Posting, ...Posting[]];

/** Posts events in the order in which they are due, in one line or in one for each user, and tries again what failed. */
export class PostingQueue implements DeliveryQueue {
  private readonly closing = new AbortController();
  private readonly lines = new Map<User | null, Posting[]>();
  private readonly pauses = new Map<Posting, AbortController>();
  /** Contact points whose address could not be reached. */
  private readonly unreached = new WeakSet<ContactPoint>();
  private waiting = 0;
  private weight = 0;
  private readonly whenSettled: (() => void)[] = [];

  /** Hooks, dialect and observer are looked up at each use, because they may be replaced. */
  constructor(
    private readonly context: Pick<ServiceContext, 'hooks' | 'dialect' | 'clock' | 'observer'>,
    private readonly sender: WebhookSender,
  ) {
    setMaxListeners(0, this.closing.signal);
  }

  send(posting: Posting): void {
    const { dialect, observer } = this.context;
    const own = weightOf(posting.event);
    const isFull = this.waiting >= BOUNDS.queuedEvents || this.weight + own > BOUNDS.queuedWeight;
    observer?.queued(posting, isFull ? 'dropped' : 'waits');
    if (isFull) return;
    this.waiting += 1;
    this.weight += own;
    const owner = dialect.event.queue === 'all' ? null : posting.event.user;
    const line = this.lines.get(owner);
    if (line) {
      const later = line.findIndex(({ due }) => due > posting.due);
      line.splice(later < 0 ? line.length : later, 0, posting);
      return;
    }
    const fresh = [posting];
    this.lines.set(owner, fresh);
    void this.drain(owner, fresh);
  }

  hurry(posting: Posting): boolean {
    const paused = this.pauses.get(posting);
    paused?.abort();
    return paused !== undefined;
  }

  probe(url: string): Promise<boolean> {
    return this.sender.visit(url);
  }

  settled(): Promise<void> {
    return this.waiting === 0
      ? Promise.resolve()
      : new Promise((resolve) => void this.whenSettled.push(resolve));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.sender.close();
  }

  private async drain(owner: User | null, line: Posting[]): Promise<void> {
    const { clock } = this.context;
    const { signal } = this.closing;
    while (line[0] !== undefined && !signal.aborted) {
      await clock.sleep(line[0].due - clock.now(), signal);
      const batch = this.take(line);
      if (batch === null) break;
      await this.bring(batch);
      this.waiting -= batch.length;
      this.weight -= batch.reduce((sum, { event }) => sum + weightOf(event), 0);
      if (this.waiting === 0) for (const resolve of this.whenSettled.splice(0)) resolve();
    }
    this.lines.delete(owner);
  }

  /** Takes what goes next from a line, the earliest due first: one delivery, or with an envelope all that are due. */
  private take(line: Posting[]): Batch | null {
    const { clock, dialect } = this.context;
    const now = Math.max(clock.now(), line[0]?.due ?? 0);
    const [first] = line;
    if (first === undefined) return null;
    const apart = line.findIndex(({ slot, due }) => slot !== first.slot || due > now);
    const size = dialect.event.envelope === null ? 1 : apart < 0 ? line.length : apart;
    return [first, ...line.splice(0, size).slice(1)];
  }

  private async bring(batch: Batch): Promise<void> {
    // Attempts of an earlier service count.
    for (let nth = batch[0].tried + 1; !(await this.attempt(batch, nth)); nth += 1)
      await this.pause(batch, pauseAfter(nth));
  }

  /** Whether nothing is left to do. */
  private async attempt(batch: Batch, nth: number): Promise<boolean> {
    const [{ slot, event }, ...more] = batch;
    const { hooks, dialect, observer, clock } = this.context;
    const isUnreached = this.unreached.has(event.point);
    // The address is read at each attempt: events go to the one set last.
    if (
      slot.url === null ||
      hooks.loses(event, { cutOff: this.sender.wasCutOff(), unreached: isUnreached })
    ) {
      if (observer) for (const each of batch) observer.abandoned(each);
      return true;
    }
    const made = makeEventRequest(slot.url, [event, ...more.map((each) => each.event)], dialect.event);
    const request = hooks.post(made, event);
    const began = clock.now();
    const outcome = await this.sender.post(request, dialect.event.lengths);
    if (outcome.failure !== undefined) this.unreached.add(event.point);
    // A request that the service's end cut off does not count as an attempt: it is still to be done.
    if (this.closing.signal.aborted) return true;
    const isOver = outcome.ok || nth >= dialect.event.tries;
    for (const each of batch) each.tried = nth;
    if (observer) {
      const tookMs = clock.now() - began;
      const pauseMs = isOver ? null : pauseAfter(nth);
      for (const each of batch) observer.attempted(each, { nth, tookMs, request, outcome, pauseMs });
    }
    return isOver;
  }

  private async pause(batch: Batch, ms: number): Promise<void> {
    const { clock, observer } = this.context;
    const { signal } = this.closing;
    if (!observer) return clock.sleep(ms, signal);
    const hurried = new AbortController();
    for (const each of batch) this.pauses.set(each, hurried);
    await clock.sleep(ms, AbortSignal.any([signal, hurried.signal]));
    for (const each of batch) this.pauses.delete(each);
  }
}

function weightOf({ user, data }: ServiceEvent): number {
  return weigh(user.id) + weigh(data);
}
