import { transitionFrom } from '../description/routing.js';
import type { Ordinals, Routing, Trigger } from '../description/types.js';

/** The referee's reading of the routing state machine: what one user's steps must cause (section 3). */
export interface RoutingStep {
  trigger: Trigger;
  from: string;
  to: string;
  transition: string;
  /** Event that this step sends, if any. */
  sends: string | null;
  /** Event of which the document leaves open whether this step sends it. */
  open: { event: string; gap: string } | null;
}

/**
 * Walks the machine. Throws when a state has no transition for a trigger: such a scenario is not a row of the table.
 */
export function runRouting(routing: Routing, triggers: readonly Trigger[]): RoutingStep[] {
  let state = routing.initial;
  let messages = 0;
  let conversations = 1;
  return triggers.map((trigger) => {
    const found = transitionFrom(routing, state, trigger);
    if (!found) throw new Error(`No transition leaves the state "${state}" on "${trigger}".`);
    const [id, transition] = found;
    if (trigger === 'message') messages += 1;
    const step: RoutingStep = {
      trigger,
      from: state,
      to: transition.to,
      transition: id,
      sends: applies(transition.sends, messages, conversations) ? (transition.sends?.event ?? null) : null,
      open: transition.open && applies(transition.open, messages, conversations) ? transition.open : null,
    };
    state = transition.to;
    if (transition.ends) {
      messages = 0;
      conversations += 1;
    }
    return step;
  });
}

/**
 * Whether guards on the position of the message in its conversation, and on that of the conversation, hold; no guard
 * always holds.
 */
export function applies(
  rule: { messages?: Ordinals; conversations?: Ordinals } | undefined,
  message: number,
  conversation: number,
): boolean {
  return contains(rule?.messages, message) && contains(rule?.conversations, conversation);
}

function contains(range: Ordinals | undefined, position: number): boolean {
  if (!range) return true;
  return position >= range.from && position <= (range.to ?? Number.POSITIVE_INFINITY);
}
