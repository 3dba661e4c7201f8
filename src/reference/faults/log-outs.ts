import type { User } from '../conversations/model.js';
import type { NamedFault } from './fault.js';
import { currentScene } from './shared/hooks.js';

/** What is lost when employees log out, or while they are logged out. */
export const faults: readonly NamedFault[] = [
  {
    name: 'selection-of-absent-employees-lost',
    summary: 'A selection before the first message does not hold if the employees are logged out',
    kills: ['storage/selected-while-logged-out'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, rules } = scene;
        const was = user.destination;
        const result = await move(scene, name, act);
        if (was === null && user.destination?.online === false && user.ordinal === 0)
          Object.assign(user, { destination: null, state: rules.description.routing.initial });
        return result;
      },
    }),
  },
  {
    name: 'log-out-keeps-one-conversation',
    summary: 'When employees log out, all their conversations but the first are forgotten',
    kills: ['storage/login-of-several'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        const all = [...users];
        loggedOut(destination, all);
        for (const user of all.filter((one) => one.destination === destination).slice(1))
          Object.assign(user, { destination: null });
      },
    }),
  },
  {
    name: 'kept-lost-while-former-employees-absent',
    summary: 'After a close, messages are lost while the employees of the last destination are logged out',
    kills: ['storage/kept-while-former-logged-out'],
    hook: ({ keep, ...good }) => {
      const former = new WeakMap<User, User['destination']>();
      const { move, scene } = currentScene(good);
      return {
        move(current, name, act) {
          const { user } = current;
          if (user.destination) former.set(user, user.destination);
          return move(current, name, act);
        },
        keep(message) {
          const user = scene()?.user;
          return user && former.get(user)?.online === false ? [] : keep(message);
        },
      };
    },
  },
  {
    name: 'untold-after-log-out',
    summary:
      'Replies and closes are not reported once the employees have been logged out during the conversation',
    kills: ['events/told-after-log-out'],
    hook: ({ loggedOut, notify }) => {
      const conversations = new WeakMap<User, number>();
      return {
        loggedOut(destination, users) {
          const all = [...users];
          for (const user of all)
            if (user.destination === destination) conversations.set(user, user.conversation);
          loggedOut(destination, all);
        },
        notify: (event) =>
          event.kind === 'reply' && conversations.get(event.user) === event.user.conversation
            ? []
            : notify(event),
      };
    },
  },
];
