import { matches } from '../../cases/statements.js';
import type { Case } from '../../cases/types.js';
import { faults } from '../../reference/faults/index.js';
import type { Mutant } from './mutant.js';

/** Family of the named faults. */
export const BEHAVIOUR = 'behaviour';

/** Each named fault of the reference service: what no change of the description can express. */
export function behaviour(): Mutant[] {
  return Object.entries(faults).map(([name, { summary }]): Mutant => {
    const patterns = AIMS.find(([glob]) => matches(glob, name))?.[1];
    return {
      id: `all/behaviour/${name}`,
      family: BEHAVIOUR,
      summary,
      version: null,
      fault: name,
      aims: (one) => patterns === undefined || patterns.some((pattern) => matches(pattern, pathOf(one))),
      ...(TLS.includes(name) && { tls: true }),
    };
  });
}

function pathOf({ id, version }: Case): string {
  return id.slice(version.length + 1);
}

/** Faults of the TLS port. */
const TLS = ['plain-http-served'];

/**
 * Cases, without their version, that must see a fault, by the fault's name: globs, the first that fits counts. A fault
 * that fits none may be seen by any.
 */
const AIMS: [fault: string, cases: string[]][] = [
  ['{key-*,code-swapped}', ['authentication/**']],
  ['restriction-ignored', ['errors/**']],
  ['json-*', ['requests/malformed-*/*']],
  ['types-unchecked', ['requests/type-*/*']],
  ['destination-unchecked', ['requests/unlisted-destination/*']],
  ['crash-*', ['requests/**']],
  ['address-first-kept', ['events/address-set-last-*']],
  ['address-*', ['errors/**']],
  ['text-*', ['employee/unchanged-*/*']],
  ['reply-every-*', ['events/**', 'storage/reply-*']],
  ['reply-*', ['events/unchanged-*']],
  ['replies-*', ['storage/reply-*']],
  ['stored-*', ['storage/kept-*/*']],
  ['delivered-early', ['storage/kept-not-before/*']],
  ['delivered-everywhere', ['employee/no-other-destination/*']],
  ['message-every-*', ['employee/**', 'storage/**', 'events/delivery-reported/*']],
  ['message-ids-*', ['responses/every-unique-*/*']],
  ['offline-lost', ['storage/employee-logged-out/*']],
  ['earlier-conversations-hidden', ['storage/earlier-conversations/*']],
  ['users-case-folded', ['employee/exact-user/*']],
  ['users-share-state', ['routing/**', 'employee/exact-user/*']],
  ['contact-points-shared', ['routing/contact-points/*']],
  ['history-mixed', ['employee/exact-user/*']],
  ['state-forgotten-*', ['routing/after-refusal/*']],
  ['close-untold', ['events/sent-*']],
  ['{close,selection}-*', ['routing/**']],
  ['success-*', ['responses/every-success-flag/*']],
  ['timestamps-in-*', ['responses/every-unit-*/*']],
  ['timestamps-*', ['responses/skew-*/*']],
  ['presence-*', ['destinations/presence-*']],
  ['plain-http-*', ['transport/**']],
  ['delivery-untold', ['events/delivery-reported/*']],
  ['event-*', ['events/**', 'routing/**']],
];
