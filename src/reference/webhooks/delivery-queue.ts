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
import { type Carrier, makeEventRequest, pauseAfter } from './carrier.js';

type Batch = readonly [Posting, ...Posting[]];

/** Hooks, dialect and witness are looked up at each use, because they may be replaced. */
export function makeDeliveryQueue(
  context: Pick<ServiceContext, 'hooks' | 'dialect' | 'clock' | 'witness'>,
  carrier: Carrier,
): DeliveryQueue {
  const { clock } = context;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const queues = new Map<User | null, Posting[]>();
  const pauses = new Map<Posting, AbortController>();
  /** Contact points whose address could not be reached. */
  const unreached = new WeakSet<ContactPoint>();
  let waiting = 0;
  let weight = 0;
  const whenSettled: (() => void)[] = [];

  /** Whether nothing is left to do. */
  const attempt = async (batch: Batch, nth: number): Promise<boolean> => {
    const [{ slot, event }, ...more] = batch;
    const { hooks, dialect, witness } = context;
    // The address is read at each attempt: events go to the one set last.
    if (
      slot.url === null ||
      hooks.loses(event, { cutOff: carrier.wasCutOff(), unreached: unreached.has(event.point) })
    ) {
      if (witness) for (const each of batch) witness.abandoned(each);
      return true;
    }
    const made = makeEventRequest(slot.url, [event, ...more.map((each) => each.event)], dialect.event);
    const request = hooks.post(made, event);
    const began = clock.now();
    const outcome = await carrier.post(request, dialect.event.lengths);
    if (outcome.failure !== undefined) unreached.add(event.point);
    // A request that the service's end cut off does not count as an attempt: it is still to be done.
    if (closing.signal.aborted) return true;
    const isOver = outcome.ok || nth >= dialect.event.tries;
    for (const each of batch) each.tried = nth;
    if (witness) {
      const tookMs = clock.now() - began;
      const pauseMs = isOver ? null : pauseAfter(nth);
      for (const each of batch) witness.attempted(each, { nth, tookMs, request, outcome, pauseMs });
    }
    return isOver;
  };

  /** Takes what goes next from a line, the earliest due first: one delivery, or with an envelope all that are due. */
  const take = (queue: Posting[]): Batch | null => {
    const now = Math.max(clock.now(), queue[0]?.due ?? 0);
    const [first] = queue;
    if (first === undefined) return null;
    const apart = queue.findIndex(({ slot, due }) => slot !== first.slot || due > now);
    const size = context.dialect.event.envelope === null ? 1 : apart < 0 ? queue.length : apart;
    return [first, ...queue.splice(0, size).slice(1)];
  };

  const bring = async (batch: Batch): Promise<void> => {
    // Attempts of an earlier service count.
    for (let nth = batch[0].tried + 1; !(await attempt(batch, nth)); nth += 1)
      await pause(batch, pauseAfter(nth));
  };

  const pause = async (batch: Batch, ms: number): Promise<void> => {
    if (!context.witness) return clock.sleep(ms, closing.signal);
    const hurried = new AbortController();
    for (const each of batch) pauses.set(each, hurried);
    await clock.sleep(ms, AbortSignal.any([closing.signal, hurried.signal]));
    for (const each of batch) pauses.delete(each);
  };

  const drain = async (line: User | null, queue: Posting[]): Promise<void> => {
    while (queue[0] !== undefined && !closing.signal.aborted) {
      await clock.sleep(queue[0].due - clock.now(), closing.signal);
      const batch = take(queue);
      if (batch === null) break;
      await bring(batch);
      waiting -= batch.length;
      weight -= batch.reduce((sum, { event }) => sum + weightOf(event), 0);
      if (waiting === 0) for (const resolve of whenSettled.splice(0)) resolve();
    }
    queues.delete(line);
  };

  return {
    send(posting) {
      const own = weightOf(posting.event);
      const isFull = waiting >= BOUNDS.queuedEvents || weight + own > BOUNDS.queuedWeight;
      context.witness?.queued(posting, isFull ? 'dropped' : 'waits');
      if (isFull) return;
      waiting += 1;
      weight += own;
      const line = context.dialect.event.queue === 'all' ? null : posting.event.user;
      const queue = queues.get(line);
      if (queue) {
        const later = queue.findIndex(({ due }) => due > posting.due);
        queue.splice(later < 0 ? queue.length : later, 0, posting);
        return;
      }
      const fresh = [posting];
      queues.set(line, fresh);
      void drain(line, fresh);
    },
    hurry(posting) {
      const paused = pauses.get(posting);
      paused?.abort();
      return paused !== undefined;
    },
    probe: (url) => carrier.visit(url),
    settled: () => (waiting === 0 ? Promise.resolve() : new Promise((resolve) => whenSettled.push(resolve))),
    async close() {
      closing.abort();
      await carrier.close();
    },
  };
}

function weightOf({ user, data }: ServiceEvent): number {
  return weigh(user.id) + weigh(data);
}
