import type { NamedFault } from './fault.js';
import { mapFields } from './shared/alterations.js';
import {
  asksForDestination,
  keepingLastReplies,
  pointOfDestination,
  releasing,
  secondPoint,
} from './shared/hooks.js';

/** Limits that most conversations stay below. */
export const faults: readonly NamedFault[] = [
  {
    name: 'asked-for-sixty-four-messages',
    summary: 'From the 65th message of a conversation on, no destination is asked for',
    kills: ['routing/many-messages', 'storage/many-messages', 'events/every-due-SelectDestination'],
    hook: ({ notify }) => ({
      notify: (event) => (asksForDestination(event) && event.user.ordinal > 64 ? [] : notify(event)),
    }),
  },
  {
    name: 'kept-for-128-messages',
    summary: 'Of more than 128 messages that wait for a selection the first are lost',
    kills: ['storage/many-messages'],
    hook: ({ release }) => ({ release: (kept) => release(kept.slice(-128)) }),
  },
  {
    name: 'kept-for-ten-messages-at-later-destinations',
    summary:
      'Of more than ten kept messages the last are lost where another destination than the first is selected',
    kills: ['storage/kept-many-at-each-destination', 'storage/kept-many-in-second-conversation'],
    hook: releasing((kept, { user, point }) => {
      const [first] = point.destinations.values();
      return user.destination === first ? kept : kept.slice(0, 10);
    }),
  },
  {
    name: 'kept-for-ten-messages-at-second-contact-point',
    summary: 'Of more than ten messages kept at the second contact point the last are lost',
    kills: ['storage/kept-many-apart-of-contact-points'],
    hook: (good, ...more) => {
      const { authenticate, second } = secondPoint(good);
      const atMostTen = releasing((kept, { point }) => (point === second() ? kept.slice(0, 10) : kept));
      return { authenticate, ...atMostTen(good, ...more) };
    },
  },
  {
    name: 'waiting-for-ten-messages-at-later-destinations',
    summary:
      'Of more than ten messages that wait for a login the last are lost at all destinations but the first',
    kills: ['storage/many-waiting-at-each-destination'],
    hook: ({ authenticate, loggingIn }) => {
      const { authenticate: known, pointOf } = pointOfDestination({ authenticate });
      return {
        authenticate: known,
        loggingIn(destination, users) {
          const [first] = pointOf(destination)?.destinations.values() ?? [];
          if (first && first !== destination) destination.waiting = destination.waiting.slice(0, 10);
          loggingIn(destination, users);
        },
      };
    },
  },
  {
    name: 'waiting-replies-at-most-sixty-four',
    summary: 'Only the last 64 replies of a contact point that wait for an address are kept',
    kills: ['storage/reply-kept-many'],
    hook: keepingLastReplies(64),
  },
  {
    name: 'long-messages-not-asked-for',
    summary: 'A message of more than 8,000 characters does not ask for a destination',
    kills: ['routing/odd-message-*/*'],
    hook: ({ store, notify }) => {
      // A message asks in the same instant in which it is stored.
      let isLong = false;
      return {
        store(message) {
          isLong = JSON.stringify(message.fields).length > 8_000;
          return store(message);
        },
        notify: (event) => (asksForDestination(event) && isLong ? [] : notify(event)),
      };
    },
  },
  {
    name: 'history-texts-cut',
    summary: 'In earlier conversations texts are cut after 1,500 characters',
    kills: ['storage/history-of-values'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const { conversation } = user;
        const result = await move(scene, name, act);
        if (user.conversation !== conversation)
          user.seen = user.seen.map((message) => ({
            ...message,
            fields: mapFields(message.fields, (value) =>
              typeof value === 'string' ? value.slice(0, 1_500) : value,
            ),
          }));
        return result;
      },
    }),
  },
  {
    name: 'malformed-told-otherwise-if-long',
    summary: 'The refusal of a long malformed body has another message',
    kills: ['requests/malformed-long/*'],
    hook: ({ row }) => ({
      row(due, call) {
        const good = row(due, call);
        const isLong = (call.bytes?.length ?? 0) > 4_096;
        return isLong && due.stimulus.kind === 'malformed-json'
          ? { ...good, message: `${good.message} at 17` }
          : good;
      },
    }),
  },
  {
    name: 'unsupported-told-as-post',
    summary: 'The refusal of an operation that does not exist names POST, whatever the method was',
    kills: ['errors/unknown-operation-by-method/*'],
    hook: ({ row }) => ({
      row(due, call) {
        const good = row(due, call);
        return due.stimulus.kind === 'unsupported-request' && !call.operation
          ? { ...good, message: good.message.replace(/\$\{request\.method\}/, 'POST') }
          : good;
      },
    }),
  },
  {
    name: 'unsupported-path-cut',
    summary: 'The refusal of a long path shows only its beginning',
    kills: ['errors/unknown-operation-long/*'],
    hook: ({ row }) => ({
      row(due, call) {
        const good = row(due, call);
        return due.stimulus.kind === 'unsupported-request' && call.path.length > 128
          ? { ...good, message: good.message.replace(/\$\{request\.path\}/, call.path.slice(0, 128)) }
          : good;
      },
    }),
  },
];
