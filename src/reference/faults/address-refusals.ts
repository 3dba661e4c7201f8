import type { ErrorRow } from '../../description/types.js';
import type { ContactPoint } from '../conversations/model.js';
import type { Call } from '../requests/call.js';
import type { DescriptionChange, FaultHook, NamedFault } from './fault.js';

/** Invalid webhook addresses: which are refused, and how. */
export const faults: readonly NamedFault[] = [
  {
    name: 'address-refused-by-failure',
    summary: 'An invalid address causes an internal error',
    kills: ['errors/**'],
    discovery: true,
    describe: refusingAddresses(() => ({
      status: 500,
    })),
  },
  {
    name: 'address-refused-by-other-code',
    summary: 'An invalid address is refused with another code',
    kills: ['errors/**'],
    discovery: true,
    describe: refusingAddresses(({ code }) => ({
      code: code + 10,
    })),
  },
  {
    name: 'address-refused-without-brackets',
    summary: 'The refusal of an invalid address has no brackets around it',
    kills: ['errors/**'],
    discovery: true,
    describe: refusingAddresses(({ message }) => ({ message: message.replace('[$url]', '$url') })),
  },
  {
    name: 'address-refused-without-itself',
    summary: 'The refusal of an invalid address does not repeat it',
    kills: ['errors/**'],
    discovery: true,
    describe: refusingAddresses(({ message }) => ({ message: message.replace(' [$url]', '') })),
  },
  {
    name: 'address-refused-cut',
    summary: 'The refusal of an invalid address repeats only sixty characters of it',
    kills: ['errors/address-invalid-relative-and-long/*'],
    discovery: true,
    hook: repeating((url) => url.slice(0, 60)),
  },
  {
    name: 'address-refused-in-ascii',
    summary: 'The refusal of an invalid address repeats it with question marks instead of non-ASCII letters',
    kills: ['errors/address-invalid-relative-and-non-ascii/*'],
    discovery: true,
    hook: repeating((url) => url.replace(/[^\t-~]/gu, '?')),
  },
  {
    name: 'address-refused-in-small-letters',
    summary: 'The refusal of an invalid address repeats all of it in lower case',
    kills: ['errors/address-invalid-relative-in-folder/*'],
    discovery: true,
    hook: repeating((url) => url.toLowerCase()),
  },
  {
    name: 'address-refused-without-fragment',
    summary: 'A refusal repeats an invalid address without its fragment',
    kills: ['errors/**'],
    hook: repeating((url) => url.replace(/#.*$/s, '')),
  },
  {
    name: 'address-refused-on-one-line',
    summary: 'The refusal of an invalid address repeats it with blanks for tabs and line breaks',
    kills: ['errors/address-doubtful-relative-with-tabs-and-lines/*'],
    discovery: true,
    hook: repeating((url) => url.replace(/\s/g, ' ')),
  },
  {
    name: 'address-refused-as-pattern',
    summary:
      'The refusal of an invalid address treats it as a replacement pattern, in which dollar signs are special',
    kills: ['errors/address-invalid-relative-with-replacements/*'],
    discovery: true,
    hook: repeating((url) => 'address'.replace('address', url)),
  },
  {
    name: 'address-refused-without-reason',
    summary: 'The refusal of an invalid address gives no reason',
    kills: ['errors/**'],
    discovery: true,
    describe: refusingAddresses(({ message }) => ({
      message: message.replace(/: \$reason$/, ''),
    })),
  },
  {
    name: 'address-bracket-open',
    summary: 'A webhook address may have an unclosed bracket',
    kills: ['errors/**'],
    hook: taking((url) => url.includes('[')),
  },
  {
    name: 'address-with-single-slash',
    summary: 'A webhook address may have a single slash before its host, or none',
    kills: ['errors/address-doubtful-{single,no}-slash/*'],
    hook: taking((url) => /^https?:\/?[^/]/i.test(url)),
  },
  {
    name: 'address-of-person-alone',
    summary: 'A webhook address needs no host behind a user name',
    kills: ['errors/address-invalid-no-host-but-person/*'],
    hook: taking((url) => /^https?:\/\/[^/]*@\//i.test(url)),
  },
  {
    name: 'address-host-alone',
    summary: 'A webhook address may begin with its host',
    kills: ['errors/**'],
    hook: taking((url) => /^\w+\.\w+\//.test(url)),
  },
  {
    name: 'address-host-with-blank',
    summary: 'A webhook address may have a space in its host',
    kills: ['errors/**'],
    hook: taking((url) => /^https?:\/\/[^/]* /i.test(url)),
  },
  {
    name: 'address-in-folder',
    summary: 'A webhook address may begin with dots',
    kills: ['errors/**'],
    hook: taking((url) => url.startsWith('../')),
  },
  {
    name: 'address-of-any-scheme',
    summary: 'Webhook addresses of any scheme are accepted',
    kills: ['errors/**'],
    hook: taking((url) => /^[a-z]+:\/\/[^/?#\s]/i.test(url)),
  },
  {
    name: 'address-of-mailbox',
    summary: 'A webhook address may be a mailto address',
    kills: ['errors/**'],
    hook: taking((url) => url.startsWith('mailto:')),
  },
  {
    name: 'address-with-good-one-inside',
    summary: 'A webhook address of another scheme is accepted if its query holds a valid one',
    kills: ['errors/address-invalid-other-scheme-with-good-one-inside/*'],
    hook: taking((url) => /.https?:\/\/\w/i.test(url)),
  },
  {
    name: 'address-port-unbounded',
    summary: 'A webhook address may have any port',
    kills: ['errors/**'],
    hook: taking((url) => /^https?:\/\/[\w.]+:\d{5,}\//i.test(url)),
  },
  {
    name: 'address-query-alone',
    summary: 'A webhook address may have a query instead of a host',
    kills: ['errors/**'],
    hook: taking((url) => /^https?:\/\/\?/i.test(url)),
  },
  {
    name: 'address-relative',
    summary: 'A webhook address may be a path',
    kills: ['errors/**'],
    hook: taking((url) => url.startsWith('/')),
  },
  {
    name: 'address-scheme-relative',
    summary: 'A webhook address may begin with two slashes',
    kills: ['errors/**'],
    hook: taking((url) => url.startsWith('//')),
  },
  {
    name: 'address-slashes-repeated',
    summary: 'A webhook address may have no host before its path',
    kills: ['errors/**'],
    hook: taking((url) => /^https?:\/\/\//i.test(url)),
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
    hook: taking((url) => /^https?:\/\//i.test(url)),
  },
  {
    name: 'address-without-scheme',
    summary: 'A webhook address needs no scheme',
    kills: ['errors/**'],
    hook: taking((url) => /^[\w-]+$/.test(url)),
  },
  {
    name: 'address-set-again-refused',
    summary: 'The address that is set is refused when it is set again',
    kills: ['requests/{accepted,every-accepted}/*'],
    hook({ authenticate, refusesAddress }) {
      let here: ContactPoint | undefined;
      return {
        authenticate(key, call, accounts) {
          const account = authenticate(key, call, accounts);
          here = account?.point;
          return account;
        },
        refusesAddress(url) {
          const isSet = [...(here?.slots.values() ?? [])].some((slot) => slot.url === url);
          return refusesAddress(url) ?? (isSet ? 'has already been taken' : null);
        },
      };
    },
  },
];

/** A refusal repeats what `change` makes of the invalid address. */
function repeating(change: (url: string) => string): FaultHook {
  return ({ row }) => ({
    row(due, call) {
      const found = row(due, call);
      const [url] = found.message.includes('$url') ? textsOf(call) : [];
      return url === undefined || change(url) === url
        ? found
        : { ...found, message: found.message.replace('$url', () => change(url)) };
    },
  });
}

/** String values in the request's body. */
function textsOf({ bytes }: Call): string[] {
  const body: unknown = JSON.parse(Buffer.from(bytes ?? []).toString());
  return Object.values(body ?? {}).filter((value) => typeof value === 'string');
}

/** Invalid addresses are refused with another row. */
function refusingAddresses(change: (row: ErrorRow) => Partial<ErrorRow>): DescriptionChange {
  return ({ errors }) => {
    for (const row of Object.values(errors))
      if (row.stimulus.kind === 'invalid-address') Object.assign(row, change(row));
  };
}

/** These addresses are accepted as well. */
function taking(isTaken: (url: string) => boolean): FaultHook {
  return ({ refusesAddress }) => ({
    refusesAddress: (url) => (isTaken(url) ? null : refusesAddress(url)),
  });
}
