import type { ErrorRow } from '../../description/types.js';
import type { ContactPoint } from '../conversations/model.js';
import type { Call } from '../requests/call.js';
import type { Defect, NamedFault } from './fault.js';

const HOUR = 3_600_000;

/** The address of webhooks: which is refused, and which is kept. */
export const faults: readonly NamedFault[] = [
  {
    name: 'address-first-kept',
    summary: 'Events go to the first address for ever',
    kills: ['events/address-set-last-*'],
    hook: ({ address }) => ({ address: (previous, next) => previous ?? address(previous, next) }),
  },
  {
    name: 'address-lapses-after-an-hour',
    summary: 'An address counts for an hour, unless it is set again',
    kills: ['events/told-after-*'],
    hook: ({ authenticate, notify }) => {
      const setAt = new WeakMap<ContactPoint, number>();
      const isSet = ({ slots }: ContactPoint): boolean => [...slots.values()].some(({ url }) => url !== null);
      return {
        authenticate(key, call, accounts) {
          const account = authenticate(key, call, accounts);
          if (account && call.operation?.rule.kind === 'address')
            setAt.set(account.point, account.point.clockOffset);
          return account;
        },
        notify: (event) =>
          isSet(event.point) && event.point.clockOffset - (setAt.get(event.point) ?? 0) >= HOUR
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'address-of-other-query-ignored',
    summary: 'An address that differs from the one set in its query alone changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.replace(/\?.*$/, '')),
  },
  {
    name: 'address-in-other-case-ignored',
    summary: 'An address that differs from the one set in letter case alone changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.toLowerCase()),
  },
  {
    name: 'address-with-slash-ignored',
    summary: 'An address that differs from the one set in a slash at its end alone changes nothing',
    kills: ['events/address-set-last-*'],
    ...keepingFormer((url) => url.replace(SLASH_AT_END, '')),
  },
  {
    name: 'address-called-in-small-letters',
    summary: 'Events go to the address in small letters',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.toLowerCase()),
  },
  {
    name: 'address-called-without-slash',
    summary: 'Events go to the address without a slash at its end',
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
    summary: 'Events go to the address with an equals sign behind a parameter without a value',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(/\?(\w+)$/, '?$1=')),
  },
  {
    name: 'address-called-without-empty-values',
    summary: 'Events go to the address without the equals sign before an empty value at its end',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replace(/=$/, '')),
  },
  {
    name: 'address-called-decoded',
    summary: 'Events go to the address with blanks as plus signs in place of encoded ones',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('%20', '+')),
  },
  {
    name: 'address-called-with-blanks-for-plus',
    summary: 'Events go to the address with encoded blanks in place of plus signs',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('+', '%20')),
  },
  {
    name: 'address-called-encoded-again',
    summary: 'Events go to the address with its percent signs encoded once more',
    kills: ['events/address-set-last-*'],
    ...calling((url) => url.replaceAll('%', '%25')),
  },
  {
    name: 'address-lost-by-refusal',
    summary: 'A request to set the webhook address that is refused takes the present one away',
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
    name: 'address-of-unknown-key',
    summary: 'A key that nobody has is refused, but sets the webhook address of the first contact point',
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
    summary: 'An invalid address ends in an internal error',
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
    summary: 'An invalid address is refused without brackets around it',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({ message: message.replace('[$url]', '$url') })),
  },
  {
    name: 'address-refused-without-itself',
    summary: 'An invalid address is refused without repeating it',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({ message: message.replace(' [$url]', '') })),
  },
  {
    name: 'address-refused-cut',
    summary: 'A refusal repeats no more than sixty characters of an invalid address',
    kills: ['errors/address-invalid-relative-and-long/*'],
    discovery: true,
    ...repeating((url) => url.slice(0, 60)),
  },
  {
    name: 'address-refused-in-ascii',
    summary: 'A refusal repeats an invalid address with question marks in place of letters beyond ASCII',
    kills: ['errors/address-invalid-relative-and-non-ascii/*'],
    discovery: true,
    ...repeating((url) => url.replace(/[^\t-~]/gu, '?')),
  },
  {
    name: 'address-refused-as-pattern',
    summary:
      'A refusal repeats an invalid address as a replacement pattern, in which dollar signs have a meaning',
    kills: ['errors/address-invalid-relative-with-replacements/*'],
    discovery: true,
    ...repeating((url) => 'address'.replace('address', url)),
  },
  {
    name: 'address-refused-without-reason',
    summary: 'An invalid address is refused without a reason',
    kills: ['errors/**'],
    discovery: true,
    ...refusingAddresses(({ message }) => ({
      message: message.replace(/: \$reason$/, ''),
    })),
  },
  {
    name: 'address-bracket-open',
    summary: 'Webhook addresses may hold a bracket that is not closed',
    kills: ['errors/**'],
    ...taking((url) => url.includes('[')),
  },
  {
    name: 'address-host-alone',
    summary: 'Webhook addresses may begin with their host',
    kills: ['errors/**'],
    ...taking((url) => /^\w+\.\w+\//.test(url)),
  },
  {
    name: 'address-host-with-blank',
    summary: 'Webhook addresses may hold a blank in their host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/[^/]* /i.test(url)),
  },
  {
    name: 'address-in-folder',
    summary: 'Webhook addresses may begin with dots',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('../')),
  },
  {
    name: 'address-of-any-scheme',
    summary: 'Webhook addresses of any scheme are taken',
    kills: ['errors/**'],
    ...taking((url) => /^[a-z]+:\/\/[^/?#\s]/i.test(url)),
  },
  {
    name: 'address-of-mailbox',
    summary: 'Webhook addresses may be those of a mailbox',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('mailto:')),
  },
  {
    name: 'address-with-good-one-inside',
    summary: 'Webhook addresses of another scheme are taken where a good one stands in their query',
    kills: ['errors/address-invalid-other-scheme-with-good-one-inside/*'],
    ...taking((url) => /.https?:\/\/\w/i.test(url)),
  },
  {
    name: 'address-port-unbounded',
    summary: 'Webhook addresses may have any port',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/[\w.]+:\d{5,}\//i.test(url)),
  },
  {
    name: 'address-query-alone',
    summary: 'Webhook addresses may have a query in place of a host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/\?/i.test(url)),
  },
  {
    name: 'address-relative',
    summary: 'Webhook addresses may be a path',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('/')),
  },
  {
    name: 'address-scheme-relative',
    summary: 'Webhook addresses may begin with two slashes',
    kills: ['errors/**'],
    ...taking((url) => url.startsWith('//')),
  },
  {
    name: 'address-slashes-repeated',
    summary: 'Webhook addresses may have no host before their path',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\/\//i.test(url)),
  },
  {
    name: 'address-unchecked',
    summary: 'Any text is taken as a webhook address',
    kills: ['errors/**'],
    discovery: true,
    hook: () => ({ refusesAddress: () => null }),
  },
  {
    name: 'address-without-host',
    summary: 'Webhook addresses need no host',
    kills: ['errors/**'],
    ...taking((url) => /^https?:\/\//i.test(url)),
  },
  {
    name: 'address-without-scheme',
    summary: 'Webhook addresses need no scheme',
    kills: ['errors/**'],
    ...taking((url) => /^[\w-]+$/.test(url)),
  },
];

const SLASH_AT_END = /\/(?=$|\?)/;

/** Two addresses that are made the same count as one, and the former stays. */
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

/** A refusal repeats what is made of the invalid address. */
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

/** Values of the request's body that are texts. */
function textsOf({ bytes }: Call): string[] {
  const body: unknown = JSON.parse(Buffer.from(bytes ?? []).toString());
  return Object.values(body ?? {}).filter((value) => typeof value === 'string');
}

/** Events go to what is made of the address. */
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

/** The row for invalid addresses is another one. */
function refusingAddresses(change: (row: ErrorRow) => Partial<ErrorRow>): Defect {
  return {
    describe({ errors }) {
      for (const row of Object.values(errors))
        if (row.stimulus.kind === 'invalid-address') Object.assign(row, change(row));
    },
  };
}

/** These addresses are taken, too. */
function taking(isTaken: (url: string) => boolean): Defect {
  return {
    hook: ({ refusesAddress }) => ({
      refusesAddress: (url) => (isTaken(url) ? null : refusesAddress(url)),
    }),
  };
}
