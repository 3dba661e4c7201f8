import { operationOf, operationsOf } from '../cases/description-lookups.js';
import type { Duty, Step } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import type { Place } from '../record/types.js';
import type { CaseContext } from './case-context.js';
import type { CaseOutcome } from './evidence.js';
import { asObservation, asSetup, type Doubt, type Finding, FindingError } from './finding.js';

/**
 * What a violation rests on: the place that the finding names, or else the last exchange of the case; the step that found
 * it; and what it is about.
 */
export function judgedOf(
  context: CaseContext,
  {
    place: found,
    step = 0,
    judgedAt = context.runState.ports.clock.now(),
    duty,
    circumstances = [],
  }: Finding,
): NonNullable<CaseOutcome['judged']> {
  const { exchanges, readings, testCase } = context;
  const place: Place = found ?? { part: 'answer' };
  const last = exchanges.at(-1)?.id;
  const shown = readings.at(-1);
  const points = place.exchange ?? place.event ?? place.reading;
  const where =
    points !== undefined
      ? {}
      : place.part === 'inbox' && shown !== undefined
        ? { reading: shown }
        : last !== undefined && { exchange: last };
  const operation = exchanges.find(({ id }) => id === (place.exchange ?? last))?.operation;
  const about = place.about ?? duty?.about ?? operation ?? testCase.operation;
  return {
    place: {
      ...place,
      ...where,
      ...(about && { about }),
      ...(circumstances.length > 0 && { circumstances: [...circumstances] }),
    },
    step,
    at: judgedAt,
  };
}

/** The outcome of a case, with its evidence; null: it found nothing wrong. */
export function outcomeOf(context: CaseContext, found: Finding | null): CaseOutcome {
  const { testCase, runState } = context;
  const finding = found && testCase.level === 'observed' ? asObservation(found) : found;
  const spoilt = finding ?? context.breach;
  const events = context.users().flatMap((user) => runState.book(testCase.version).of(user));
  return {
    case: testCase,
    verdict: finding?.verdict ?? 'pass',
    reason: finding && { code: finding.code, text: finding.text },
    expected: finding?.expected ?? null,
    received: finding?.received ?? null,
    exchanges: [...new Set(context.exchanges.map(({ id }) => id))],
    events: [...new Set([...events.map(({ delivery }) => delivery.id), ...context.deliveries])],
    ...(context.readings.length > 0 && { readings: [...new Set(context.readings)] }),
    ...(finding?.verdict === 'fail' && { judged: judgedOf(context, finding) }),
    observations: context.observations,
    startedAt: context.startedAt,
    durationMs: runState.ports.clock.now() - context.startedAt,
    ...(finding?.duty && { duty: finding.duty }),
    ...(spoilt?.breach && { breach: { ...spoilt.breach, ...judgement(context, spoilt) } }),
  };
}

/** About a breach in the setup: where and when it was found, as told by the finding that stands for it. */
function judgement(context: CaseContext, { breach, ...finding }: Finding): Partial<Finding> {
  const { place, step, at } = judgedOf(context, {
    ...finding,
    ...(breach?.place && { place: breach.place }),
  });
  return { place, step, judgedAt: at };
}

/** The duty that a violation found by this step breaches; null: a law of its own. */
export function dutyOf(
  { description, named }: CaseContext,
  step: Step,
  { place }: Pick<Finding, 'place'>,
): Duty | null {
  switch (step.do) {
    case 'send':
      return {
        kind: step.expect.kind === 'accepted' ? 'accepted' : 'refused',
        about: step.request.operation,
      };
    case 'address':
      return { kind: 'accepted', about: operationOf(description, 'address') };
    case 'expect-event':
      return { kind: 'due', about: step.event };
    case 'inbox': {
      const messages = operationsOf(description, 'message');
      const judged = messages.find((operation) => operation === place?.about);
      const sent = named.get(step.holds[0] ?? '')?.exchange.operation;
      return { kind: 'delivered', about: judged ?? sent ?? messages[0] ?? '' };
    }
    default:
      return null;
  }
}

