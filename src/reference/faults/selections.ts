import type { Description, Transition } from '../../description/types.js';
import { sendRouting } from '../conversations/conversation.js';
import type { Destination, Message, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import {
  afterHours,
  asksForDestination,
  changing,
  endSelection,
  refusedUser,
  routingEvent,
} from './shared/hooks.js';
import { moveHistory } from './shared/move-history.js';

/** When a destination is asked for, and how long a selection holds. */
export const faults: readonly NamedFault[] = [
  {
    name: 'selection-asked-after-a-while',
    summary:
      'From the fourth message of a conversation on, a destination is asked for although one is selected',
    kills: ['routing/later-after-selection/*'],
    describe: changing('message', (step, description) => {
      if (!step.keeps) step.sends = { event: routingEvent(description), messages: { from: 4 } };
    }),
  },
  {
    name: 'selection-asked-again-after-an-hour',
    summary: 'An hour after the first message of a conversation the next one counts as the first',
    kills: ['routing/second-message-after-hour', 'routing/second-message-after-midnight'],
    hook: afterHours(1, (user) => {
      if (!user.destination) user.ordinal = 0;
    }),
  },
  {
    name: 'selection-asked-always',
    summary: 'Every message asks for a destination while none is selected',
    kills: ['routing/**'],
    describe: changing('message', ({ sends }) => sends && Object.assign(sends, { messages: { from: 1 } })),
  },
  {
    name: 'selection-asked-by-own-name',
    summary: 'The event that asks for a destination has another name',
    kills: ['routing/**'],
    discovery: true,
    hook: ({ notify }) => ({
      notify: (event) =>
        notify(event).map((event) =>
          asksForDestination(event) ? { ...event, name: 'RoutingNeeded' } : event,
        ),
    }),
  },
  {
    name: 'selection-asked-for-files-only',
    summary: 'Only files ask for a destination',
    kills: ['routing/**'],
    discovery: true,
    hook: askedForOneKind(1),
  },
  {
    name: 'selection-asked-for-texts-only',
    summary: 'Only texts ask for a destination',
    kills: ['routing/**'],
    discovery: true,
    hook: askedForOneKind(0),
  },
  {
    name: 'selection-asked-once',
    summary: 'Only the first message asks for a destination',
    kills: ['routing/**'],
    describe: changing(
      'message',
      ({ sends }) => sends && Object.assign(sends, { messages: { from: 1, to: 1 } }),
    ),
  },
  /** If only the first message asks, the first of each kind does. The fields tell the kind. */
  {
    name: 'selection-asked-per-kind',
    summary: 'Texts and files are counted separately: the first of each asks for a destination',
    kills: ['routing/second-of-other-kind/*'],
    describe: changing('message', ({ sends }) => {
      if (asksOnce(sends)) sends.messages = { from: 1 };
    }),
    hook: ({ store, notify }, descriptions) => {
      const versions = descriptions
        .filter(({ routing }) =>
          Object.values(routing.transitions).some((step) => step.on === 'message' && asksOnce(step.sends)),
        )
        .map(({ version }) => version);
      const counted = new WeakMap<User, Set<string>>();
      let kind = '';
      return {
        store(message) {
          kind = Object.keys(message.fields).join();
          return store(message);
        },
        notify(event) {
          if (!asksForDestination(event) || !versions.includes(event.version)) return notify(event);
          const kinds = event.user.ordinal === 1 ? new Set<string>() : (counted.get(event.user) ?? new Set());
          counted.set(event.user, kinds);
          const isNew = !kinds.has(kind);
          kinds.add(kind);
          return isNew ? notify(event) : [];
        },
      };
    },
  },
  {
    name: 'selection-asked-twice-ever',
    summary: "From a user's third conversation on, no destination is asked for",
    kills: ['routing/after-second-close/*'],
    hook: ({ notify }) => {
      const closes = new WeakMap<User, number>();
      return {
        notify(event) {
          const { user, kind } = event;
          if (kind !== 'routing') return notify(event);
          const before = closes.get(user) ?? 0;
          if (asksForDestination(event)) return before < 2 ? notify(event) : [];
          closes.set(user, before + 1);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'selection-asked-twice',
    summary: 'Only the first two messages ask for a destination',
    kills: ['routing/{second,third}-message/*'],
    describe: changing(
      'message',
      ({ sends }) => sends && Object.assign(sends, { messages: { from: 1, to: 2 } }),
    ),
  },
  {
    name: 'selection-asked-with-reply',
    summary: "An employee's reply also asks for a destination",
    kills: ['events/every-caused-SelectDestination', 'routing/after-reply/*'],
    hook: ({ notify }, descriptions) => {
      const asking = descriptions.map(routingEvent).at(-1) ?? '';
      return {
        notify: (event) =>
          event.kind === 'reply'
            ? [...notify(event), { ...event, name: asking, kind: 'routing' as const, data: {} }]
            : notify(event),
      };
    },
  },
  {
    name: 'selection-ends-after-an-hour',
    summary: 'A selection ends after an hour',
    kills: ['routing/selected-for-*', 'storage/kept-for-*'],
    hook: afterHours(1, endSelection),
  },
  {
    name: 'selection-ends-after-an-hour-with-reply',
    summary: 'A selection ends after an hour if an employee has replied',
    kills: ['routing/answered-for-*'],
    hook: ({ notify, ...good }, descriptions) => {
      const replied = new WeakSet<User>();
      const unselect = (user: User, state: string): unknown => replied.has(user) && endSelection(user, state);
      return {
        ...afterHours(1, unselect)({ notify, ...good }, descriptions),
        notify(event) {
          if (event.kind === 'reply') replied.add(event.user);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'selection-ends-with-file-reply',
    summary: "An employee's file, but not a text, ends the conversation: the next message asks again",
    kills: ['routing/after-replies-of-each-kind/*'],
    hook: ({ notify }) => {
      const unselected = new WeakMap<User, string>();
      return {
        notify(event) {
          const { user, kind, data } = event;
          const state = unselected.get(user);
          if (asksForDestination(event)) unselected.set(user, user.state);
          else if (kind === 'reply' && Object.keys(data).length > 1 && state !== undefined)
            endSelection(user, state);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'selection-ends-with-log-out',
    summary: 'A selection ends when the employees of its destination log out',
    kills: ['storage/selected-through-log-out'],
    hook: ({ recipients, loggedOut }) => {
      const unselected = new WeakMap<User, string>();
      return {
        recipients(user, delivers, all) {
          if (!user.destination) unselected.set(user, user.state);
          return recipients(user, delivers, all);
        },
        loggedOut(destination, users) {
          for (const user of users)
            if (user.destination === destination) endSelection(user, unselected.get(user) ?? user.state);
          loggedOut(destination, []);
        },
      };
    },
  },
  {
    name: 'selection-ends-with-other-kind',
    summary: 'A message of another kind than the first ends the selection',
    kills: ['routing/after-message-of-other-kind/*'],
    hook: ({ recipients, store }) => {
      const first = new WeakMap<User, { kind: number; state: string }>();
      let kind = 0;
      return {
        store(message) {
          kind = Object.keys(message.fields).length;
          return store(message);
        },
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          const known = first.get(user);
          if (!user.destination) first.set(user, known ?? { kind, state: user.state });
          else if (known && known.kind !== kind) endSelection(user, known.state);
          return due;
        },
      };
    },
  },
  {
    name: 'selection-ends-with-refused-selection',
    summary: 'A refused selection ends the previous one',
    kills: ['routing/after-refusals-of-each-kind/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        if (refused?.user.destination) {
          const state = refused.rules.description.routing.initial;
          endSelection(refused.user, state);
        }
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'selection-asked-again-after-refused-selection',
    summary: 'After a refused selection the next message counts as the first of its conversation',
    kills: ['routing/second-after-refusals-of-each-kind/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        if (refused && !refused.user.destination) refused.user.ordinal = 0;
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'selection-hidden-by-refused-selection',
    summary:
      "After a refused selection, the user's later messages reach nobody, and none asks for a destination",
    kills: ['employee/sees-after-refusals/*'],
    hook: ({ respond, recipients }) => {
      const hidden = new WeakSet<User>();
      return {
        respond(reply, call) {
          const refused = refusedUser(reply, call, 'select');
          if (refused?.user.destination) hidden.add(refused.user);
          return respond(reply, call);
        },
        recipients: (user, delivers, all) => (hidden.has(user) ? [] : recipients(user, delivers, all)),
      };
    },
  },
  {
    name: 'selection-ends-with-unlisted-selection',
    summary: 'A selection of a nonexistent destination is refused, but ends the previous one',
    kills: ['routing/after-unlisted-selection/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        if (refused?.isUnlisted && refused.user.destination) {
          const state = refused.rules.description.routing.initial;
          endSelection(refused.user, state);
        }
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'selection-ends-with-reply',
    summary: "An employee's reply ends the conversation: the next message asks again",
    kills: ['routing/after-reply/*'],
    hook: ({ notify }) => {
      const unselected = new WeakMap<User, string>();
      return {
        notify(event) {
          const { user, kind } = event;
          const state = unselected.get(user);
          if (asksForDestination(event)) unselected.set(user, user.state);
          else if (kind === 'reply' && state !== undefined) endSelection(user, state);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'selection-keeps-first-destination',
    summary: "A user's messages go to the destination that was selected first, whatever is selected later",
    kills: ['employee/former-destination/*'],
    hook: ({ recipients }) => {
      const first = new WeakMap<User, Destination>();
      return {
        recipients(user, delivers, all) {
          if (user.destination !== null && !first.has(user)) first.set(user, user.destination);
          const due = recipients(user, delivers, all);
          const kept = first.get(user);
          return due.length > 0 && kept ? [kept] : due;
        },
      };
    },
  },
  {
    name: 'selection-unasked-for-empty-values',
    summary: 'A message with an empty or zero value does not ask for a destination',
    kills: ['routing/odd-message-*/*'],
    hook: askedWhere((fields) => Object.values(fields).every((value) => value !== '' && value !== 0)),
  },
  {
    name: 'selection-never-asked',
    summary: 'No message asks for a destination',
    kills: ['routing/**'],
    discovery: true,
    describe: changing('message', (step) => delete step.sends),
  },
  {
    name: 'selection-ends-after-ten-messages-elsewhere',
    summary: 'A selection of another than the first destination ends after ten messages',
    kills: ['routing/many-messages-elsewhere'],
    hook: ({ move }) => {
      const since = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const { user, point, rules } = scene;
          const moved = await move(scene, name, act);
          const [first] = point.destinations.values();
          const isAtAnother = user.destination !== null && user.destination !== first;
          since.set(user, isAtAnother ? (since.get(user) ?? -1) + 1 : -1);
          if ((since.get(user) ?? 0) >= 10) endSelection(user, rules.description.routing.initial);
          return moved;
        },
      };
    },
  },
  {
    name: 'selection-at-another-point-counts',
    summary: 'No destination is asked for while one is selected for the same id at another contact point',
    kills: ['routing/asked-at-other-contact-point'],
    hook: ({ move, notify }) => {
      const selected = new Map<string, Set<User>>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const moved = await move(scene, name, act);
          const known = selected.get(user.id) ?? new Set();
          selected.set(user.id, known);
          if (user.destination) known.add(user);
          else known.delete(user);
          return moved;
        },
        notify(event) {
          const isAtAnother = [...(selected.get(event.user.id) ?? [])].some((user) => user !== event.user);
          return asksForDestination(event) && isAtAnother ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'selection-asked-at-second-after-early-one',
    summary:
      'The second message after an early selection asks for a destination, in a later conversation alone',
    kills: ['routing/second-after-early-selection-again/*'],
    hook: (good, descriptions) => {
      const { move, of } = moveHistory(good);
      const names = new Map(
        descriptions.map((description) => [description.version, routingEvent(description)]),
      );
      return {
        move: (scene, name, act) =>
          move(scene, name, () => {
            const result = act();
            const { user } = scene;
            const moves = of(user);
            const own = moves.slice(moves.findLastIndex(({ kind }) => kind === 'close') + 1);
            const isSecond =
              user.conversation > 1 && own.map(({ kind }) => kind).join() === 'select,message,message';
            const event = names.get(scene.rules.description.version);
            if (isSecond && event !== undefined) sendRouting(scene, event, `${user.id} again`);
            return result;
          }),
      };
    },
  },
];

/** Whether only the first message asks for a destination. */
function asksOnce(sends: Transition['sends']): sends is NonNullable<Transition['sends']> {
  return sends?.messages?.to === 1;
}

/** Only messages of the first kind, or of the second, ask for a destination. The fields tell the kind. */
function askedForOneKind(place: 0 | 1): FaultHook {
  const fieldsOf = ({ operations, resources, employee }: Description): string[] => {
    const requests = Object.values(operations).flatMap(({ kind, request }) =>
      kind === 'message' ? (request ?? []) : [],
    );
    const { fields = {} } = resources[requests[place] ?? ''] ?? {};
    return Object.keys(fields).filter((name) => name !== employee.user);
  };
  return askedWhere((fields, descriptions) => {
    const known = descriptions.map(fieldsOf).at(-1) ?? [];
    return Object.keys(fields).every((name) => known.includes(name));
  });
}

/** Only messages with such fields ask for a destination. */
function askedWhere(
  isMeant: (fields: Message['fields'], descriptions: readonly Description[]) => boolean,
): FaultHook {
  return ({ store, notify }, descriptions) => {
    let asks = false;
    return {
      store(message) {
        asks = isMeant(message.fields, descriptions);
        return store(message);
      },
      notify: (event) => (asksForDestination(event) && !asks ? [] : notify(event)),
    };
  };
}
