import type { ErrorRow } from '../../description/types.js';
import type { Accounts } from '../conversations/accounts.js';
import type { AddressSlot, ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import type { Call } from '../requests/call.js';
import type { Defect, NamedFault } from './fault.js';
import { addressing, asksForDestination, isAddressed, secondPoint } from './shared/hooks.js';

const HOUR = 3_600_000;

/** The webhook address: which is refused, and which is kept. */
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
    name: 'address-first-kept',
    summary: 'Events always go to the first address',
    kills: ['events/address-set-last-*'],
    hook: ({ address }) => ({ address: (previous, next) => previous ?? address(previous, next) }),
  },
  {
    name: 'address-of-first-reply-kept',
    summary: 'Replies go to the address to which the first one of the conversation went',
    kills: ['events/address-moved-*'],
    ...atFirstAddress(({ kind }) => kind === 'reply'),
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
          isAddressed(event.point) && event.point.clockOffset - (setAt.get(event.point) ?? 0) >= HOUR
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
    name: 'address-of-other-query-ignored',
    summary: 'An address that differs from the current one only in its query changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.replace(/\?.*$/, '')),
  },
  {
    name: 'address-in-other-case-ignored',
    summary: 'An address that differs from the current one only in case changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.toLowerCase()),
  },
  {
    name: 'address-with-slash-ignored',
    summary: 'An address that differs from the current one only in a trailing slash changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.replace(SLASH_AT_END, '')),
  },
  {
    name: 'address-called-in-small-letters',
    summary: 'Events go to the address in lower case',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.toLowerCase()),
  },
  {
    name: 'address-called-without-slash',
    summary: 'Events go to the address without its trailing slash',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(SLASH_AT_END, '')),
  },
  {
    name: 'address-called-without-single-flag',
    summary: 'Events go to the address without a query that has no values',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(/\?[^=]*$/, '')),
  },
  {
    name: 'address-called-with-value-for-flag',
    summary: 'Events go to the address with an equals sign added to a parameter without a value',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(/\?(\w+)$/, '?$1=')),
  },
  {
    name: 'address-called-without-empty-values',
    summary: 'Events go to the address without the equals sign of an empty value at its end',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(/=$/, '')),
  },
  {
    name: 'address-called-decoded',
    summary: 'Events go to the address with plus signs instead of encoded spaces',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('%20', '+')),
  },
  {
    name: 'address-path-decoded',
    summary: 'Events go to the address with the escapes in its path decoded where they need not be',
    kills: ['events/address-set-last-*'],
    ...calling((url) =>
      url.replace(/^([^/]*\/\/[^/]*)([^?]*)/, (_, host, path) => host + encodeURI(decodeURIComponent(path))),
    ),
  },
  {
    name: 'address-with-escapes-unreachable',
    summary: 'Nothing is sent to an address that holds a percent sign',
    kills: ['events/address-set-last-*'],
    hook: ({ notify }) => ({
      notify: (event) =>
        [...event.point.slots.values()].some(({ url }) => url?.includes('%')) ? [] : notify(event),
    }),
  },
  {
    name: 'address-called-with-blanks-for-plus',
    summary: 'Events go to the address with encoded spaces instead of plus signs',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('+', '%20')),
  },
  {
    name: 'address-called-encoded-again',
    summary: 'Events go to the address with its percent signs encoded again',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('%', '%25')),
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
    ...losingAddress(({ bytes }) => bytes?.length === 0),
  },
  {
    name: 'address-lost-by-non-object',
    summary: 'A request to set the webhook address that is refused as no object removes the current one',
    kills: ['events/address-kept-unread'],
    ...losingAddress(({ bytes }) => /^["[].*["\]]$/s.test(textOf(bytes))),
  },
  {
    name: 'address-lost-by-list',
    summary: 'A list in place of the webhook address is refused, but removes the current one',
    kills: ['events/address-kept-no-text'],
    ...losingAddress(({ bytes }) => /:\s*\[/.test(textOf(bytes))),
  },
  {
    name: 'address-lost-by-null',
    summary: 'A null in place of the webhook address is refused, but removes the current one',
    kills: ['events/address-kept-no-text'],
    ...losingAddress(({ bytes }) => /:\s*null/.test(textOf(bytes))),
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
    ...losingAddress(({ bytes }) => /"[a-z]+:\/\//i.test(textOf(bytes)) && !/"https?:/i.test(textOf(bytes))),
  },
  {
    name: 'address-lost-without-host',
    summary: 'An address that is refused because it has no host removes the current one',
    kills: ['events/address-kept-each'],
    ...losingAddress(({ bytes }) => /"https?:\/\/["?:/]/i.test(textOf(bytes))),
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
    ...atFirstAddress(asksForDestination),
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
    name: 'address-refused-by-failure',
    summary: 'An invalid address causes an internal error',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(() => ({
      status: 500,
    })),
  },
  {
    name: 'address-refused-by-other-code',
    summary: 'An invalid address is refused with another code',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ code }) => ({
      code: code + 10,
    })),
  },
  {
    name: 'address-refused-without-brackets',
    summary: 'The refusal of an invalid address has no brackets around it',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({ message: message.replace('[$url]', '$url') })),
  },
  {
    name: 'address-refused-without-itself',
    summary: 'The refusal of an invalid address does not repeat it',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({ message: message.replace(' [$url]', '') })),
  },
  {
    name: 'address-refused-cut',
    summary: 'The refusal of an invalid address repeats only sixty characters of it',
    kills: ['errors/address-invalid-relative-and-long/*'],
    discovery: true,
    ...repeating((url) => url.slice(0, 60)),
  },
  {
    name: 'address-refused-in-ascii',
    summary: 'The refusal of an invalid address repeats it with question marks instead of non-ASCII letters',
    kills: ['errors/address-invalid-relative-and-non-ascii/*'],
    discovery: true,
    ...repeating((url) => url.replace(/[^\t-~]/gu, '?')),
  },
  {
    name: 'address-refused-in-small-letters',
    summary: 'The refusal of an invalid address repeats all of it in lower case',
    kills: ['errors/address-invalid-relative-in-folder/*'],
    discovery: true,
    ...repeating((url) => url.toLowerCase()),
  },
  {
    name: 'address-refused-without-fragment',
    summary: 'A refusal repeats an invalid address without its fragment',
    kills: ['errors/**'],
    ...repeating((url) => url.replace(/#.*$/s, '')),
  },
  {
    name: 'address-refused-on-one-line',
    summary: 'The refusal of an invalid address repeats it with blanks for tabs and line breaks',
    kills: ['errors/address-doubtful-relative-with-tabs-and-lines/*'],
    discovery: true,
    ...repeating((url) => url.replace(/\s/g, ' ')),
  },
  {
    name: 'address-refused-as-pattern',
    summary:
      'The refusal of an invalid address treats it as a replacement pattern, in which dollar signs are special',
    kills: ['errors/address-invalid-relative-with-replacements/*'],
    discovery: true,
    ...repeating((url) => 'address'.replace('address', url)),
  },
  {
    name: 'address-refused-without-reason',
    summary: 'The refusal of an invalid address gives no reason',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({
      message: message.replace(/: \$reason$/, ''),
    })),
  },
  {
    name: 'address-bracket-open',
    summary: 'A webhook address may have an unclosed bracket',
    kills: ['errors/**'],
    ...taking((url) => url.includes('[')),
  },
  {
    name: 'address-with-single-slash',
    summary: 'A webhook address may have a single slash before its host, or none',
    kills: ['errors/address-doubtful-{single,no}-slash/*'],
    ...taking((url) => /^https?:\/?[^/]/i.test(url)),
  },
  {
    name: 'address-of-person-alone',
    summary: 'A webhook address needs no host behind a user name',
    kills: ['errors/address-invalid-no-host-but-person/*'],
    ...taking((url) => /^https?:\/\/[^/]*@\//i.test(url)),
  },
  {
    name: 'address-host-alone',
    summary: 'A webhook address may begin with its host',
    kills: ['errors/**'],
    ...taking((url) => /^\w+\.\w+\//.test(url)),
  },
  {
    name: 'address-host-with-blank',
    summary: 'A webhook address may have a space in its host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/[^/]* /i.test(url)),
  },
  {
    name: 'address-in-folder',
    summary: 'A webhook address may begin with dots',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('../')),
  },
  {
    name: 'address-of-any-scheme',
    summary: 'Webhook addresses of any scheme are accepted',
    kills: ['errors/**'],
    ...taking((url) => /^[a-z]+:\/\/[^/?#\s]/i.test(url)),
  },
  {
    name: 'address-of-mailbox',
    summary: 'A webhook address may be a mailto address',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('mailto:')),
  },
  {
    name: 'address-with-good-one-inside',
    summary: 'A webhook address of another scheme is accepted if its query holds a valid one',
    kills: ['errors/address-invalid-other-scheme-with-good-one-inside/*'],
    ...taking((url) => /.https?:\/\/\w/i.test(url)),
  },
  {
    name: 'address-port-unbounded',
    summary: 'A webhook address may have any port',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/[\w.]+:\d{5,}\//i.test(url)),
  },
  {
    name: 'address-query-alone',
    summary: 'A webhook address may have a query instead of a host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/\?/i.test(url)),
  },
  {
    name: 'address-relative',
    summary: 'A webhook address may be a path',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('/')),
  },
  {
    name: 'address-scheme-relative',
    summary: 'A webhook address may begin with two slashes',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('//')),
  },
  {
    name: 'address-slashes-repeated',
    summary: 'A webhook address may have no host before its path',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/\//i.test(url)),
  },
  {
    name: 'address-unchecked',
    summary: 'Any text is accepted as a webhook address',
    kills: ['errors/**'],
    discovery: true,
    hook: () => ({ refusesAddress: () => null }),
  },
  {
    name: 'address-without-host',
    summary: 'A webhook address needs no host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\//i.test(url)),
  },
  {
    name: 'address-without-scheme',
    summary: 'A webhook address needs no scheme',
    kills: ['errors/**'],
    ...taking((url) => /^[\w-]+$/.test(url)),
  },
];

