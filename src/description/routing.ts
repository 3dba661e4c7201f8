import type { Ordinals, Routing, ScenarioStep, Transition, Trigger } from './types.js';

/** The transition that leaves a state on a trigger, with its id; undefined: none does. */
export function transitionFrom(
  { transitions }: Pick<Routing, 'transitions'>,
  state: string,
  trigger: Trigger,
): [id: string, transition: Transition] | undefined {
  return Object.entries(transitions).find(([, { from, on }]) => from === state && on === trigger);
}

/** Whether messages that are sent in a state reach employees. */
export function reachesEmployees(routing: Pick<Routing, 'transitions'>, state: string): boolean {
  return transitionFrom(routing, state, 'message')?.[1].delivers === true;
}

/** What a step of a scenario triggers, whose it is, and by which operation. */
export interface ReadStep {
  /** Null: an employee's reply, which changes no state. */
  trigger: Trigger | null;
  /** The user of the scenario is `a`. */
  user: 'a' | 'b';
  /** By another operation than the judged one. */
  otherKind: boolean;
}

/** Reads the name of a step. */
export function scenarioStep(step: ScenarioStep): ReadStep {
  if (step === 'reply') return { trigger: null, user: 'a', otherKind: false };
  if (step === 'reply-of-other-kind') return { trigger: null, user: 'a', otherKind: true };
  if (step === 'message-of-other-kind') return { trigger: 'message', user: 'a', otherKind: true };
  const user = step.startsWith('other-') ? 'b' : 'a';
  return { trigger: step.replace('other-', '') as Trigger, user, otherKind: false };
}

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
