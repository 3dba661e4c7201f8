import type { Message, ServiceEvent, User } from '../conversations/model.js';
import type { Hooks } from '../service-context.js';
import type { EventRequest } from '../webhooks/webhook-sender.js';
import type { FaultHook, NamedFault } from './fault.js';
import { conversations, currentScene, isAddressed, isNth, silencing } from './shared/hooks.js';
import { silencingAfter } from './shared/move-history.js';

/** How events are posted, and the events that report deliveries. */
export const faults: readonly NamedFault[] = [
  {
    name: 'event-as-list',
    summary: 'The event name is wrapped in a list',
    kills: ['events/**', 'routing/**'],
    hook: posting((good, event) => ({ ...good, body: JSON.stringify([event.name, good.body]) })),
  },
  {
    name: 'event-after-hang-up-lost',
    summary:
      'Events of a version are written to a connection that the receiver has closed meanwhile, and not sent again',
    kills: ['events/asked-after-hang-up'],
    hook: ({ loses }) => {
      const noticed = new Set<string>();
      return {
        loses(event, before) {
          const { cutOff } = before;
          if (!cutOff) noticed.clear();
          const isLost = cutOff && !noticed.has(event.version);
          if (isLost) noticed.add(event.version);
          return isLost || loses(event, before);
        },
      };
    },
  },
  {
    name: 'events-end-at-unreachable-address',
    summary: 'Once an address of a contact point could not be reached, none of its events is sent any more',
    kills: ['events/asked-after-unreachable-address'],
    hook: ({ loses }) => ({ loses: (event, before) => before.unreached || loses(event, before) }),
  },
  {
    name: 'event-by-get',
    summary: 'Events are sent by GET, in the query',
    kills: ['events/**', 'routing/**'],
    discovery: true,
    hook: ({ post }) => ({
      post(request, event) {
        const { url, ...good } = post(request, event);
        const query = new URLSearchParams({ event: event.name, user: event.user.id });
        return { ...good, url: `${url}?${query}`, method: 'GET', body: '' };
      },
    }),
  },
  {
    name: 'event-by-put',
    summary: 'Events are sent by PUT',
    kills: ['events/**', 'routing/**'],
    discovery: true,
    hook: ({ post }) => ({ post: (request, event) => ({ ...post(request, event), method: 'PUT' }) }),
  },
  {
    name: 'event-every-seventh-lost',
    summary: 'Every seventh event is not posted',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => {
      const isSeventh = isNth(7);
      return { notify: (event) => (isSeventh() ? [] : notify(event)) };
    },
  },
  {
    name: 'event-latency-grows',
    summary: 'Every message delays all later events by another 50 ms',
    kills: ['events/**', 'routing/**'],
    hook: ({ store, leaves }) => {
      let messages = 0;
      return {
        store(message) {
          messages += 1;
          return store(message);
        },
        leaves: (moment, event) => leaves(moment, event) + messages * 50,
      };
    },
  },
  {
    name: 'event-not-json',
    summary: 'Events are posted as form data',
    kills: ['events/**', 'routing/**'],
    discovery: true,
    hook: posting((good, event) => {
      const headers = { ...good.headers, 'content-type': 'application/x-www-form-urlencoded' };
      return {
        ...good,
        headers,
        body: new URLSearchParams({ event: event.name, user: event.user.id }).toString(),
      };
    }),
  },
  {
    name: 'event-query-dropped',
    summary: 'The webhook address is called without its query',
    kills: ['events/address-set-last-*'],
    hook: posting((good) => ({ ...good, url: good.url.replace(/\?.*$/, '') })),
  },
  {
    name: 'event-query-sorted',
    summary: 'The parts of the query of the webhook address are sorted',
    kills: ['events/address-set-last-*'],
    hook: posting((good) => ({
      ...good,
      url: good.url.replace(/\?(.*)$/, (_, query: string) => `?${query.split('&').sort().join('&')}`),
    })),
  },
  {
    name: 'event-query-encoded-again',
    summary: 'The query of the webhook address is percent-encoded twice',
    kills: ['events/address-set-last-*'],
    hook: posting((good) => ({ ...good, url: good.url.replace(/\?.*$/, encodeURI) })),
  },
  {
    name: 'event-user-missing',
    summary: 'Events do not name the user',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => ({
      notify: (event) => notify(event).map((each) => ({ ...each, user: { ...each.user, id: '' } })),
    }),
  },
  {
    name: 'delivery-after-login-untold',
    summary: 'No event reports the delivery of a message that waited for a login',
    kills: ['events/delivery-after-login/*'],
    hook: ({ recipients, notify }) => {
      const waited = new WeakSet<object>();
      return {
        recipients(user, delivers, all) {
          const reached = recipients(user, delivers, all);
          if (reached.some(({ online }) => !online)) waited.add(user);
          return reached;
        },
        notify: (event) => (event.kind === 'delivery' && waited.has(event.user) ? [] : notify(event)),
      };
    },
  },
  {
    name: 'delivery-equal-untold',
    summary: "A message equal to the user's last one is not reported as delivered",
    kills: ['events/delivery-reported-equal/*'],
    hook: ({ store, notify, ...good }) => {
      const last = new WeakMap<User, string>();
      const equal = new Set<string>();
      const { move, scene } = currentScene(good);
      return {
        move,
        store(message) {
          const said = JSON.stringify(message.fields);
          const user = scene()?.user;
          if (user && last.get(user) === said) equal.add(message.id);
          if (user) last.set(user, said);
          return store(message);
        },
        notify: (event) =>
          event.kind === 'delivery' && event.id !== undefined && equal.has(event.id) ? [] : notify(event),
      };
    },
  },
  {
    name: 'delivery-long-untold',
    summary: 'Messages of more than a thousand characters are not reported as delivered',
    kills: ['events/delivery-reported-long/*'],
    hook: unreported(({ fields }) => JSON.stringify(fields).length > 1_000),
  },
  {
    name: 'delivery-of-long-ids-untold',
    summary: 'Nothing is reported as delivered for users whose id has more than 64 characters',
    kills: ['events/delivery-reported-long-user/*'],
    hook: silencing((event) => event.kind === 'delivery' && event.user.id.length > 64),
  },
  {
    name: 'delivery-of-empty-untold',
    summary: 'Messages with an empty field are not reported as delivered',
    kills: ['events/delivery-reported-empty-*/*'],
    hook: unreported(({ fields }) => Object.values(fields).includes('')),
  },
  {
    name: 'delivery-of-kept-at-former-address',
    summary: 'Deliveries are reported to the address to which the user was asked for a destination',
    kills: ['events/address-moved-delivery'],
    hook: ({ post }) => {
      const urls = new WeakMap<User, string>();
      return {
        post(request, event) {
          const good = post(request, event);
          if (event.kind === 'routing') urls.set(event.user, good.url);
          return event.kind === 'delivery' ? { ...good, url: urls.get(event.user) ?? good.url } : good;
        },
      };
    },
  },
  {
    name: 'delivery-first-only',
    summary: "Only the first of a user's messages is reported as delivered",
    kills: ['events/delivery-reported-each/*'],
    hook: ({ notify }) => {
      const reported = new WeakSet<User>();
      return {
        notify(event) {
          if (event.kind !== 'delivery') return notify(event);
          if (reported.has(event.user)) return [];
          reported.add(event.user);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'delivery-ids-stuck',
    summary: "Every delivery is reported with the id of the user's first delivered message",
    kills: ['events/delivery-reported-each/*'],
    hook: ({ notify }) => {
      const first = new WeakMap<object, string>();
      return {
        notify(event) {
          if (event.kind !== 'delivery') return notify(event);
          const id = first.get(event.user) ?? event.id;
          first.set(event.user, id);
          return notify({ ...event, id, ids: [id] });
        },
      };
    },
  },
  {
    name: 'delivery-after-removal-untold',
    summary:
      'No event reports deliveries of users who were there while the address was removed, once there is one again',
    kills: ['walks/journey-through-addresses'],
    hook: ({ move, notify }) => {
      const stale = new WeakSet<User>();
      return {
        move(scene, name, act) {
          if (!isAddressed(scene.point)) for (const user of scene.point.users.values()) stale.add(user);
          return move(scene, name, act);
        },
        notify: (event) => (event.kind === 'delivery' && stale.has(event.user) ? [] : notify(event)),
      };
    },
  },
  {
    name: 'delivery-beyond-twentieth-of-selection-untold',
    summary: 'Of what a selection delivers and what follows it, the first twenty messages are reported',
    kills: ['events/delivery-reported-many'],
    hook: ({ move, notify }) => {
      const reported = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          if (name === 'select') reported.delete(scene.user);
          return move(scene, name, act);
        },
        notify: untoldBeyond(20, reported, notify),
      };
    },
  },
  {
    name: 'delivery-beyond-twentieth-at-login-untold',
    summary: 'Of what a login delivers to a user, the first twenty messages are reported',
    kills: ['events/delivery-reported-many-after-login'],
    hook: ({ loggingIn, notify }) => {
      const reported = new WeakMap<User, number>();
      const untold = untoldBeyond(20, reported, notify);
      return {
        loggingIn(destination, users) {
          const all = [...users];
          for (const user of all) reported.set(user, 0);
          loggingIn(destination, all);
        },
        notify: (event) => (reported.has(event.user) ? untold(event) : notify(event)),
      };
    },
  },
  {
    name: 'delivery-after-close-untold',
    summary: 'No event reports the delivery of a message whose conversation was closed before it',
    kills: ['events/delivery-of-waiting-after-close'],
    hook: ({ store, notify, ...good }) => {
      const { conversationOf, ...hooks } = conversations({ store, ...good });
      return {
        ...hooks,
        notify: (event) =>
          event.kind === 'delivery' && conversationOf(event.id) !== event.user.conversation
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'delivery-later-untold',
    summary: 'No event reports deliveries in later conversations',
    kills: ['events/delivery-reported-again/*'],
    hook: silencing((event) => event.kind === 'delivery' && event.user.conversation > 1),
  },
  {
    name: 'delivery-unreported-after-early-selection-again',
    summary:
      'No event reports the delivery of the first message after a selection that began a later conversation',
    kills: ['events/delivery-reported-selected-early-again/*'],
    hook: silencingAfter(({ kind, user }, moves) => {
      const done = moves.filter(({ conversation }) => conversation === user.conversation);
      const isFirst = done.filter((made) => made.kind === 'message').length === 1;
      return kind === 'delivery' && user.conversation > 1 && done[0]?.kind === 'select' && isFirst;
    }),
  },
  {
    name: 'delivery-of-kept-untold',
    summary: 'No event reports the delivery of a kept message',
    kills: ['events/delivery-reported-each/*'],
    hook: ({ keep, notify }) => {
      const kept = new Set<string>();
      return {
        keep(message) {
          kept.add(message.id);
          return keep(message);
        },
        notify: (event) => (event.kind === 'delivery' && kept.has(event.id) ? [] : notify(event)),
      };
    },
  },
  {
    name: 'delivery-told-while-kept',
    summary: 'A message is also reported as delivered when the destination is asked for',
    kills: ['events/delivery-of-kept/*'],
    hook: ({ notify }) => ({
      notify(event) {
        const asksForDestination =
          event.kind === 'routing' && event.user.destination === null && event.user.ordinal > 0;
        return asksForDestination
          ? [...notify(event), { ...event, name: 'MessageDelivered', kind: 'delivery' as const }]
          : notify(event);
      },
    }),
  },
  {
    name: 'delivery-told-while-kept-later',
    summary:
      'A kept message of a later conversation is also reported as delivered when the destination is asked for',
    kills: ['events/delivery-of-kept-again/*'],
    hook: ({ notify }) => ({
      notify(event) {
        const isMeant =
          event.kind === 'routing' && event.user.destination === null && event.user.conversation > 1;
        return isMeant
          ? [...notify(event), { ...event, name: 'MessageDelivered', kind: 'delivery' as const }]
          : notify(event);
      },
    }),
  },
  {
    name: 'delivery-untold',
    summary: 'No event reports deliveries',
    kills: ['events/delivery-reported/*'],
    hook: silencing((event) => event.kind === 'delivery'),
  },
  {
    name: 'event-after-refused-one-lost',
    summary: "After a delivery that the receiver refused, the user's next event is lost",
    kills: ['events/reply-after-refusal'],
    hook: ({ loses }) => {
      const tried = new WeakSet<ServiceEvent>();
      const refused = new WeakMap<User, ServiceEvent>();
      return {
        loses(event, before) {
          if (loses(event, before)) return true;
          const former = refused.get(event.user);
          if (tried.has(event)) refused.set(event.user, event);
          tried.add(event);
          if (!former || former === event) return false;
          refused.delete(event.user);
          return true;
        },
      };
    },
  },
  {
    name: 'tenth-reply-untold',
    summary: 'Of all replies of a kind, the tenth sends no event, whoever wrote it',
    kills: ['events/every-arrives-TextMessage', 'events/every-arrives-FileMessage'],
    stimuli: ['walks/journey-*'],
    hook: ({ notify }) => {
      const counts = new Map<string, number>();
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          const count = (counts.get(event.name) ?? 0) + 1;
          counts.set(event.name, count);
          return count === 10 ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'tenth-messages-unreported',
    summary: 'Of all messages that employees see, each tenth is not reported, whoever wrote it',
    kills: ['events/every-arrives-delivery'],
    stimuli: ['employee/sees-*/*'],
    hook: ({ notify }) => {
      let count = 0;
      return {
        notify(event) {
          if (event.kind !== 'delivery') return notify(event);
          count += 1;
          return count % 10 === 0 ? [] : notify(event);
        },
      };
    },
  },
];

/** The delivery of such messages is reported by no event. */
function unreported(is: (message: Message) => boolean): FaultHook {
  return ({ store, notify }) => {
    const ids = new Set<string>();
    return {
      store(message) {
        if (is(message)) ids.add(message.id);
        return store(message);
      },
      notify: (event) =>
        event.kind === 'delivery' && event.id !== undefined && ids.has(event.id) ? [] : notify(event),
    };
  };
}

/** Events are posted with another request. */
function posting(change: (good: EventRequest, event: ServiceEvent) => EventRequest): FaultHook {
  return ({ post }) => ({ post: (request, event) => change(post(request, event), event) });
}

/** Of each user's deliveries no more than these are reported, as counted in `reported`. */
function untoldBeyond(
  most: number,
  reported: WeakMap<User, number>,
  notify: Hooks['notify'],
): Hooks['notify'] {
  return (event) => {
    if (event.kind !== 'delivery') return notify(event);
    const count = (reported.get(event.user) ?? 0) + 1;
    reported.set(event.user, count);
    return count > most ? [] : notify(event);
  };
}
