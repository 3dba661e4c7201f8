import { HOUR_MS } from '../../duration.js';
import type { Message, ServiceEvent, User } from '../conversations/model.js';
import type { Scene } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import {
  asksForDestination,
  isHalfEqual,
  refusedUser,
  releasing,
  routingEvent,
  silencing,
} from './shared/hooks.js';

/** What goes wrong from some number of messages or conversations on, or when something repeats. */
export const faults: readonly NamedFault[] = [
  {
    name: 'asks-ten-times-a-conversation',
    summary: 'From the eleventh message of a conversation on, no destination is asked for',
    kills: ['routing/many-messages'],
    hook: silencing((event) => asksForDestination(event) && event.user.ordinal > 10),
  },
  {
    name: 'asks-in-six-conversations',
    summary: 'From the seventh conversation on, no destination is asked for',
    kills: ['routing/tenth-conversation'],
    hook: silencing((event) => asksForDestination(event) && event.user.conversation > 6),
  },
  {
    name: 'tenth-selection-does-not-hold',
    summary:
      'From the tenth conversation on a selection delivers what waits and does not hold, in the last version',
    kills: ['routing/tenth-conversation'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { context, rules, user } = scene;
        const { state, destination } = user;
        const made = await move(scene, name, act);
        const isLast = [...context.rulebooks.values()].at(-1) === rules;
        if (name === 'select' && isLast && user.conversation >= 10)
          Object.assign(user, { state, destination });
        return made;
      },
    }),
  },
  {
    name: 'selection-ends-after-twenty-messages',
    summary: 'The twenty-first message after a selection finds the destination deselected',
    kills: ['routing/many-messages', 'storage/many-messages'],
    hook: ({ move }) => {
      const delivered = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          const { user, rules } = scene;
          const { operations, routing } = rules.description;
          const count =
            user.destination && operations[name]?.kind === 'message' ? (delivered.get(user) ?? 0) + 1 : 0;
          delivered.set(user, count);
          if (count === 21) Object.assign(user, { destination: null, state: routing.initial });
          return move(scene, name, act);
        },
      };
    },
  },
  {
    name: 'keeps-thirty-two-messages',
    summary: 'Only the first 32 of the messages waiting for a selection are delivered',
    kills: ['storage/many-messages'],
    hook: ({ release }) => ({ release: (kept) => release(kept).slice(0, 32) }),
  },
  {
    name: 'kept-text-lost-later',
    summary: 'Messages that wait in a later conversation lose the last of their texts',
    kills: ['storage/kept-again/*'],
    hook: releasing((kept, { user }) => (user.conversation > 1 ? kept.map(withoutLastText) : kept)),
  },
  {
    name: 'kept-known-dropped',
    summary: 'Waiting messages equal to one of an earlier conversation are dropped',
    kills: ['storage/kept-again/*'],
    hook: releasing((kept, { user }) => {
      const known = new Set(user.seen.filter(({ fromUser }) => fromUser).map(said));
      return kept.filter((message) => !known.has(said(message)));
    }),
  },
  {
    name: 'kept-delivered-again-at-next-selection',
    summary: 'Messages that waited for a selection are delivered again by the next one',
    kills: ['storage/kept-later-in-order'],
    hook: (good, descriptions) => {
      const before = new WeakMap<User, readonly Message[]>();
      return releasing((kept, { user }) => {
        const again = before.get(user) ?? [];
        before.set(user, kept);
        return [...again, ...kept];
      })(good, descriptions);
    },
  },
  {
    name: 'kept-two-reversed',
    summary: 'Two messages waiting for a selection are swapped',
    kills: ['storage/kept-two-in-order/*'],
    hook: releasing((kept) => (kept.length === 2 ? kept.toReversed() : kept)),
  },
  {
    name: 'selection-equal-to-last-ignored',
    summary:
      'After a close, a selection with the same destination, name and attributes as the last one changes nothing',
    kills: ['routing/after-equal-selection/*'],
    hook: ({ move }) => {
      const last = new WeakMap<User, string>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const { state, destination, kept } = user;
          const waited = [...kept];
          const result = await move(scene, name, act);
          if (destination !== null || user.destination === null) return result;
          const selection = JSON.stringify([user.destination.id, user.card]);
          if (last.get(user) === selection) Object.assign(user, { state, destination, kept: waited });
          last.set(user, selection);
          return result;
        },
      };
    },
  },
  {
    name: 'refusal-after-close-counts',
    summary: 'A refused message after a close counts as the first of the next conversation',
    kills: ['routing/after-close-and-refusals/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        if (refused && refused.user.conversation > 1) refused.user.ordinal += 1;
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'refusal-after-close-selects',
    summary: 'A refused message after a close selects a destination',
    kills: ['routing/after-close-and-refusals/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        const [destination] = refused?.point.destinations.values() ?? [];
        const state = refused?.rules.transition(refused.user.state, 'select')?.to;
        if (refused && refused.user.conversation > 1 && destination && state !== undefined)
          Object.assign(refused.user, { state, destination });
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'card-kept-where-half-is-equal',
    summary: 'A later selection that changes only one of name and attributes changes neither',
    kills: ['employee/*-alone-changed/*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.card;
        const result = await move(scene, name, act);
        if (user.card !== before && isHalfEqual(user.card, before)) user.card = before;
        return result;
      },
    }),
  },
  {
    name: 'delivery-elsewhere-untold',
    summary: 'Deliveries at another destination than the one of the first conversation are not reported',
    kills: ['events/delivery-reported-elsewhere/*'],
    hook: ({ notify }) => {
      const first = new WeakMap<User, User['destination']>();
      return {
        notify(event) {
          if (event.kind !== 'delivery') return notify(event);
          const { user } = event;
          if (!first.has(user)) first.set(user, user.destination);
          return first.get(user) === user.destination ? notify(event) : [];
        },
      };
    },
  },
  {
    name: 'untold-after-an-hour',
    summary: 'What employees do is not reported once the last message is an hour old',
    kills: ['events/told-*after-*'],
    hook: ({ move, notify }) => {
      const written = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          if (scene.rules.description.operations[name]?.kind === 'message')
            written.set(scene.user, scene.point.clockOffset);
          return move(scene, name, act);
        },
        notify(event) {
          const since = event.point.clockOffset - (written.get(event.user) ?? event.point.clockOffset);
          return event.kind === 'reply' && since >= HOUR_MS ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'reply-to-point-of-last-message',
    summary: 'A reply goes to the contact point where a user with this identifier wrote last',
    kills: ['events/right-contact-point'],
    hook: reportedAtPointOf('reply', 'last'),
  },
  {
    name: 'reply-to-first-point-of-user',
    summary: 'A reply goes to the first contact point where a user with this identifier wrote',
    kills: ['events/right-second-contact-point'],
    hook: reportedAtPointOf('reply', 'first'),
  },
  {
    name: 'delivery-to-first-point-of-user',
    summary: 'A delivery is reported to the first contact point where a user with this identifier wrote',
    kills: ['events/delivery-reported-at-contact-points/*'],
    hook: reportedAtPointOf('delivery', 'first'),
  },
  {
    name: 'reply-equal-to-last-untold',
    summary: 'A reply equal to the last one to the user is not reported',
    kills: ['events/repeated-*'],
    hook: ({ notify }) => {
      const last = new WeakMap<User, string>();
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          const content = JSON.stringify(event.data);
          if (last.get(event.user) === content) return [];
          last.set(event.user, content);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'tenth-message-asks-in-second-conversation',
    summary: 'The tenth message after the selection in a second conversation asks for a destination',
    kills: ['routing/many-messages-again'],
    hook: ({ move, ...good }, descriptions) => {
      const asking = descriptions.map(routingEvent).at(-1) ?? '';
      const counts = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          const { user } = scene;
          if (name === 'select' || user.conversation !== 2) counts.set(user, 0);
          else if (user.destination) counts.set(user, (counts.get(user) ?? 0) + 1);
          return move(scene, name, act);
        },
        notify(event) {
          const asks = event.kind === 'delivery' && counts.get(event.user) === 10;
          const question = { ...event, name: asking, kind: 'routing' as const, data: {} };
          return asks ? [...good.notify(event), question] : good.notify(event);
        },
      };
    },
  },
];

/** A reply goes to the contact point where a user with this identifier wrote first, or last. */
function reportedAtPointOf(kind: ServiceEvent['kind'], which: 'first' | 'last'): FaultHook {
  return ({ move, notify }) => {
    const points = new Map<string, Scene['point']>();
    return {
      move(scene, name, act) {
        const isMessage = scene.rules.description.operations[name]?.kind === 'message';
        if (isMessage && (which === 'last' || !points.has(scene.user.id)))
          points.set(scene.user.id, scene.point);
        return move(scene, name, act);
      },
      notify(event) {
        const point = points.get(event.user.id) ?? event.point;
        return notify(event.kind === kind ? { ...event, point } : event);
      },
    };
  };
}

function said({ fields }: Pick<Message, 'fields'>): string {
  return JSON.stringify(fields);
}

function withoutLastText(message: Message): Message {
  const [name] = Object.entries(message.fields).findLast(([, value]) => typeof value === 'string') ?? [];
  return name === undefined ? message : { ...message, fields: { ...message.fields, [name]: '' } };
}
