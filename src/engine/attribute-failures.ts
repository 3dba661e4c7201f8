import { isDeepStrictEqual } from 'node:util';
import { operationOf } from '../cases/description-lookups.js';
import { leastTimes } from '../cases/step-place.js';
import type { Duty, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import { count } from '../phrases.js';
import { codes } from '../reasons.js';
import type { CaseOutcome } from './evidence.js';
import type { Finding } from './finding.js';

type Spoilt = CaseOutcome & { breach: Finding };

/**
 * Counts each violation in the setup of several cases only once, whether it spoilt them or they could go on: the case of the
 * run that judges it fails, and the spoilt ones point to that case. If the run has no such case, another that failed for the
 * same reason stands for it, or else the first of those that met it.
 */
export function countBreaches(outcomes: readonly CaseOutcome[]): CaseOutcome[] {
  const groups = new Map<string, Spoilt[]>();
  for (const spoilt of outcomes.filter(isSpoilt)) {
    const group = `${spoilt.case.version} ${JSON.stringify(spoilt.breach.duty ?? spoilt.breach.code)}`;
    groups.set(group, [...(groups.get(group) ?? []), spoilt]);
  }
  const counted = new Map<CaseOutcome, CaseOutcome>();
  for (const spoilt of groups.values()) {
    const answering = answeringFor(outcomes, spoilt as [Spoilt, ...Spoilt[]]);
    if (!answering) continue;
    counted.set(...answering);
    for (const outcome of spoilt)
      if (outcome !== answering[0] && outcome.verdict === 'inconclusive')
        counted.set(outcome, pointingTo(answering[0].case.id, outcome));
  }
  return outcomes.map((outcome) => counted.get(outcome) ?? outcome);
}

function isSpoilt(outcome: CaseOutcome): outcome is Spoilt {
  return outcome.breach !== undefined && (outcome.verdict === 'inconclusive' || outcome.verdict === 'pass');
}

/** The case that stands for what spoilt these, and its new outcome; null: all of them only observe. */
function answeringFor(
  outcomes: readonly CaseOutcome[],
  spoilt: readonly [Spoilt, ...Spoilt[]],
): [CaseOutcome, CaseOutcome] | null {
  const [first] = spoilt;
  const { version } = first.case;
  const { duty } = first.breach;
  const ofVersion = outcomes.filter((outcome) => outcome.case.version === version);
  const upholding = ofVersion.find((outcome) => answersFor(outcome, duty));
  if (upholding) return [upholding, blamed(upholding, spoilt)];
  const failed =
    duty &&
    ofVersion.filter((outcome) => outcome.verdict === 'fail' && isDeepStrictEqual(outcome.duty, duty));
  const own = mostSerious(spoilt);
  const other = mostSerious(failed ?? []);
  // A warning must not stand for what would be a violation.
  if (other && (isRequired(other) || !own || !isRequired(own))) return [other, other];
  return own ? [own, failing(own)] : null;
}

function mostSerious<T extends CaseOutcome>(outcomes: readonly T[]): T | undefined {
  return outcomes.find(isRequired) ?? outcomes.find(({ case: { level } }) => level !== 'observed');
}

function isRequired({ case: { level } }: CaseOutcome): boolean {
  return level === 'required';
}

/** Whether the case judges the duty for the whole run, and came to its end. */
function answersFor({ case: { steps }, verdict }: CaseOutcome, duty: Duty | null | undefined): boolean {
  if (verdict === 'skipped' || verdict === 'error') return false;
  return steps.some((step) => step.do === 'judge-duty' && isDeepStrictEqual(step.duty, duty));
}

/** The outcome of a case without a verdict, with the failure that it is due to. */
function pointingTo(id: string, outcome: CaseOutcome): CaseOutcome {
  const { reason } = outcome;
  return {
    ...outcome,
    dueTo: id,
    reason: reason && { ...reason, text: `${reason.text} See the failure of ${id}.` },
  };
}

/** No case of the run stands for it but itself. */
function failing({ breach, ...outcome }: Spoilt): CaseOutcome {
  const { code, text, expected = outcome.expected, received = outcome.received } = breach;
  const undecided = outcome.verdict === 'inconclusive' ? ', so the case itself remains undecided' : '';
  const sentence = `${text} This happened while the case was being set up${undecided}.`;
  return {
    ...outcome,
    verdict: 'fail',
    reason: { code, text: sentence },
    expected,
    received,
    ...judged(breach),
  };
}

/** The case of the run fails for what others met, if it met nothing of the kind itself. */
function blamed(outcome: CaseOutcome, spoilt: readonly [Spoilt, ...Spoilt[]]): CaseOutcome {
  const [first, ...others] = spoilt;
  const where = `in the setup of ${first.case.id}${others.length > 0 ? ` and ${count(others.length, 'more case', 'more cases')}` : ''}`;
  const seen = {
    ...outcome,
    exchanges: [...new Set([...outcome.exchanges, ...first.exchanges])],
    events: [...new Set([...outcome.events, ...first.events])],
    readings: [...new Set([...(outcome.readings ?? []), ...(first.readings ?? [])])],
  };
  if (outcome.verdict === 'fail' && outcome.reason) {
    const { code, text } = outcome.reason;
    return { ...seen, reason: { code, text: `${text} The same happened ${where}.` } };
  }
  const { code, text, expected = null, received = null } = first.breach;
  return {
    ...seen,
    verdict: 'fail',
    reason: { code, text: `${text} It happened ${where}.` },
    expected,
    received,
    // The step of this case is the one that stands for it.
    ...judged({ ...first.breach, step: upholdingStep(outcome) }),
  };
}

function upholdingStep({ case: { steps } }: CaseOutcome): number {
  return Math.max(
    0,
    steps.findIndex((step) => step.do === 'judge-duty'),
  );
}

function judged({ place, step = 0, judgedAt = 0, duty }: Finding): Pick<CaseOutcome, 'judged'> {
  if (!place) return {};
  // A field is one of what was found to be wrong, whatever that was owed for.
  const about = place.field === undefined ? (duty?.about ?? place.about) : place.about;
  return { judged: { place: { ...place, ...(about && { about }) }, step, at: judgedAt } };
}

/** Why a case has no verdict although the target itself may be the reason; by what else it failed for, if it did. */
const BY_EVENT = codes('no-control', 'tainted', 'dialect-event');
const BY_OPERATION = codes(
  'target-lost',
  'not-exercised',
  'no-answer',
  'no-elements',
  'no-list',
  'no-destination',
);

/** Events stopped coming until the address was set again: whatever lost it lost it for all versions. */
const BY_ADDRESS = codes('interference');

/** An employee could not act, so the conversation may not be in the state that the routing expects. */
const BY_CONVERSATION = codes('operator', 'setup-operator');

/**
 * Makes cases without a verdict point to the failure that left them without: that of an event which they await or whose
 * absence they watch, of an operation which they call, or of a conversation in which an employee could not act. A warning
 * does not explain a required case, nor does the form of a response explain an event.
 */
export function pointToFailures(
  outcomes: readonly CaseOutcome[],
  descriptionOf: (version: string) => Description,
): CaseOutcome[] {
  return outcomes.map((outcome) => {
    const { verdict, reason, dueTo, case: testCase } = outcome;
    if (dueTo !== undefined || !reason) return outcome;
    const byEvent = BY_EVENT.has(reason.code);
    const byConversation = BY_CONVERSATION.has(reason.code);
    const byAddress = BY_ADDRESS.has(reason.code);
    if (verdict !== 'inconclusive') return outcome;
    if (!byEvent && !byConversation && !byAddress && !BY_OPERATION.has(reason.code)) return outcome;
    const description = descriptionOf(testCase.version);
    const failed = outcomes.filter(
      (other) =>
        other.verdict === 'fail' &&
        (other.case.version === testCase.version || byAddress) &&
        (isRequired(other) || !isRequired(outcome)) &&
        (!byEvent || !other.case.steps.some(isInvariant)) &&
        (!byAddress || other.reason?.code === 'no-event') &&
        (!byConversation || other.case.steps.some(looksAtConversation)),
    );
    const about = (step: Step): string[] => subjectsOf(step, description);
    const events =
      byEvent || byAddress
        ? testCase.steps.flatMap((step) => (step.do === 'expect-event' ? [step.event] : []))
        : [];
    const ofEvent =
      failed.find(({ duty }) => duty?.kind === 'due' && events.includes(duty.about)) ??
      failed.find(({ case: { steps } }) => share(steps.flatMap(about), events));
    const ofRequest = (): CaseOutcome | undefined =>
      failed.find(({ duty }) => duty && testCase.steps.flatMap(about).includes(duty.about)) ??
      failed.find(({ case: { steps } }) => share(steps.flatMap(about), testCase.steps.flatMap(about)));
    const cause = ofEvent ?? (byAddress ? undefined : ofRequest());
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
    step.do === 'expect-event' && step.event === event && leastTimes(step) > 0;
  return outcomes.some(
    ({ case: testCase, verdict }) =>
      testCase.version === version &&
      verdict !== 'skipped' &&
      verdict !== 'error' &&
      testCase.steps.some(waitsFor),
  );
}

function isInvariant(step: Step): boolean {
  return step.do === 'invariant';
}

function looksAtConversation(step: Step): boolean {
  return step.do === 'expect-event' || step.do === 'inbox';
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
    case 'expect-event':
      return [step.event];
    default:
      return [];
  }
}
