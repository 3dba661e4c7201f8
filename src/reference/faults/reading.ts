import type { OperationKind } from '../../description/types.js';
import type { ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import { type Call, readObject } from '../requests/call.js';
import type { Hooks } from '../service-context.js';
import type { NamedFault } from './fault.js';

/** What goes wrong because somebody read the history, or where a user is. */
export const faults: readonly NamedFault[] = [
  {
    name: 'reading-history-ends-selection',
    summary: 'Who reads the history ends the selection of its user',
    kills: ['routing/through-reading/*', 'storage/kept-through-reading/*'],
    hook: onReading('history', (user, initial) => {
      Object.assign(user, { destination: null, state: initial });
    }),
  },
  {
    name: 'reading-history-loses-kept',
    summary: 'Messages that wait for a selection are lost when the history is read',
    kills: ['storage/kept-through-reading/*'],
    hook: onReading('history', (user) => {
      user.kept = [];
    }),
  },
  {
    name: 'reading-history-loses-waiting',
    summary: 'Messages that wait for a login are lost when the history is read',
    kills: ['storage/waiting-through-reading/*'],
    hook: onReading('history', (user, _initial, { destinations }) => {
      for (const destination of destinations.values())
        destination.waiting = destination.waiting.filter((entry) => entry.user !== user);
    }),
  },
  {
    name: 'reading-history-loses-replies',
    summary: 'Replies that wait for an address are lost when the history is read',
    kills: ['storage/reply-kept-through-*'],
    hook: onReading('history', (user, _initial, { slots }) => {
      for (const slot of slots.values())
        if (slot.url === null) slot.replies = slot.replies.filter((reply) => reply.user !== user);
    }),
  },
  {
    name: 'reading-destination-counts',
    summary: 'Asking for the current destination before any message counts as the first message',
    kills: ['routing/through-reading/*'],
    hook: onReading('current', (user) => {
      if (!user.destination) user.ordinal += 1;
    }),
  },
  {
    name: 'reading-destination-fails-elsewhere',
    summary: 'The current destination of a user cannot be read if it is not the first one',
    kills: ['storage/kept-through-reading/*'],
    hook: onReading('current', ({ destination }, _initial, { destinations }) => {
      const [first] = destinations.values();
      if (destination && destination !== first) throw new Error('This is not foreseen.');
    }),
  },
  {
    name: 'replies-after-reading-untold',
    summary: 'A reply that comes right after the history was read is not sent',
    kills: ['events/told-after-reading/*'],
    hook: lostAfterReading('history', 'reply'),
  },
  {
    name: 'close-after-reading-untold',
    summary: 'The close of a conversation right after the history was read is not reported',
    kills: ['events/told-after-reading/*'],
    hook: lostAfterReading('history', 'routing'),
  },
  {
    name: 'delivery-after-reading-untold',
    summary: 'No event reports the delivery of a message right after the current destination was read',
    kills: ['events/told-after-reading/*'],
    hook: lostAfterReading('current', 'delivery'),
  },
];

/** What comes for a user right after a read sends no event of this kind. */
function lostAfterReading(kind: OperationKind, lost: ServiceEvent['kind']): (good: Hooks) => Partial<Hooks> {
  return (good) => {
    const read = new WeakSet<User>();
    const { move = good.move, ...others } = onReading(kind, (user) => read.add(user))(good);
    return {
      ...others,
      async move(scene, name, act) {
        const moved = await move(scene, name, act);
        read.delete(scene.user);
        return moved;
      },
      notify: (event) => (event.kind === lost && read.has(event.user) ? [] : good.notify(event)),
    };
  };
}

/** What happens to a user known to the service when it is asked for what it knows of them. */
function onReading(
  kind: OperationKind,
  change: (user: User, initial: string, point: ContactPoint) => unknown,
): (good: Hooks) => Partial<Hooks> {
  return ({ forbids, authenticate, move }) => {
    let asked: Call | null = null;
    const users = new Map<string, Set<User>>();
    return {
      authenticate(key, call, accounts) {
        asked = call;
        return authenticate(key, call, accounts);
      },
      move(scene, name, act) {
        const { id } = scene.user;
        users.set(id, (users.get(id) ?? new Set()).add(scene.user));
        return move(scene, name, act);
      },
      forbids(lacked, operation) {
        const { bytes, rules, account } = asked ?? {};
        if (asked?.operation?.rule.kind === kind && account && rules) {
          const values = Object.values(readObject(bytes ?? new Uint8Array()) ?? {});
          for (const user of values.flatMap((id) => [...(users.get(String(id)) ?? [])]))
            if ([...account.point.users.values()].includes(user))
              change(user, rules.description.routing.initial, account.point);
        }
        return forbids(lacked, operation);
      },
    };
  };
}
