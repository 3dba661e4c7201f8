import type { FaultHook, NamedFault } from './fault.js';

/** The webhook address as it was set: which ones count as the same, and how it is called. */
export const faults: readonly NamedFault[] = [
  {
    name: 'address-of-other-query-ignored',
    summary: 'An address that differs from the current one only in its query changes nothing',
    kills: ['events/address-set-last-*'],
    hook: keepingFormer((url) => url.replace(/\?.*$/, '')),
  },
  {
    name: 'address-in-other-case-ignored',
    summary: 'An address that differs from the current one only in case changes nothing',
    kills: ['events/address-set-last-*'],
    hook: keepingFormer((url) => url.toLowerCase()),
  },
  {
    name: 'address-with-slash-ignored',
    summary: 'An address that differs from the current one only in a trailing slash changes nothing',
    kills: ['events/address-set-last-*'],
    hook: keepingFormer((url) => url.replace(SLASH_AT_END, '')),
  },
  {
    name: 'address-called-in-small-letters',
    summary: 'Events go to the address in lower case',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.toLowerCase()),
  },
  {
    name: 'address-called-without-slash',
    summary: 'Events go to the address without its trailing slash',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replace(SLASH_AT_END, '')),
  },
  {
    name: 'address-called-without-single-flag',
    summary: 'Events go to the address without a query that has no values',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replace(/\?[^=]*$/, '')),
  },
  {
    name: 'address-called-with-value-for-flag',
    summary: 'Events go to the address with an equals sign added to a parameter without a value',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replace(/\?(\w+)$/, '?$1=')),
  },
  {
    name: 'address-called-without-empty-values',
    summary: 'Events go to the address without the equals sign of an empty value at its end',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replace(/=$/, '')),
  },
  {
    name: 'address-called-decoded',
    summary: 'Events go to the address with plus signs instead of encoded spaces',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replaceAll('%20', '+')),
  },
  {
    name: 'address-path-decoded',
    summary: 'Events go to the address with the escapes in its path decoded where they need not be',
    kills: ['events/address-set-last-*'],
    hook: calling((url) =>
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
    hook: calling((url) => url.replaceAll('+', '%20')),
  },
  {
    name: 'address-called-encoded-again',
    summary: 'Events go to the address with its percent signs encoded again',
    kills: ['events/address-set-last-*'],
    hook: calling((url) => url.replaceAll('%', '%25')),
  },
];

const SLASH_AT_END = /\/(?=$|\?)/;

/** Two addresses that `same` maps to one count as one, and the earlier one stays. */
function keepingFormer(same: (url: string) => string): FaultHook {
  return ({ address }) => ({
    address: (previous, next) =>
      previous !== null && next !== null && same(previous) === same(next)
        ? previous
        : address(previous, next),
  });
}

/** Events go to what `change` makes of the address. */
function calling(change: (url: string) => string): FaultHook {
  return ({ post }) => ({
    post(request, event) {
      const good = post(request, event);
      return { ...good, url: change(good.url) };
    },
  });
}
