import type { OperationKind } from '../../description/types.js';
import type { ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import { type Call, readObject } from '../requests/call.js';
import type { Rulebook } from '../rulebook.js';
import type { Hooks } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import { dropReplies, endSelection } from './shared/hooks.js';

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
    name: 'reading-destination-ends-early-selection',
    summary:
      'Who asks for the current destination of a user who has not written yet ends the selection if it is another than the first',
    kills: ['storage/selected-early-through-reading/*'],
    hook: onReading('current', (user, initial, { destinations }) => {
      const [first] = destinations.values();
      if (user.ordinal === 0 && user.destination !== first) endSelection(user, initial);
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
    hook: onReading('history', (user, _initial, point) => dropReplies(point, user)),
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
    name: 'history-read-first-loses-message',
    summary: 'The first message of a user is lost if the history was read before it',
    kills: ['storage/kept-through-reading/*'],
    hook: (good) => {
      const early = new Set<string>();
      return {
        ...onAsked('history', (ids, { users }) => {
          for (const id of ids) if (!users.has(id)) early.add(id);
        })(good),
        async move(scene, name, act) {
          const moved = await good.move(scene, name, act);
          if (early.delete(scene.user.id)) scene.user.kept = [];
          return moved;
        },
      };
    },
  },
  {
    name: 'file-after-reading-unseen',
    summary: 'A file that comes right after the history was read reaches nobody',
    kills: ['walks/journey-*'],
    hook: (good, descriptions) => {
      const read = new WeakSet<User>();
      const { move = good.move, ...others } = onReading('history', (user) => read.add(user))(
        good,
        descriptions,
      );
      return {
        ...others,
        async move(scene, name, act) {
          const { user, rules } = scene;
          const messages = Object.entries(rules.description.operations).filter(
            ([, { kind }]) => kind === 'message',
          );
          const isFile = name === messages.at(-1)?.[0];
          const seen = [...user.seen];
          const moved = await move(scene, name, act);
          if (read.delete(user) && isFile) user.seen = seen;
          return moved;
        },
      };
    },
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
function lostAfterReading(kind: OperationKind, lost: ServiceEvent['kind']): FaultHook {
  return (good, descriptions) => {
    const read = new WeakSet<User>();
    const { move = good.move, ...others } = onReading(kind, (user) => read.add(user))(good, descriptions);
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
): FaultHook {
  return (good) => {
    const users = new Map<string, Set<User>>();
    return {
      ...onAsked(kind, (ids, point, rules) => {
        const known = [...point.users.values()];
        for (const user of ids.flatMap((id) => [...(users.get(id) ?? [])]))
          if (known.includes(user)) change(user, rules.description.routing.initial, point);
      })(good),
      move(scene, name, act) {
        const { id } = scene.user;
        users.set(id, (users.get(id) ?? new Set()).add(scene.user));
        return good.move(scene, name, act);
      },
    };
  };
}

/** What happens when an operation of this kind is called, by the values of its request: one of them is the user's id. */
function onAsked(
  kind: OperationKind,
  asks: (values: string[], point: ContactPoint, rules: Rulebook) => void,
): (good: Hooks) => Pick<Hooks, 'authenticate' | 'forbids'> {
  return ({ forbids, authenticate }) => {
    let asked: Call | null = null;
    return {
      authenticate(key, call, accounts) {
        asked = call;
        return authenticate(key, call, accounts);
      },
      forbids(lacked, operation) {
        const { bytes, rules, account } = asked ?? {};
        if (asked?.operation?.rule.kind === kind && account && rules)
          asks(Object.values(readObject(bytes ?? new Uint8Array()) ?? {}).map(String), account.point, rules);
        return forbids(lacked, operation);
      },
    };
  };
}
