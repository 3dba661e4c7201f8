import type { EventAddressStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Finding } from '../finding.js';
import type { Exchange } from '../run-context.js';
import { NOTHING_CAME, shownAddress } from './event-evidence.js';

/**
 * A law for every event of the run (section 6): it came to an address that was the one set last, for the contact point of
 * its user, at some moment since that user first wrote. Judged when the run ends.
 */
export function eventAddress(context: CaseContext, step: EventAddressStep): null {
  context.watch(step, () => judge(context));
  return null;
}

function judge(context: CaseContext): Finding | null {
  const { runState, testCase } = context;
  const began = firstRequests(runState.exchanges);
  const came = runState.book(testCase.version).all();
  if (came.length === 0) return NOTHING_CAME;
  const stray = came.find(({ user, delivery }) => {
    const from = began.get(user);
    return from !== undefined && !runState.addressLog.wasCurrent(delivery.address, user, from, delivery.at);
  });
  if (!stray) return null;
  context.deliveries.push(stray.delivery.id);
  return astray(stray);
}

/** An event that went where it must not go. */
export function astray(
  { name, user, delivery }: Pick<BookedEvent, 'name' | 'user' | 'delivery'>,
  about = name,
): Finding {
  return {
    verdict: 'fail',
    code: 'wrong-address',
    text: 'An event came to a former address, or to that of another contact point.',
    expected: `nothing for user ${user} at the address ${shownAddress(delivery.address)}`,
    received: name ?? 'an event without a name',
    place: { part: 'event', event: delivery.id, ...(about !== null && { about }) },
  };
}

function firstRequests(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const began = new Map<string, number>();
  for (const { user, outcome } of exchanges)
    if (user !== null && !began.has(user)) began.set(user, outcome.startedAt);
  return began;
}
