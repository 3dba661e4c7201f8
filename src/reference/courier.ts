import { setMaxListeners } from 'node:events';
import type { Carrier } from './carrier.js';
import type { ReferenceDialect } from './dialect.js';
import type { Hooks } from './hooks.js';
import { BOUNDS, type User } from './model.js';
import type { ServiceClock } from './service-clock.js';
import type { Posting, ServiceEvent } from './service-event.js';
import { fillTemplate, fillText } from './template.js';
import { weigh } from './weigh.js';

const FIRST_PAUSE_MS = 200;

type Batch = readonly [Posting, ...Posting[]];

/** Posts events: one after the other for a user, or for all; side by side otherwise. */
export interface Courier {
  /** Queues a posting; dropped when too many wait. */
  send(posting: Posting): void;
  /** Visits an address once; whether it was answered with success. */
  probe(url: string): Promise<boolean>;
  /** Resolves as soon as nothing waits to be posted. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function makeCourier(
  hooks: Hooks,
  dialect: ReferenceDialect['event'],
  { carrier, clock }: { carrier: Carrier; clock: ServiceClock },
): Courier {
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const queues = new Map<User | null, Posting[]>();
  let waiting = 0;
  let weight = 0;
  const whenSettled: (() => void)[] = [];

  const attempt = async ([{ slot, event }, ...more]: Batch): Promise<boolean> => {
    // The address is read at each attempt: events go to the one set last.
    if (slot.url === null) return true;
    const made = makeRequest(slot.url, [event, ...more.map((each) => each.event)], dialect);
    return carrier.post(hooks.post(made, event), dialect.lengths);
  };

  /** Takes what goes next of a line, the earliest due first: one, or with an envelope all that are due. */
  const take = (queue: Posting[]): Batch | null => {
    const now = Math.max(clock.now(), queue[0]?.due ?? 0);
    const [first] = queue;
    if (first === undefined) return null;
    const apart = queue.findIndex(({ slot, due }) => slot !== first.slot || due > now);
    const size = dialect.envelope === null ? 1 : apart < 0 ? queue.length : apart;
    return [first, ...queue.splice(0, size).slice(1)];
  };

  const bring = async (batch: Batch): Promise<void> => {
    for (let tries = 1; !(await attempt(batch)) && tries < dialect.tries; tries += 1) {
      await clock.sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), closing.signal);
    }
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
      if (waiting >= BOUNDS.queuedEvents || weight + own > BOUNDS.queuedWeight) return;
      waiting += 1;
      weight += own;
      const line = dialect.queue === 'all' ? null : posting.event.user;
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
    probe: (url) => carrier.visit(url),
    settled: () => (waiting === 0 ? Promise.resolve() : new Promise((resolve) => whenSettled.push(resolve))),
    async close() {
      closing.abort();
      await carrier.close();
    },
  };
}

/** The request that carries events in the way of the dialect. */
function makeRequest(
  url: string,
  events: readonly [ServiceEvent, ...ServiceEvent[]],
  dialect: ReferenceDialect['event'],
) {
  const values = valuesOf(events[0], dialect);
  const filled = events.map((event) => {
    const template = (event.kind === 'delivery' && dialect.receipt) || dialect.template;
    return fillTemplate(template, valuesOf(event, dialect));
  });
  const further = Object.entries(dialect.headers).map(([header, text]) => [header, fillText(text, values)]);
  return {
    url,
    method: 'POST',
    headers: { 'content-type': dialect.contentType, ...Object.fromEntries(further) },
    body: JSON.stringify(
      dialect.envelope === null ? filled[0] : fillTemplate(dialect.envelope, { events: filled }),
    ),
  };
}

function valuesOf(
  { name, user, id, ids = [id], at, version, data }: ServiceEvent,
  { topics }: ReferenceDialect['event'],
): Record<string, unknown> {
  const topic = Object.hasOwn(topics, name) ? topics[name] : topics['*'];
  return { event: name, topic: topic ?? name, user: user.id, id, ids, at, version, data };
}

function weightOf({ user, data }: ServiceEvent): number {
  return weigh(user.id) + weigh(data);
}