const SLASH_AT_END = /\/(?=$|\?)/;

/** Two addresses that `same` maps to one count as one, and the earlier one stays. */
function keepingFormer(same: (url: string) => string): Defect {
  return {
    hook: ({ address }) => ({
      address: (previous, next) =>
        previous !== null && next !== null && same(previous) === same(next)
          ? previous
          : address(previous, next),
    }),
  };
}

/** A refusal repeats what `change` makes of the invalid address. */
function repeating(change: (url: string) => string): Defect {
  return {
    hook: ({ row }) => ({
      row(due, call) {
        const found = row(due, call);
        const [url] = found.message.includes('$url') ? textsOf(call) : [];
        return url === undefined || change(url) === url
          ? found
          : { ...found, message: found.message.replace('$url', () => change(url)) };
      },
    }),
  };
}

/** String values in the request's body. */
function textsOf({ bytes }: Call): string[] {
  const body: unknown = JSON.parse(Buffer.from(bytes ?? []).toString());
  return Object.values(body ?? {}).filter((value) => typeof value === 'string');
}

/** Events go to what `change` makes of the address. */
function calling(change: (url: string) => string): Defect {
  return {
    hook: ({ post }) => ({
      post(request, event) {
        const good = post(request, event);
        return { ...good, url: change(good.url) };
      },
    }),
  };
}

