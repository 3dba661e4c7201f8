import { deliver } from '../../../src/reference/conversations/conversation.js';
import type { Destination, Message, ServiceEvent } from '../../../src/reference/conversations/model.js';
import type { Fault } from '../../../src/reference/faults/fault.js';

/** For tests: legal habits of a deployment that no dialect has. */
export function habit(hook: NonNullable<Fault['hook']>): Fault {
  return { summary: 'a habit', hook };
}

/** Events leave at full multiples of this time, milliseconds. */
export const inPilesOf = (ms: number): Fault =>
  habit(({ leaves }) => ({ leaves: (due, event) => Math.ceil(leaves(due, event) / ms) * ms }));

/** One line for all events, which leave this far apart, milliseconds. */
export const oneByOne = (ms: number): Fault => inLines(ms, () => null);

/** The same with a line for each contact point. */
export const oneByOneEach = (ms: number): Fault => inLines(ms, ({ point }) => point);

function inLines(ms: number, lineOf: (event: ServiceEvent) => object | null): Fault {
  return habit(({ leaves }) => {
    const last = new Map<object | null, number>();
    return {
      leaves: (due, event) => {
        const line = lineOf(event);
        const at = Math.max(last.get(line) ?? 0, leaves(due, event)) + ms;
        last.set(line, at);
        return at;
      },
    };
  });
}

/** One outbox for all events: it takes what is due, so many at most, and sends that after as long, milliseconds. */
export const outbox = (ms: number, most: number): Fault =>
  habit(({ leaves }) => {
    /** Piles that have not left, by when they do. */
    const piles: { at: number; size: number }[] = [];
    return {
      leaves: (due, event) => {
        const now = leaves(due, event);
        while ((piles[0]?.at ?? now) < now) piles.shift();
        // The first one was taken before.
        const free = piles.slice(1).find(({ size }) => size < most);
        if (free) {
          free.size += 1;
          return free.at;
        }
        const at = Math.max(now, piles.at(-1)?.at ?? now) + ms;
        piles.push({ at, size: 1 });
        return at;
      },
    };
  });

/** Employees are logged out by themselves this long after their login, milliseconds by the service's clock. */
export const sessionsOf = (ms: number): Fault =>
  habit(({ authenticate, loggingIn }) => {
    let offset = 0;
    const since = new WeakMap<Destination, number>();
    return {
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        offset = account?.point.clockOffset ?? offset;
        for (const destination of account?.point.destinations.values() ?? [])
          if (offset - (since.get(destination) ?? 0) >= ms) destination.online = false;
        return account;
      },
      loggingIn(destination, users) {
        since.set(destination, offset);
        loggingIn(destination, users);
      },
    };
  });

/** Before each event comes one of a name that the interface does not list. */
export const AUDITED = habit(({ notify }) => ({
  notify: (event) => [{ ...event, name: 'Audit' }, ...notify(event)],
}));

/**
 * Some events are sent twice.
 * @param isTwice draws anew for each event
 */
export const sentTwiceWhere = (isTwice: () => boolean): Fault =>
  habit(({ notify }) => ({
    notify: (event) => {
      const sent = notify(event);
      return isTwice() ? [...sent, ...sent] : sent;
    },
  }));

/**
 * Messages reach employees this long after they are sent, or after the selection; milliseconds. What has not by the end of
 * the conversation belongs to its history, and is not reported as delivered.
 */
export const deliveringAfter = (ms: number): Fault =>
  habit(() => ({
    recipients: () => [],
    move: (scene, _name, act) => {
      const { context, user } = scene;
      const waiting = [...user.kept];
      const moved = act();
      const { conversation, destination } = user;
      const due = [...(user.kept.length > 0 ? [] : waiting), ...(isMessage(moved) ? [moved] : [])];
      if (destination && due.length > 0)
        void context.clock.sleep(ms).then(() => {
          for (const message of due)
            if (user.conversation === conversation) deliver(scene, message, destination);
            else user.seen.push({ ...message, destinationId: destination.id });
        });
      return moved;
    },
  }));

const isMessage = (moved: unknown): moved is Message =>
  typeof moved === 'object' && moved !== null && 'fields' in moved;
