import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ReferenceDialect } from './dialect.js';
import type { Hooks } from './hooks.js';
import { BOUNDS, type User } from './model.js';
import type { Posting, ServiceEvent } from './service-event.js';
import { fillTemplate, fillText } from './template.js';

const TRIES = 6;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 64 * 1024;

/** Posts events: one after the other for a user, side by side for different ones. */
export interface Courier {
  /** Queues a posting; dropped when too many wait. */
  send(posting: Posting): void;
  /** Visits an address once; the outcome does not matter. */
  probe(url: string): void;
  close(): Promise<void>;
}

export function makeCourier(hooks: Hooks, dialect: ReferenceDialect['event']): Courier {
  const closing = new AbortController();
  const queues = new Map<User, Posting[]>();
  let agent: Agent | undefined;
  let waiting = 0;

  const dispatcher = (): Agent => {
    agent ??= new Agent({
      connections: 32,
      connect: { timeout: TIMEOUT_MS },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    return agent;
  };

  const attempt = async ({ event, slot }: Posting): Promise<boolean> => {
    // The address is read at each attempt: events go to the one set last.
    if (slot.url === null) return true;
    const { url, ...options } = hooks.post(makeRequest(slot.url, event, dialect), event);
    try {
      const answer = await request(url, {
        ...options,
        method: options.method as 'POST',
        dispatcher: dispatcher(),
      });
      await answer.body.dump({ limit: ANSWER_BYTES });
      return answer.statusCode >= 200 && answer.statusCode < 300;
    } catch {
      return false;
    }
  };

  const bring = async (posting: Posting): Promise<void> => {
    await pause(posting.due - Date.now(), closing.signal);
    for (let tries = 1; !(await attempt(posting)) && tries < TRIES; tries += 1) {
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1), closing.signal);
    }
  };

  const drain = async (user: User, queue: Posting[]): Promise<void> => {
    for (let next = queue[0]; next !== undefined && !closing.signal.aborted; next = queue[0]) {
      await bring(next);
      queue.shift();
      waiting -= 1;
    }
    queues.delete(user);
  };

  return {
    send(posting) {
      if (waiting >= BOUNDS.queuedEvents) return;
      waiting += 1;
      const { user } = posting.event;
      const queue = queues.get(user);
      if (queue) {
        queue.push(posting);
        return;
      }
      const fresh = [posting];
      queues.set(user, fresh);
      void drain(user, fresh);
    },
    probe(url) {
      request(url, { method: 'GET', dispatcher: dispatcher() })
        .then((answer) => answer.body.dump({ limit: ANSWER_BYTES }))
        .catch(() => undefined);
    },
    async close() {
      closing.abort();
      await agent?.destroy();
    },
  };
}

function makeRequest(url: string, event: ServiceEvent, dialect: ReferenceDialect['event']) {
  const { name, user, id, at, version, data } = event;
  const values = { event: name, user: user.id, id, at, version, data };
  const further = Object.entries(dialect.headers).map(([header, text]) => [header, fillText(text, values)]);
  return {
    url,
    method: 'POST',
    headers: { 'content-type': dialect.contentType, ...Object.fromEntries(further) },
    body: JSON.stringify(fillTemplate(dialect.template, values)),
  };
}

/** Waits; returns at once when the service closes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
