import { deliver } from '../conversations/conversation.js';
import type { ContactPoint, Destination, Message, User } from '../conversations/model.js';
import type { Hooks } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import { alter, mapTexts } from './shared/alterations.js';
import { addressing, afterHours, isAddressed, refusedUser } from './shared/hooks.js';

/** Messages that wait for a selection. */
export const faults: readonly NamedFault[] = [
  {
    name: 'kept-of-longer-ids-delivered',
    summary:
      'A selection also delivers what is kept for users whose identifier begins with the one who selects',
    kills: ['employee/exact-user-*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const before = scene.user.destination;
        const result = await move(scene, name, act);
        const { user, point } = scene;
        if (before === null && user.destination !== null)
          for (const other of point.users.values())
            if (other !== user && other.id.startsWith(user.id))
              for (const message of other.kept) deliver({ ...scene, user: other }, message, user.destination);
        return result;
      },
    }),
  },
  {
    name: 'delivered-early-after-close',
    summary: 'After a close, messages reach the former destination before one is selected again',
    kills: ['storage/kept-not-before-again/*'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) => {
        const due = recipients(user, delivers, all);
        const former = all.get(user.seen.at(-1)?.destinationId ?? '');
        return due.length === 0 && !user.destination && former ? [former] : due;
      },
    }),
  },
  {
    name: 'delivered-early-at-last',
    summary: 'Messages reach the last destination before one is selected',
    kills: ['storage/kept-not-before-anywhere'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        user.destination ? recipients(user, delivers, all) : [...all.values()].slice(-1),
    }),
  },
  {
    name: 'delivered-early',
    summary: 'Messages reach the first destination before one is selected',
    kills: ['storage/kept-not-before/*'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        user.destination ? recipients(user, delivers, all) : [...all.values()].slice(0, 1),
    }),
  },
  {
    name: 'stored-shown-by-refused-selection',
    summary: 'A refused selection shows the waiting messages to the employees of the first destination',
    kills: ['storage/kept-through-refused-selections'],
    hook: atRefusedSelection((user, destinationId) =>
      user.seen.push(...user.kept.map((message) => ({ ...message, destinationId }))),
    ),
  },
  {
    name: 'stored-lost-by-unlisted-selection',
    summary: 'A selection of a nonexistent destination is refused, but drops the waiting messages',
    kills: ['storage/kept-through-unlisted-selection'],
    hook: atRefusedSelection((user, _destinationId, isUnlisted) => isUnlisted && user.kept.splice(0)),
  },
  {
    name: 'stored-all-lost',
    summary: 'No message waits for a selection',
    kills: ['storage/kept-*/*'],
    hook: () => ({ keep: () => [] }),
  },
  {
    name: 'stored-altered',
    summary: 'Texts that waited for a selection are cut in half',
    kills: ['storage/kept-*/*'],
    hook: releasing((kept) =>
      kept.map((message) => ({
        ...message,
        fields: mapTexts(message.fields, (text) => text.slice(0, text.length / 2)),
      })),
    ),
  },
  {
    name: 'stored-cut-at-65535-bytes',
    summary: 'Texts that waited for a selection are cut after 65535 bytes',
    kills: ['storage/kept-values-of-*/*'],
    hook: releasing((kept) =>
      kept.map((message) => ({
        ...message,
        fields: mapTexts(message.fields, (text) => alter('cut-at-65535-bytes', text)),
      })),
    ),
  },
  {
    name: 'stored-at-most-ten',
    summary: 'Only ten of the messages waiting for a selection are delivered',
    kills: ['storage/kept-*-in-turn'],
    hook: releasing((kept) => kept.slice(0, 10)),
  },
  {
    name: 'stored-at-most-fifty',
    summary: 'Only the first fifty messages that a user writes before a selection reach the employee',
    kills: ['storage/many-messages'],
    hook: releasing((kept) => kept.slice(0, 50)),
  },
  {
    name: 'stored-at-most-hundred',
    summary: 'Only the last hundred messages that a user writes before a selection reach the employee',
    kills: ['storage/many-messages'],
    hook: releasing((kept) => kept.slice(-100)),
  },
  {
    name: 'stored-by-kind',
    summary: 'Waiting messages are delivered grouped by kind',
    kills: ['storage/kept-*-in-order'],
    hook: releasing((kept) =>
      kept.toSorted((a, b) => Object.keys(a.fields).length - Object.keys(b.fields).length),
    ),
  },
  {
    name: 'stored-details-dropped',
    summary: 'Messages that waited for a selection arrive with only their first field',
    kills: ['storage/kept-*/*'],
    hook: releasing((kept) =>
      kept.map((message) => ({
        ...message,
        fields: Object.fromEntries(Object.entries(message.fields).slice(0, 1)),
      })),
    ),
  },
  {
    name: 'stored-details-lost',
    summary: 'Messages with more than one field, such as files, do not wait for a selection',
    kills: ['storage/kept-*/*'],
    hook: ({ keep }) => ({
      keep: (message) => (Object.keys(message.fields).length > 1 ? [] : keep(message)),
    }),
  },
  {
    name: 'stored-doubled',
    summary: 'Messages waiting for a selection are delivered twice',
    kills: ['storage/kept-*/*'],
    hook: ({ keep }) => ({ keep: (message) => [...keep(message), ...keep(message)] }),
  },
  {
    name: 'stored-equal-dropped',
    summary: 'Of equal messages waiting for a selection only one is delivered',
    kills: ['storage/kept-equal/*'],
    hook: releasing((kept) => [
      ...new Map(kept.map((message) => [JSON.stringify(message.fields), message])).values(),
    ]),
  },
  {
    name: 'stored-for-an-hour',
    summary: 'Messages waiting for a selection are gone after an hour',
    kills: ['storage/kept-for-*'],
    hook: afterHours(1, (user) => {
      user.kept = [];
    }),
  },
  {
    name: 'stored-for-former-destination',
    summary: 'Messages that wait in a later conversation go to the destination that was chosen first',
    kills: ['storage/kept-in-second-conversation'],
    hook: ({ recipients }) => {
      const first = new WeakMap<User, Destination>();
      const waits = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          if (!user.destination) waits.add(user);
          else if (waits.has(user) && first.has(user) && first.get(user) !== user.destination)
            return [first.get(user) as Destination];
          if (user.destination) first.set(user, first.get(user) ?? user.destination);
          return due;
        },
      };
    },
  },
  {
    name: 'stored-for-half-a-day',
    summary: 'Messages waiting for a selection are gone after half a day',
    kills: ['storage/kept-for-*'],
    hook: afterHours(12, (user) => {
      user.kept = [];
    }),
  },
  {
    name: 'stored-last-only',
    summary: 'Only the last of the messages waiting for a selection is delivered',
    kills: ['storage/kept-*/*'],
    hook: releasing((kept) => kept.slice(-1)),
  },
  {
    name: 'stored-lost-at-later-destinations',
    summary: 'Messages waiting for a selection reach only the employees of the first destination',
    kills: ['storage/kept-at-each-destination'],
    hook: ({ recipients }) => {
      const waits = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          if (!user.destination) waits.add(user);
          else if (waits.delete(user))
            return due.filter((destination) => destination === [...all.values()][0]);
          return due;
        },
      };
    },
  },
  {
    name: 'stored-lost',
    summary: 'The first message waiting for a selection is lost',
    kills: ['storage/kept-*/*'],
    hook: releasing((kept) => kept.slice(1)),
  },
  {
    name: 'stored-many-doubled',
    summary: 'Of more than twenty waiting messages the last is delivered twice',
    kills: ['storage/kept-*-in-order'],
    hook: releasing((kept) => (kept.length > 20 ? [...kept, ...kept.slice(-1)] : kept)),
  },
  {
    name: 'stored-many-reversed',
    summary: 'More than twenty waiting messages are delivered in reverse order',
    kills: ['storage/kept-*-in-order'],
    hook: releasing((kept) => (kept.length > 20 ? kept.toReversed() : kept)),
  },
  {
    name: 'stored-reversed',
    summary: 'Waiting messages are delivered in reverse order',
    kills: ['storage/kept-*/*'],
    hook: releasing((kept) => kept.toReversed()),
  },
  {
    name: 'stored-single-lost',
    summary: 'A single waiting message is lost',
    kills: ['storage/kept-*-in-turn'],
    hook: releasing((kept) => (kept.length === 1 ? [] : kept)),
  },
  {
    name: 'stored-sorted',
    summary: 'Waiting messages are delivered in alphabetical order',
    kills: ['storage/kept-in-order/*'],
    hook: releasing((kept) => kept.toSorted((a, b) => (written(a) < written(b) ? -1 : 1))),
  },
  {
    name: 'stored-trimmed-of-markup',
    summary: 'Messages that waited for a selection lose their HTML tags',
    kills: ['storage/kept-values-of-*/*'],
    hook: releasing((kept) =>
      kept.map((message) => ({
        ...message,
        fields: mapTexts(message.fields, (text) => text.replace(/<[^>]*>/g, '')),
      })),
    ),
  },
  {
    name: 'kept-after-three-alike-cut',
    summary: 'A kept message behind three of another kind loses its last field',
    kills: ['storage/kept-in-threes'],
    hook: ({ release }) => ({
      release: (kept) =>
        release(kept).map((message, at, all) => {
          const last = Object.keys(message.fields).at(-1) ?? '';
          const before = all.slice(at - 3, at);
          const isBehind = at >= 3 && before.every(({ fields }) => !Object.hasOwn(fields, last));
          return isBehind ? { ...message, fields: { ...message.fields, [last]: '' } } : message;
        }),
    }),
  },
  {
    name: 'kept-without-address-lost',
    summary: 'Messages are not kept while no address is set',
    kills: ['storage/kept-without-address'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const moved = await move(scene, name, act);
        if (!isAddressed(point)) user.kept = [];
        return moved;
      },
    }),
  },
  {
    name: 'kept-without-any-address-ever-lost',
    summary: 'Messages are not kept at a contact point that never had an address',
    kills: ['storage/kept-at-fresh-contact-point'],
    hook: ({ move, ...good }) => {
      const addressed = new WeakSet<ContactPoint>();
      return {
        ...addressing(good, (point) => addressed.add(point)),
        async move(scene, name, act) {
          const moved = await move(scene, name, act);
          if (!addressed.has(scene.point)) scene.user.kept = [];
          return moved;
        },
      };
    },
  },
  {
    name: 'kept-fifth-while-logged-out-lost',
    summary: 'The fifth message that waits for a selection is lost if everybody is logged out',
    kills: ['storage/kept-while-logged-out'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const before = user.kept.length;
        const moved = await move(scene, name, act);
        const isAnybodyIn = [...point.destinations.values()].some(({ online }) => online);
        if (before === 4 && user.kept.length === 5 && !isAnybodyIn) user.kept.pop();
        return moved;
      },
    }),
  },
];

function written({ fields }: Message): string {
  return JSON.stringify(fields);
}

/** A selection delivers what `change` makes of the waiting messages. */
function releasing(change: Hooks['release']): FaultHook {
  return ({ release }) => ({ release: (kept) => change(release(kept)) });
}

function atRefusedSelection(
  change: (user: User, firstDestination: string, isUnlisted: boolean) => unknown,
): FaultHook {
  return ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'select');
      const [first = ''] = refused?.point.destinations.keys() ?? [];
      if (refused) change(refused.user, first, refused.isUnlisted);
      return respond(reply, call);
    },
  });
}
