import type { EmployeeEvent } from './description-lookups.js';
import type { UserLabel } from './request-plan.js';
import { expectEventOf, OWN_POINT, perform, setAddress } from './steps.js';
import type { ExpectEventStep, OperatorStep, Step } from './types.js';

/** A reply by the name of its step; to user `a` if it names none. */
export interface NamedReply {
  rule: EmployeeEvent;
  as: string;
  user?: UserLabel;
}

/** So many replies, of all kinds in turn. */
export function repliesInTurn(kinds: readonly EmployeeEvent[], count: number): NamedReply[] {
  return Array.from({ length: count }, (_, at) => ({
    rule: kinds[at % kinds.length] as EmployeeEvent,
    as: `reply ${at + 1}`,
  }));
}

/** Employees write these replies; default: at the contact point of the case's own. */
export function writeReplies(
  replies: readonly NamedReply[],
  place: Pick<OperatorStep, 'key'> = OWN_POINT,
): OperatorStep[] {
  return replies.map(({ rule, as, user = 'a' }) => perform(rule, { ...place, user, as }));
}

/** An employee does what causes an event of this rule, and the event comes. */
export function replyWithEvent(
  rule: EmployeeEvent,
  as = rule.event,
  { key, address }: Partial<Pick<OperatorStep, 'key'> & Pick<ExpectEventStep, 'address'>> = {},
): Step[] {
  return [
    perform(rule, { ...(key && { key }), as }),
    expectEventOf(rule, as, { ...(address !== undefined && { address }) }),
  ];
}

/** An address is set there, and the replies come to it. */
export function expectAtAddress(replies: readonly NamedReply[], address = 'late'): Step[] {
  return [setAddress(address), ...replies.map((reply) => expectReply(reply, address))];
}

/** The reply comes to this address. */
export function expectReply({ rule, as, user = 'a' }: NamedReply, address = 'late'): ExpectEventStep {
  return expectEventOf(rule, as, { user, address });
}
