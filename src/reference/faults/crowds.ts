import type { ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { asksForDestination, endSelection } from './shared/hooks.js';

/** As many users as a small cache holds. */
const MOST_USERS = 64;
/** Cases with many users each. */
const STIMULI = ['routing/similar-users-*'];

/** What is wrong for users who return after many others. */
export const faults: readonly NamedFault[] = [
  {
    name: 'kept-lost-after-64-users',
    summary: 'Messages before the selection are lost once 64 other users were active',
    kills: ['storage/kept-while-others-write'],
    stimuli: STIMULI,
    hook: onReturn((user) => {
      user.kept = [];
    }),
  },
  {
    name: 'selection-lost-after-64-users',
    summary: 'A selection ends once 64 other users were active',
    kills: ['{routing,employee}/{selected,card}-while-others-write'],
    stimuli: STIMULI,
    hook: onReturn(endSelection),
  },
  {
    name: 'asks-again-after-64-users',
    summary: 'The next message is the first of its conversation once 64 other users were active',
    kills: ['routing/second-message-while-others-write'],
    stimuli: STIMULI,
    hook: onReturn((user, initial) => {
      if (user.destination) return;
      user.state = initial;
      user.ordinal = 0;
    }),
  },
  {
    name: 'history-lost-after-64-users',
    summary: 'Earlier conversations are lost once 64 other users were active',
    kills: ['storage/history-while-others-write'],
    stimuli: STIMULI,
    hook: onReturn((user) => {
      user.seen = [];
    }),
  },
  {
    name: 'card-lost-after-64-users',
    summary: "A user's name and attributes are lost once 64 other users were active",
    kills: ['employee/card-while-others-write'],
    stimuli: STIMULI,
    hook: onReturn((user) => {
      user.card = {};
    }),
  },
  {
    name: 'messages-not-asked-for-after-64-users',
    summary: 'A message of a user after whom 64 others were active does not ask for a destination',
    kills: ['routing/{second-message,closed}-while-others-write'],
    stimuli: STIMULI,
    hook: silencingReturned(asksForDestination),
  },
  {
    name: 'close-untold-after-64-users',
    summary: 'A close is not reported once 64 other users were active',
    kills: ['routing/closed-while-others-write', 'events/told-while-others-write'],
    stimuli: STIMULI,
    hook: silencingReturned(({ kind, user }) => kind === 'routing' && user.ordinal === 0),
  },
];

/** What happens to users before the first thing that is done for them after that many others were active. */
function onReturn(change: (user: User, initial: string) => unknown): FaultHook {
  return ({ move }, [description]) => {
    const isBack = returns();
    return {
      move: (scene, name, act) =>
        move(scene, name, () => {
          if (isBack(scene.point, scene.user)) change(scene.user, description?.routing.initial ?? '');
          return act();
        }),
    };
  };
}

/** Events of users who have returned after that many others are never sent. */
function silencingReturned(isSilenced: (event: ServiceEvent) => boolean): FaultHook {
  return ({ move, notify }) => {
    const isBack = returns();
    const returned = new Set<User>();
    return {
      move: (scene, name, act) =>
        move(scene, name, () => {
          if (isBack(scene.point, scene.user)) returned.add(scene.user);
          return act();
        }),
      notify: (event) => (returned.has(event.user) && isSilenced(event) ? [] : notify(event)),
    };
  };
}

/** Notes who is active at each contact point; says whether the user was so before that many others were. */
function returns(): (point: ContactPoint, user: User) => boolean {
  const active = new Map<ContactPoint, Set<User>>();
  return (point, user) => {
    // The longest idle first.
    const users = active.get(point) ?? new Set<User>();
    active.set(point, users);
    const others = users.has(user) ? users.size - 1 - [...users].indexOf(user) : 0;
    users.delete(user);
    users.add(user);
    return others >= MOST_USERS;
  };
}