/** A doubt about who is to blame. */
export interface Excuse extends Doubt {
  passing: 'held-up' | 'surplus-bytes';
}

/**
 * The outcome of a case that accused the target at first and was tried again. Even if it passes then, it was a violation,
 * unless the checker itself or another request got in the way, or another run turns out to have been there (see
 * `doubtedByOtherRun`).
 */
export function judgeRetry(first: CaseOutcome, second: CaseOutcome, { why, passing }: Doubt): CaseOutcome {
  const both = {
    ...second,
    exchanges: [...first.exchanges, ...second.exchanges],
    events: [...first.events, ...second.events],
    readings: [...(first.readings ?? []), ...(second.readings ?? [])],
    startedAt: first.startedAt,
    durationMs: second.startedAt + second.durationMs - first.startedAt,
  };
  // Otherwise nobody would know why the evidence shows everything twice.
  if (second.verdict === 'fail' && second.reason) {
    // The second attempt was in a hurry if only somebody else could have been to blame.
    const { expected, received, judged, ...decisive } = passing === 'interference' ? first : second;
    const { code, text } = decisive.reason ?? second.reason;
    return {
      ...both,
      reason: { code, text: `${text} The case was tried twice.` },
      expected,
      received,
      ...(judged && { judged }),
    };
  }
  if (second.verdict !== 'pass' || !first.reason || passing === 'cleared') return both;
  const { code, text } = first.reason;
  const sentence = passing ? `${text} ${why}` : text;
  return {
    ...both,
    verdict: passing ? 'inconclusive' : 'fail',
    reason: {
      code: passing ?? code,
      text: `${sentence} When the case was tried again, it passed.`,
    },
    expected: first.expected,
    received: first.received,
    ...(first.judged && { judged: first.judged }),
    ...(!passing && { recovered: true }),
  };
}

/** What accuses the target and cannot be tried again, where somebody else may be to blame. */
export function excused({ judged: _, ...outcome }: CaseOutcome, { why, passing }: Excuse): CaseOutcome {
  const text = `${outcome.reason?.text ?? ''} ${why}`.trim();
  return { ...outcome, verdict: 'inconclusive', reason: { code: passing, text } };
}

/** What a finding of the step means for the case. */
export function asStep(step: Step, finding: Finding): Finding {
  return 'setup' in step && step.setup ? asSetup(finding) : finding;
}

/** The finding, and which step found it when. */
export function inStep(context: CaseContext, step: Step, finding: Finding): Finding {
  const { testCase, runState } = context;
  const at = testCase.steps.indexOf(step);
  const judgedAt = runState.ports.clock.now();
  return at < 0
    ? { ...finding, judgedAt }
    : { ...finding, judgedAt, step: at, circumstances: circumstances(context, at, finding) };
}

function circumstances(
  { description, testCase, round }: CaseContext,
  step: number,
  { of, code, place }: Finding,
): string[] {
  const isOfSelection = description.operations[place?.about ?? '']?.kind === 'select';
  const judged = { step, of, isChanged: code === 'content', isOfSelection };
  const known = circumstancesOf(description, testCase, judged);
  const isOtherDestination = testCase.eachDestination !== undefined && (round?.index ?? 0) > 0;
  return isOtherDestination && !known.includes('another destination')
    ? [...known, 'another destination']
    : known;
}

/** The finding of some work; whatever it throws is a finding as well. */
export async function guarded(work: () => Promise<Finding | null>): Promise<Finding | null> {
  try {
    return await work();
  } catch (error) {
    return internalError(error);
  }
}

/** What was thrown: a finding that ended the case, or a fault of the checker. */
export function internalError(error: unknown): Finding {
  if (error instanceof FindingError) return error.finding;
  return {
    verdict: 'error',
    code: 'internal',
    text: `The checker itself failed: ${error instanceof Error ? error.message : String(error)}`,
  };
}
