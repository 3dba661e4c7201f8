import { reachesEmployees, runRouting } from '../description/routing.js';
import type { Description, Trigger } from '../description/types.js';
import { closeRule, operationOf, routingEvent } from './description-lookups.js';

import { look, send } from './steps.js';
import type { CaseDraft, OperatorStep, SendStep, Step } from './types.js';

/**
 * If an employee cannot act, the service may have ended the conversation by itself (section 3): one more message of the
 * user shows it, because it asks for a destination again, or reaches no employee. Added to each act whose user must have a
 * destination then.
 */
export function withLostConversationChecks(
  description: Description,
  { needs, steps }: Pick<CaseDraft, 'needs' | 'steps'>,
): Step[] {
  if (!needs.some(({ kind }) => kind === 'webhook') || steps.some(hindersEvents)) return [...steps];
  return steps.map((step, at) => {
    const before = steps.slice(0, at);
    if (step.do !== 'operate' || step.ifItFails || !mustBePossible(step) || !isHeard(before, step))
      return step;
    const due = promptsSoFar(description, before, step);
    if (due === null) return step;
    const check = lostConversationCheck(description, step, due);
    // Where employees have logged out, nobody need see what is sent.
    const isSeen = !steps.some((other) => other.do === 'presence' && !other.online);
    return { ...step, ifItFails: isSeen ? [...check, lookForMessage(step)] : check };
  });
}

function hindersEvents(step: Step): boolean {
  return step.do === 'hang-up' || (step.do === 'address' && typeof step.label !== 'string');
}

/**
 * Whether all events for the user come to the run: at the main contact point always, at others if an address was set before
 * the user wrote.
 */
function isHeard(before: readonly Step[], { user, key = 'main' }: OperatorStep): boolean {
  if (key === 'main') return true;
  const set = before.findIndex((step) => step.do === 'address' && step.key === key);
  const wrote = before.findIndex((step) => step.do === 'send' && (step.request.user ?? 'a') === user);
  return set >= 0 && (wrote < 0 || set < wrote);
}

function mustBePossible({ mayBeImpossible, leftOpen, beside, lag }: OperatorStep): boolean {
  return !mayBeImpossible && !leftOpen && !beside && lag === undefined;
}

/**
 * How often the user of the act has been asked for a destination; null: none is selected, or not all that was done shows
 * in the steps.
 */
function promptsSoFar(
  description: Description,
  before: readonly Step[],
  { user, key }: OperatorStep,
): number | null {
  const triggers: Trigger[] = [];
  for (const step of before) {
    if (step.do === 'operate' && step.user === user && step.action === closeRule(description).action) {
      if (!mustBePossible(step)) return null;
      triggers.push('close');
    }
    if (step.do !== 'send' || (step.request.user ?? 'a') !== user) continue;
    const kind = description.operations[step.request.operation]?.kind;
    if (step.expect.kind === 'refused' || (kind !== 'message' && kind !== 'select')) continue;
    if (!isPlain(step) || step.request.key !== key) return null;
    triggers.push(kind);
  }
  try {
    const course = runRouting(description.routing, [...triggers, 'message']);
    const probed = course.at(-1);
    const isOpen = course.some(
      ({ trigger, from, to, open }) => open !== null || (trigger === 'select' && from === to),
    );
    if (isOpen || !probed || probed.sends || !reachesEmployees(description.routing, probed.from)) return null;
    return course.filter(({ sends }) => sends === routingEvent(description)).length;
  } catch {
    return null;
  }
}

/** Whether the request takes effect as the model says, one after the other. */
function isPlain({ expect, endsIf, instead, beside, lag, request }: SendStep): boolean {
  const isCertain = expect.kind === 'accepted' && !endsIf && !instead && !beside && lag === undefined;
  return isCertain && request.version === undefined;
}

const MESSAGE = 'message after the act';

function lostConversationCheck(description: Description, { user, key }: OperatorStep, due: number): Step[] {
  const who = { user, ...(key !== undefined && { key }) };
  const more = { setup: true, as: MESSAGE } as const;
  return [
    send(description, operationOf(description, 'message'), { kind: 'accepted' }, who, more),
    { do: 'expect-event', event: routingEvent(description), user, times: due, settles: true },
  ];
}

function lookForMessage({ user, key, destination }: OperatorStep): Step {
  const where = { ...(destination !== undefined && { destination }), ...(key !== undefined && { key }) };
  return look('present', [MESSAGE], [], { user, ...where });
}