/** Of the events of a conversation that are meant, all go to the address to which the first one went. */
function atFirstAddress(isMeant: (event: ServiceEvent) => boolean): Defect {
  return {
    hook: ({ post }) => {
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
    },
  };
}

/** Invalid addresses are refused with another row. */
function refusingAddresses(change: (row: ErrorRow) => Partial<ErrorRow>): Defect {
  return {
    describe({ errors }) {
      for (const row of Object.values(errors))
        if (row.stimulus.kind === 'invalid-address') Object.assign(row, change(row));
    },
  };
}

/** These addresses are accepted as well. */
function taking(isTaken: (url: string) => boolean): Defect {
  return {
    hook: ({ refusesAddress }) => ({
      refusesAddress: (url) => (isTaken(url) ? null : refusesAddress(url)),
    }),
  };
}

function textOf(bytes: Uint8Array | null): string {
  return Buffer.from(bytes ?? []).toString();
}

/** Such a refused request to set the webhook address removes the current one. */
function losingAddress(is: (call: Call) => boolean): Defect {
  return {
    hook: ({ row }) => ({
      row(due, call) {
        if (call.operation?.rule.kind === 'address' && is(call))
          for (const slot of call.account?.point.slots.values() ?? []) slot.url = null;
        return row(due, call);
      },
    }),
  };
}

function pointsOf({ byKey }: Accounts): ContactPoint[] {
  return [...byKey.values()].map(({ point }) => point);
}

/** Where other contact points keep their addresses. */
function slotsBeside(point: ContactPoint | undefined, all: readonly ContactPoint[]): AddressSlot[] {
  return all.flatMap((each) => (each === point ? [] : [...each.slots.values()]));
}
