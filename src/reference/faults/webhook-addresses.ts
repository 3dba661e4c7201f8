import { HOUR_MS } from '../../duration.js';
import type { Accounts } from '../conversations/accounts.js';
import type { AddressSlot, ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import type { Call } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';
import {
  addressing,
  asksForDestination,
  endSelection,
  isAddressed,
  pointsOf,
  secondPoint,
} from './shared/hooks.js';

/** The webhook address: which one is kept, and where events go. */
export const faults: readonly NamedFault[] = [
  {
    name: 'retries-at-first-address',
    summary: "A refused delivery is repeated at the address to which the user's first event went",
    kills: ['events/retries-at-new-address'],
    hook: ({ post }) => {
      const firstUrls = new WeakMap<object, string>();
      const tried = new WeakSet<object>();
      return {
        post(request, event) {
          const good = post(request, event);
          const firstUrl = firstUrls.get(event.user) ?? good.url;
          firstUrls.set(event.user, firstUrl);
          if (tried.has(event)) return { ...good, url: firstUrl };
          tried.add(event);
          return good;
        },
      };
    },
  },
  {
    name: 'retries-at-address-of-first-attempt',
    summary: 'A refused delivery is repeated at the address of its first attempt, whatever was set since',
    kills: ['events/retries-after-new-address'],
    hook: ({ post }) => {
      const urls = new WeakMap<object, string>();
      return {
        post(request, event) {
          const good = post(request, event);
          const url = urls.get(event) ?? good.url;
          urls.set(event, url);
          return { ...good, url };
        },
      };
    },
  },
  {
    name: 'address-set-back-ignored',
    summary: 'An address that was replaced is not taken again',
    kills: ['events/address-set-back'],
    hook: ({ address }) => {
      const replaced = new Set<string>();
      return {
        address(previous, next) {
          if (next !== null && next !== previous && replaced.has(next)) return previous;
          if (previous !== null && next !== null) replaced.add(previous);
          return address(previous, next);
        },
      };
    },
  },
  {
    name: 'address-trailing-slash-ignored',
    summary: 'An address that differs from the one before in its trailing slash alone is not taken',
    kills: ['events/address-set-last-*'],
    hook: ({ address }) => ({
      address(previous, next) {
        const bare = (url: string | null): string | undefined => url?.replace(/\/$/, '');
        return previous !== null && bare(previous) === bare(next) ? previous : address(previous, next);
      },
    }),
  },
  {
    name: 'address-first-kept',
    summary: 'Events always go to the first address',
    kills: ['events/address-set-last-*'],
    hook: ({ address }) => ({ address: (previous, next) => previous ?? address(previous, next) }),
  },
  {
    name: 'address-of-first-reply-kept',
    summary: 'Replies go to the address to which the first one of the conversation went',
    kills: ['events/address-moved-*'],
    hook: atFirstAddress(({ kind }) => kind === 'reply'),
  },
  {
    name: 'address-lapses-after-an-hour',
    summary: 'An address expires after an hour unless it is set again',
    kills: ['events/told-*after-*'],
    hook: ({ notify, ...good }) => {
      const setAt = new WeakMap<ContactPoint, number>();
      return {
        ...addressing(good, (point) => setAt.set(point, point.clockOffset)),
        notify: (event) =>
          isAddressed(event.point) && event.point.clockOffset - (setAt.get(event.point) ?? 0) >= HOUR_MS
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'address-has-one-owner',
    summary: 'An address that a contact point sets is taken away from every other one',
    kills: ['events/address-of-two-contact-points'],
    hook: ({ authenticate, respond }) => {
      let points: ContactPoint[] = [];
      return {
        authenticate(key, call, accounts) {
          points = pointsOf(accounts);
          return authenticate(key, call, accounts);
        },
        respond(reply, call) {
          const own = [...(call.account?.point.slots.values() ?? [])].map(({ url }) => url);
          if (reply.status === 200 && call.operation?.rule.kind === 'address')
            for (const slot of slotsBeside(call.account?.point, points))
              if (own.includes(slot.url)) slot.url = null;
          return respond(reply, call);
        },
      };
    },
  },
  {
    name: 'address-gets-replies-of-others',
    summary: 'Replies that wait for an address go to whichever contact point sets one first',
    kills: ['storage/reply-kept-through-other-address'],
    hook: ({ authenticate }) => ({
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        const [own] = account?.point.slots.values() ?? [];
        if (own && call.operation?.rule.kind === 'address')
          for (const slot of slotsBeside(account?.point, pointsOf(accounts)))
            own.replies.push(...slot.replies.splice(0));
        return account;
      },
    }),
  },
  {
    name: 'address-lost-by-refusal',
    summary: 'A refused request to set the webhook address removes the current one',
    kills: ['events/address-kept-*'],
    hook: ({ row }) => ({
      row(due, call) {
        if (call.operation?.rule.kind === 'address')
          for (const slot of call.account?.point.slots.values() ?? []) slot.url = null;
        return row(due, call);
      },
    }),
  },
  {
    name: 'address-lost-by-empty-body',
    summary:
      'A request to set the webhook address that is refused for its empty body removes the current one',
    kills: ['events/address-kept-unread'],
    hook: losingAddress(({ bytes }) => bytes?.length === 0),
  },
  {
    name: 'address-lost-by-non-object',
    summary: 'A request to set the webhook address that is refused as no object removes the current one',
    kills: ['events/address-kept-unread'],
    hook: losingAddress(({ bytes }) => /^["[].*["\]]$/s.test(textOf(bytes))),
  },
  {
    name: 'address-lost-by-list',
    summary: 'A list in place of the webhook address is refused, but removes the current one',
    kills: ['events/address-kept-no-text'],
    hook: losingAddress(({ bytes }) => /:\s*\[/.test(textOf(bytes))),
  },
  {
    name: 'address-lost-by-null',
    summary: 'A null in place of the webhook address is refused, but removes the current one',
    kills: ['events/address-kept-no-text'],
    hook: losingAddress(({ bytes }) => /:\s*null/.test(textOf(bytes))),
  },
  {
    name: 'address-lost-without-key',
    summary: 'A request to set the webhook address that is refused for having no key removes that of all',
    kills: ['events/address-kept-unread'],
    hook: ({ authenticate, row }) => {
      let accounts: Accounts | null = null;
      return {
        authenticate(key, call, all) {
          accounts = all;
          return authenticate(key, call, all);
        },
        row(due, call) {
          const name = call.rules?.description.http.keyParameter ?? '';
          if (call.operation?.rule.kind === 'address' && !call.query.has(name))
            for (const { point } of accounts?.byKey.values() ?? [])
              for (const slot of point.slots.values()) slot.url = null;
          return row(due, call);
        },
      };
    },
  },
  {
    name: 'address-replaced-by-refusal',
    summary: 'A refused request to set the webhook address brings back the one before the current one',
    kills: ['events/address-kept-replaced'],
    hook: ({ address, row }) => {
      const former = new Map<string, string>();
      return {
        address(previous, next) {
          const set = address(previous, next);
          if (previous !== null && set !== null) former.set(set, previous);
          return set;
        },
        row(due, call) {
          if (call.operation?.rule.kind === 'address')
            for (const slot of call.account?.point.slots.values() ?? [])
              slot.url = former.get(slot.url ?? '') ?? slot.url;
          return row(due, call);
        },
      };
    },
  },
  {
    name: 'address-replaced-by-other-scheme',
    summary: 'An address that is refused for its scheme replaces the current one',
    kills: ['events/address-kept-each'],
    hook: losingAddress(
      ({ bytes }) => /"[a-z]+:\/\//i.test(textOf(bytes)) && !/"https?:/i.test(textOf(bytes)),
    ),
  },
  {
    name: 'address-lost-without-host',
    summary: 'An address that is refused because it has no host removes the current one',
    kills: ['events/address-kept-each'],
    hook: losingAddress(({ bytes }) => /"https?:\/\/["?:/]/i.test(textOf(bytes))),
  },
  {
    name: 'address-lost-on-refusal-at-second',
    summary: 'A refused address takes away the one that was set at the second contact point',
    kills: ['events/address-kept-at-second'],
    hook: ({ row, ...good }) => {
      const { authenticate, second } = secondPoint(good);
      return {
        authenticate,
        row(due, call) {
          const point = call.account?.point;
          if (call.operation?.rule.kind === 'address' && point === second())
            for (const slot of point?.slots.values() ?? []) slot.url = null;
          return row(due, call);
        },
      };
    },
  },
  {
    name: 'asked-mark-outlasts-close-without-address',
    summary:
      'A user whose message was sent while no address was set is not asked for a destination in the next conversation',
    kills: ['routing/asked-after-conversation-without-address'],
    hook: ({ notify }) => {
      const unheard = new WeakSet<User>();
      return {
        notify(event) {
          if (!asksForDestination(event)) return notify(event);
          if (!isAddressed(event.point)) unheard.add(event.user);
          else if (event.user.conversation > 1 && unheard.delete(event.user)) return [];
          return notify(event);
        },
      };
    },
  },
  {
    name: 'new-address-begins-conversations',
    summary: 'A new address begins a new conversation for users without a destination',
    kills: ['events/second-message-at-new-address'],
    hook: ({ move, ...good }) => {
      const renewed = new WeakSet<User>();
      return {
        ...addressing(good, ({ users }) => {
          for (const user of users.values()) if (!user.destination) renewed.add(user);
        }),
        async move(scene, name, act) {
          if (renewed.delete(scene.user) && !scene.user.destination) scene.user.ordinal = 0;
          return move(scene, name, act);
        },
      };
    },
  },
  {
    name: 'asked-where-first-asked',
    summary: 'Whoever was asked for a destination is asked again at the same address in that conversation',
    kills: ['events/second-message-at-new-address'],
    hook: atFirstAddress(asksForDestination),
  },
  {
    name: 'close-told-where-the-last-reply-was',
    summary: 'A close is reported to the address to which the last reply of the conversation went',
    kills: ['events/moving-address'],
    hook: ({ post }) => {
      const last = new WeakMap<User, string>();
      return {
        post(request, event) {
          const good = post(request, event);
          if (event.kind === 'reply') last.set(event.user, good.url);
          const isClose = event.kind === 'routing' && !asksForDestination(event);
          return isClose ? { ...good, url: last.get(event.user) ?? good.url } : good;
        },
      };
    },
  },
  {
    name: 'address-of-unknown-key',
    summary: 'An unregistered key is refused, but sets the webhook address of the first contact point',
    kills: ['events/address-kept-*'],
    hook: ({ authenticate }) => ({
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        if (account || key === '' || call.operation?.rule.kind !== 'address') return account;
        const address = /https?:[^"]+/.exec(Buffer.from(call.bytes ?? []).toString())?.[0];
        if (address !== undefined) for (const slot of accounts.main.point.slots.values()) slot.url = address;
        return account;
      },
    }),
  },
  {
    name: 'new-address-drops-kept',
    summary: 'A new address drops what users without a destination wrote if there is more than one message',
    kills: ['storage/kept-through-new-address', 'storage/kept-through-new-address-again'],
    hook: (good) =>
      addressing(good, ({ users }) => {
        for (const user of users.values()) if (user.kept.length > 1) user.kept = [];
      }),
  },
  {
    name: 'new-address-deselects-the-silent',
    summary: 'A new address deselects users who have not written in their conversation',
    kills: ['storage/kept-through-new-address', 'storage/kept-through-new-address-again'],
    hook: (good, descriptions) =>
      addressing(good, ({ users }) => {
        const initial = descriptions.at(-1)?.routing.initial ?? '';
        for (const user of users.values())
          if (user.destination && user.ordinal === 0) endSelection(user, initial);
      }),
  },
];

/** Of the events of a conversation that are meant, all go to the address to which the first one went. */
function atFirstAddress(isMeant: (event: ServiceEvent) => boolean): FaultHook {
  return ({ post }) => {
    const first = new WeakMap<User, { conversation: number; url: string }>();
    return {
      post(request, event) {
        const due = post(request, event);
        const { conversation } = event.user;
        if (!isMeant(event)) return due;
        const known = first.get(event.user);
        if (known?.conversation === conversation) return { ...due, url: known.url };
        first.set(event.user, { conversation, url: due.url });
        return due;
      },
    };
  };
}

function textOf(bytes: Uint8Array | null): string {
  return Buffer.from(bytes ?? []).toString();
}

/** Such a refused request to set the webhook address removes the current one. */
function losingAddress(is: (call: Call) => boolean): FaultHook {
  return ({ row }) => ({
    row(due, call) {
      if (call.operation?.rule.kind === 'address' && is(call))
        for (const slot of call.account?.point.slots.values() ?? []) slot.url = null;
      return row(due, call);
    },
  });
}

/** Where other contact points keep their addresses. */
function slotsBeside(point: ContactPoint | undefined, all: readonly ContactPoint[]): AddressSlot[] {
  return all.flatMap((each) => (each === point ? [] : [...each.slots.values()]));
}
