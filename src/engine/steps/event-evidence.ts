import type { Place } from '../../record/types.js';
import { MAIN_ADDRESS } from '../address-log.js';
import type { BookedEvent } from '../event-book.js';
import type { Finding } from '../finding.js';
import type { RunState } from '../run-state.js';

/** Events that came for a user, and how many of them could have been caused at most. */
interface Came {
  version: string;
  event: string;
  came: readonly BookedEvent[];
  most: number;
}

/**
 * Whether more came than were caused, not counting the copies that this deployment makes of each, nor repeats of one
 * delivery.
 */
export function comesTooOften(runState: RunState, { version, event, came, most }: Came): boolean {
  // Most absences hold, and nobody need count copies for them.
  if (came.length <= most || came.length <= most * runState.copies.mostOf(version, event)) return false;
  const { length } = runState.book(version).withoutRepeats(came);
  return length > most * runState.copies.mostOf(version, event, 'distinct');
}

/** An event that came, or the absence of one; `pointer`: into its body. */
export function eventPlace(
  came: Pick<BookedEvent, 'delivery'> | undefined,
  about: string,
  pointer?: string,
): Place {
  if (!came) return { part: 'absent', about };
  return { part: 'event', event: came.delivery.id, about, ...(pointer !== undefined && { pointer }) };
}

/** A law without evidence is not passed. */
export const NOTHING_CAME: Finding = {
  verdict: 'skipped',
  code: 'not-exercised',
  text: 'Nothing in this run is subject to this rule, so there is nothing to judge.',
};

/** A user's id; one that holds more than letters, digits, hyphens and underscores is in quotes. */
export function shownUser(id: string | null): string {
  return id !== null && /^[\w-]+$/.test(id) ? id : JSON.stringify(id);
}

/** An address of the catcher by its end, in which it differs from the others. */
export function shownAddress(label: string): string {
  return `"…/${label}"`;
}

/** An event that went where it must not go. */
export function astray(runState: RunState, event: Strayed, about = event.name): Finding {
  const { name, user, delivery } = event;
  const changes = goalOf(runState, event);
  return {
    verdict: 'fail',
    code: 'wrong-address',
    text: `An event was sent ${changes[0] ?? 'to a former address, or to that of another contact point'}.`,
    expected: `nothing for user ${shownUser(user)} at the address ${shownAddress(delivery.address)}`,
    received: name ?? 'an event without a name',
    place: {
      part: 'event',
      event: delivery.id,
      ...(about !== null && { about }),
      ...(changes.length > 0 && { changes }),
    },
  };
}

type Strayed = Pick<BookedEvent, 'name' | 'user' | 'delivery'>;

/** How an address was called that had been set in another spelling, as a phrase to follow "it came". */
export function spellingOf(called: string, set: string): string {
  const [path = ''] = set.split('?');
  if (called === path) return 'to the address without its query';
  if (differInLastSlash(called, set))
    return path.endsWith('/')
      ? 'to the address without the slash at the end of its path'
      : 'to the address with a slash added to its path';
  return `to the address with a different ${called.startsWith(`${path}?`) ? 'query' : 'path'}`;
}

function differInLastSlash(called: string, set: string): boolean {
  const bare = (address: string): string => address.replace(/^([^?]*)\/(?=\?|$)/, '$1');
  return called !== set && bare(called) === bare(set);
}

/** Where an event went that should have gone to another address, as a phrase to follow "it came"; empty: it is not known. */
export function goalOf(runState: RunState, { user, delivery }: Pick<Strayed, 'user' | 'delivery'>): string[] {
  const { addressLog } = runState;
  const isOfOthers = user === null ? null : addressLog.isOfOthers(delivery.address, user);
  if (isOfOthers === null) {
    // The run's usual address, which the user's other contact point has.
    const isUsual = delivery.address === MAIN_ADDRESS && user !== null && addressLog.pointsOf(user) > 1;
    return isUsual ? [TO_OTHER_POINT] : [];
  }
  // A slash that is lost makes one address of the run another.
  const meant = addressLog
    .currentFor(user ?? '', delivery.at)
    .find((label) => differInLastSlash(delivery.address, label));
  if (meant !== undefined) return [spellingOf(delivery.address, meant)];
  // The user may have written at several contact points.
  const isOther = isOfOthers || addressLog.isCurrent(delivery.address);
  return [isOther ? TO_OTHER_POINT : 'to a former address'];
}

const TO_OTHER_POINT = 'to the address of another contact point';
