import type { Step } from '../cases/types.js';
import { operationOf } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import { pointingTo } from './breaches.js';
import type { CaseOutcome } from './run-context.js';

/** Why a case has no verdict where the target itself may be the reason; by what else it failed for, if it did. */
const BY_EVENT = ['no-control', 'tainted', 'dialect-event'];
const BY_OPERATION = [
  'target-lost',
  'not-exercised',
  'no-answer',
  'no-elements',
  'no-list',
  'no-destination',
  'dialect-error',
];

/** An employee could not act: the conversation may not be where the routing says. */
const BY_CONVERSATION = ['operator', 'setup-operator'];

/**
 * Cases without a verdict point to the failure that left them without: of an event that they wait for or whose absence
 * they watch, of an operation that they call, or of a conversation in which an employee could not act.
 */
export function pointToFailures(
  outcomes: readonly CaseOutcome[],
  descriptionOf: (version: string) => Description,
): CaseOutcome[] {
  return outcomes.map((outcome) => {
    const { verdict, reason, dueTo, case: testCase } = outcome;
    if (verdict !== 'inconclusive' || dueTo !== undefined || !reason) return outcome;
    const byEvent = BY_EVENT.includes(reason.code);
    const byConversation = BY_CONVERSATION.includes(reason.code);
    if (!byEvent && !byConversation && !BY_OPERATION.includes(reason.code)) return outcome;
    const description = descriptionOf(testCase.version);
    const failed = outcomes.filter(
      (other) =>
        other.verdict === 'fail' &&
        other.case.version === testCase.version &&
        (!byConversation || other.case.steps.some(looksAtConversation)),
    );
    const about = (step: Step): string[] => subjectsOf(step, description);
    const events = byEvent
      ? testCase.steps.flatMap((step) => (step.do === 'notified' ? [step.event] : []))
      : [];
    const cause =
      failed.find(({ duty }) => duty?.kind === 'due' && events.includes(duty.about)) ??
      failed.find(({ case: { steps } }) => share(steps.flatMap(about), events)) ??
      failed.find(({ duty }) => duty && testCase.steps.flatMap(about).includes(duty.about)) ??
      failed.find(({ case: { steps } }) => share(steps.flatMap(about), testCase.steps.flatMap(about)));
    if (cause) return pointingTo(cause.case.id, outcome);
    return reason.code === 'no-control' && !events.some((event) => isDue(event, outcome, outcomes))
      ? { ...outcome, verdict: 'skipped', reason: NOTHING_DUE }
      : outcome;
  });
}

const NOTHING_DUE = {
  code: 'nothing-due',
  text: 'No case of this run causes the event, so its absence proves nothing.',
};

/** Whether a case of the run waited for the event. */
function isDue(event: string, { case: { version } }: CaseOutcome, outcomes: readonly CaseOutcome[]): boolean {
  const waitsFor = (step: Step): boolean =>
    step.do === 'notified' &&
    step.event === event &&
    (typeof step.times === 'number' ? step.times : step.times.atLeast) > 0;
  return outcomes.some(
    ({ case: testCase, verdict }) =>
      testCase.version === version &&
      verdict !== 'skipped' &&
      verdict !== 'error' &&
      testCase.steps.some(waitsFor),
  );
}

function looksAtConversation(step: Step): boolean {
  return step.do === 'notified' || step.do === 'inbox';
}

function share(some: readonly string[], others: readonly string[]): boolean {
  return some.some((item) => others.includes(item));
}

/** The operations and events that a step is about. */
function subjectsOf(step: Step, description: Description): string[] {
  switch (step.do) {
    case 'send':
      return [step.request.operation];
    case 'invariant':
      return step.operation === null ? [] : [step.operation];
    case 'address':
      return [operationOf(description, 'address')];
    case 'presence':
      return [operationOf(description, 'destinations')];
    case 'notified':
      return [step.event];
    default:
      return [];
  }
}
