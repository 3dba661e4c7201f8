import { deliver } from '../conversations/conversation.js';
import type { Destination, Message, User } from '../conversations/model.js';
import type { NamedFault } from './fault.js';
import { currentScene } from './shared/hooks.js';

/** What a selection while one is selected leaves behind. */
export const faults: readonly NamedFault[] = [
  {
    name: 'selected-twice-outlasts-close',
    summary: 'The close of a conversation whose destination was selected twice leaves it selected',
    kills: ['routing/closed-after-selected-again', 'routing/closed-after-selected-again-elsewhere'],
    hook: ({ move }) => {
      const former = new WeakMap<User, { state: string; destination: Destination }>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const { state, destination, conversation } = user;
          const result = await move(scene, name, act);
          if (name === 'select' && destination) former.set(user, { state, destination });
          const kept = former.get(user);
          if (user.conversation !== conversation && kept) Object.assign(user, kept);
          if (user.conversation !== conversation) former.delete(user);
          return result;
        },
      };
    },
  },
  {
    name: 'selected-twice-replies-untold',
    summary: 'After a second selection in a conversation, replies are not reported',
    kills: ['routing/closed-after-selected-again*'],
    hook: ({ move, notify }) => {
      const twice = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const { destination, conversation } = scene.user;
          const result = await move(scene, name, act);
          if (name === 'select' && destination) twice.set(scene.user, conversation);
          return result;
        },
        notify: (event) =>
          event.kind === 'reply' && twice.get(event.user) === event.user.conversation ? [] : notify(event),
      };
    },
  },
  {
    name: 'selected-twice-waits-in-vain',
    summary: 'Messages after a second selection are lost if nobody is logged in',
    kills: ['storage/selected-again-while-logged-out'],
    hook: ({ move, loggedOut }) => {
      const twice = new WeakSet<User>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const { destination } = user;
          const result = await move(scene, name, act);
          if (name === 'select' && destination) twice.add(user);
          return result;
        },
        loggedOut(destination, users) {
          loggedOut(destination, users);
          const waiting = [...destination.waiting];
          destination.waiting = Object.assign(waiting, {
            push(entry: (typeof waiting)[number]) {
              return twice.has(entry.user) ? waiting.length : Array.prototype.push.call(waiting, entry);
            },
          });
        },
      };
    },
  },
  {
    name: 'selected-twice-repeats-kept',
    summary: 'A second selection in a conversation delivers again what the first one did',
    kills: ['storage/kept-once-selected-again'],
    hook: ({ release, ...good }) => {
      const { move, scene } = currentScene(good);
      const given = new WeakMap<User, readonly Message[]>();
      return {
        move: (here, name, act) =>
          move(here, name, () => {
            const { user, rules } = here;
            const isSelected = user.destination !== null;
            const result = act();
            const { destination } = user;
            if (name === 'select' && isSelected && destination)
              for (const message of given.get(user) ?? []) deliver({ ...here, rules }, message, destination);
            return result;
          }),
        release(kept) {
          const released = release(kept);
          const user = scene()?.user;
          if (user) given.set(user, released);
          return released;
        },
      };
    },
  },
];
