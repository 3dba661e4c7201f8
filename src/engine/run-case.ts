import type { Case, OperatorStep, SendStep, Step } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import { CaseContext } from './case-context.js';
import { dutyOf, type Excuse, excused, judgedOf, judgeRetry } from './case-outcome.js';
import type { BookedEvent } from './event-book.js';
import { asObservation, asSetup, type Doubt, type Finding, FindingError } from './finding.js';
import type { CaseOutcome } from './run-context.js';
import type { RunState } from './run-state.js';
import { abreast, eventsCausedBy, overlaps, urgencyOf, usesUnsetKey } from './schedule.js';
import { unfinished } from './standstill.js';
import { address } from './steps/address.js';
import { eventAddress, eventCause } from './steps/event-laws.js';
import { explained } from './steps/explained.js';
import { hangUp } from './steps/hang-up.js';
import { inbox } from './steps/inbox.js';
import { alike, invariant } from './steps/invariant.js';
import { notified } from './steps/notified.js';
import { arrivals, refuse, repeated } from './steps/observations.js';
import { operate, operatorProblem } from './steps/operator.js';
import { presence } from './steps/presence.js';
import { promptCount } from './steps/prompt-count.js';
import { send } from './steps/send.js';

/** Where a case stands in its run. */
export interface Placement {
  /** Number of the case: makes its users its own. */
  serial: number;
  /** An event that it misses has already been awaited in full. */
  hurried?: boolean;
  /** Resolves once nothing more is sent and the quiet window after `since` (wall clock, ms) has passed. */
  settled: (since: number) => Promise<void>;
  /** Called once the case sends nothing any more and its last event has come, or takes too long. */
  quiet?: () => void;
}

/**
 * Runs one case, and once more with other users if one attempt cannot decide it. Never throws: a fault of the checker is
 * an outcome of its own, never charged to the target.
 */
export async function runCase(
  testCase: Case,
  runState: RunState,
  placement: Placement,
): Promise<CaseOutcome> {
  try {
    return await attempts(testCase, runState, placement);
  } catch (error) {
    placement.quiet?.();
    return unfinished(testCase, runState, fault(error));
  } finally {
    runState.proceeds(testCase, null);
  }
}

async function attempts(testCase: Case, runState: RunState, placement: Placement): Promise<CaseOutcome> {
  const first = await attempt(testCase, runState, placement);
  if (first.unsure === null) return first.outcome;
  const second = await attempt(testCase, runState, {
    ...placement,
    serial: FIRST_AGAIN + placement.serial,
    hurried: first.unsure.passing === 'interference',
  });
  return judgeRetry(first.outcome, second.outcome, first.unsure);
}

/**
 * Waits for an event of the case's last stimulus, to learn how long the deployment takes at present, and then for all else
 * that the case may have caused, as long as it keeps coming: what nobody awaits stands in line as well. A case that went
 * wrong may have missed what comes now, and so does not wait for all of it.
 */
async function lastEvents(context: CaseContext, wentWell: boolean): Promise<void> {
  const { runState, testCase, startedAt, lastStimulus, lastLeft } = context;
  const { admission, signal } = runState;
  if (lastStimulus === startedAt || admission.stayMs === 0 || signal.aborted) return;
  const book = runState.book(testCase.version);
  const users = context.users();
  const isLast = ({ delivery }: BookedEvent): boolean => delivery.at >= lastLeft;
  const [first] = await book.waitForMore(users, 0, admission.stayMs, signal, isLast);
  if (!first) return;
  admission.came(first.delivery.at - lastLeft, { at: lastLeft, isSole: false, caseBeganAt: startedAt });
  const most = wentWell ? EVENTS_OF_AN_ACT * eventsCausedBy(testCase) - FEW_EVENTS : 0;
  for (let count = book.count(users); count < most; ) {
    const came = await book.waitForMore(users, count, admission.stayMs, signal);
    if (came.length <= count) return;
    count = came.length;
    const ms = Math.max(...came.map(({ delivery }) => delivery.at)) - lastLeft;
    admission.stillCame(ms);
  }
}

/** A message may ask for a destination, and be reported once it is delivered. */
const EVENTS_OF_AN_ACT = 2;
/** So few events that nobody else has to wait for them. */
const FEW_EVENTS = 16;

/** Users of second attempts are numbered from here on, after all cases. */
const FIRST_AGAIN = 50_000;

interface Attempt {
  outcome: CaseOutcome;
  /** Why it is uncertain that the target is to blame; null: it accuses nobody, or is certain. */
  unsure: Doubt | null;
}

/** What a finding says about events that came, or did not, while nobody answered them. */
const EVENTS = ['unexpected-event', 'no-event'];
const ASLEEP: Doubt = {
  why: 'Meanwhile the checker itself was held up for a while, so the service may have repeated an event, or given up on it.',
  passing: 'held-up',
};
const MIXED_UP: Excuse = {
  why: 'More came on its keep-alive connection than was asked for, so the answer may belong to another request.',
  passing: 'surplus-bytes',
};

/** The steps in order until one finds something, then whatever only the end of the run can decide. */
async function attempt(
  testCase: Case,
  runState: RunState,
  { serial, settled, quiet, hurried }: Placement,
): Promise<Attempt> {
  const context = new CaseContext(runState, testCase, serial, hurried);
  const suspendedMs = runState.ports.clock.suspendedMs();
  const early = await guarded(() => inCompany(context, () => runSteps(context, testCase.steps)));
  context.releaseAnswers();
  runState.proceeds(testCase, 'others');
  await guarded(() => context.finish());
  context.releaseAnswers();
  if (quiet) void lastEvents(context, early === null).then(quiet);
  runState.proceeds(testCase, 'end');
  const finding = await final(context, early, settled);
  const outcome = outcomeOf(context, finding);
  const accusing = outcome.verdict === 'fail' ? finding : outcome.breach;
  if (!accusing) return { outcome, unsure: null };
  if (await isMixedUp(context))
    return testCase.phase === 'open'
      ? { outcome, unsure: MIXED_UP }
      : { outcome: excused(outcome, MIXED_UP), unsure: null };
  const asleep =
    testCase.phase === 'open' &&
    runState.ports.clock.suspendedMs() > suspendedMs &&
    EVENTS.includes(accusing.code);
  const doubt = outcome.verdict === 'fail' ? (accusing.unsure ?? null) : null;
  return { outcome, unsure: doubt ?? (asleep ? ASLEEP : null) };
}

/** Whether an answer of the case may belong to another request. */
async function isMixedUp({ exchanges }: CaseContext): Promise<boolean> {
  const carriers = exchanges.flatMap(({ outcome }) => outcome.carrier ?? []);
  await Promise.all(carriers.map((carrier) => carrier.settle()));
  return carriers.some(({ surplus }) => surplus === 'ambiguous');
}

/**
 * Does the work among the cases that others of its phase wait for. A case that needs a contact point gets it before
 * anybody waits for it, and however the work ends, nobody waits for it any longer.
 */
async function inCompany<T>(context: CaseContext, work: () => Promise<T>): Promise<T> {
  const { runState, testCase } = context;
  runState.proceeds(testCase, 'others');
  if (testCase.steps.some(usesUnsetKey)) await context.key('unset');
  const { conductor, barrier } = runState;
  if (testCase.phase === 'clock') conductor.join(context);
  if (testCase.phase === 'address') barrier.join();
  try {
    return await work();
  } finally {
    runState.proceeds(testCase, 'others');
    if (testCase.phase === 'clock') conductor.leave(context);
    if (testCase.phase === 'address') await barrier.leave();
  }
}

/** All steps; if the case goes through the listed destinations, for one after the other. */
async function runSteps(context: CaseContext, steps: readonly Step[]): Promise<Finding | null> {
  if (context.testCase.repeats !== undefined) return runRepeated(context, steps, context.testCase.repeats);
  for (const round of await context.rounds()) {
    context.round = round;
    const finding = await runRound(context, steps);
    if (finding)
      return round ? { ...finding, text: `${finding.text} (Destination ${round.destination.id}.)` } : finding;
  }
  return null;
}

/** The repetitions side by side. What one of them cannot find out, another may. */
async function runRepeated(
  context: CaseContext,
  steps: readonly Step[],
  repeats: number,
): Promise<Finding | null> {
  const repetitions = await context.repetitions(repeats);
  const again = steps.filter((step) => !('once' in step && step.once));
  const found = await Promise.all(
    repetitions.map((caseContext, at) => guarded(() => runRound(caseContext, at === 0 ? steps : again))),
  );
  return (
    found.find((finding) => finding?.verdict === 'fail') ?? found.find((finding) => finding !== null) ?? null
  );
}

async function runRound(context: CaseContext, steps: readonly Step[]): Promise<Finding | null> {
  const beside: Running[] = [];
  const inStep = context.testCase.phase === 'address' ? abreast(steps) : [];
  for (const [at, step] of steps.entries()) {
    // Requests made at once share a place in the queue.
    if (beside.length === 0) context.urgency = requestUrgency(context.testCase, steps.slice(at));
    context.runState.proceeds(context.testCase, { step: at });
    if (inStep.includes(step)) await context.runState.barrier.arrive();
    if (context.runState.signal.aborted) return interrupted();
    const running = inTime(context, step);
    if ('beside' in step && step.beside) {
      beside.push({ step, running: Promise.resolve(running) });
      continue;
    }
    const finding = await firstFinding(context, [...beside.splice(0), { step, running }]);
    context.releaseAnswers();
    if (finding) return context.runState.signal.aborted ? interrupted() : asStep(step, finding);
    if (step.do !== 'send') continue;
    const refused = context.named.get(step.as ?? '')?.refused ?? false;
    if (step.endsIf && refused === (step.endsIf === 'refused')) return null;
    const found = refused && step.instead ? await sendInstead(context, step, step.instead) : null;
    if (found) return found;
  }
  return null;
}

/** What must overlap goes before all else: if two requests wait for a connection, neither is under way. */
function requestUrgency(testCase: Case, left: readonly Step[]): number {
  return overlaps(testCase) ? Number.POSITIVE_INFINITY : urgencyOf(testCase, left);
}

async function sendInstead(context: CaseContext, step: Step, instead: SendStep): Promise<Finding | null> {
  const finding = await send(context, instead);
  context.releaseAnswers();
  return finding && { ...inStep(context, step, finding), duty: dutyOf(context, instead, finding) };
}

/** A step that has begun. */
interface Running {
  step: Step;
  running: Promise<Finding | null> | Finding | null;
}

async function firstFinding(context: CaseContext, begun: readonly Running[]): Promise<Finding | null> {
  const found = await Promise.all(begun.map(({ running }) => running));
  const at = found.findIndex((finding) => finding !== null);
  const finding = found[at];
  if (!finding) return null;
  const { step } = begun[at] as Running;
  return { ...inStep(context, step, finding), duty: dutyOf(context, step, finding) };
}

/** What a finding of the step means for the case. */
function asStep(step: Step, finding: Finding): Finding {
  return 'setup' in step && step.setup ? asSetup(finding) : finding;
}

/** The finding, and which step found it when. */
function inStep(context: CaseContext, step: Step, finding: Finding): Finding {
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
  { of, code }: Finding,
): string[] {
  const known = circumstancesOf(description, testCase, { step, of, isChanged: code === 'content' });
  const isOtherDestination = testCase.eachDestination !== undefined && (round?.index ?? 0) > 0;
  return isOtherDestination && !known.includes('another destination')
    ? [...known, 'another destination']
    : known;
}

/** Does the step, once it has waited as long as it should. */
async function inTime(context: CaseContext, step: Step): Promise<Finding | null> {
  const lag = 'lag' in step && step.lag ? lagOf(context, step.lag) : 0;
  if (lag >= 1) await context.runState.ports.clock.sleep(lag, context.runState.signal);
  return runStep(context, step);
}

/** Milliseconds. If nothing like it was done yet, it takes as long as any request. */
function lagOf(
  { testCase, runState: { acts, exchanges }, round }: CaseContext,
  { behind, parts }: NonNullable<SendStep['lag']>,
): number {
  const part = parts[(round?.index ?? 0) % parts.length] ?? 0;
  if (part === 0) return 0;
  const step = testCase.steps.find((other) => 'as' in other && other.as === behind);
  const act = step?.do === 'operate' && acts.findLast(({ action, ended }) => action === step.action && ended);
  if (act && act.ended !== undefined) return (act.ended - act.at) * part;
  const like =
    step?.do === 'send' && exchanges.findLast(({ operation }) => operation === step.request.operation);
  return ((like || exchanges.at(-1))?.outcome.durationMs ?? 0) * part;
}

function runStep(context: CaseContext, step: Step): Promise<Finding | null> | Finding | null {
  switch (step.do) {
    case 'send':
      return send(context, step);
    case 'operate':
      return act(context, step);
    case 'notified':
      return wasRefused(context, step.onlyAfter ?? step.carries?.of) ? null : notified(context, step);
    case 'refuse':
      return refuse(context, step);
    case 'hang-up':
      return hangUp(context);
    case 'repeated':
      return repeated(context, step);
    case 'arrivals':
      return arrivals(context, step);
    case 'inbox':
      return inbox(context, step);
    case 'address':
      return address(context, step);
    case 'clock':
      return context.runState.conductor
        .until(context, step.hours)
        .then((result) => operatorProblem(result, 'advance_clock'));
    case 'presence':
      return presence(context, step);
    case 'invariant':
      return invariant(context, step);
    case 'alike':
      return alike(context, step);
    case 'event-address':
      return eventAddress(context, step);
    case 'prompt-count':
      return promptCount(context, step);
    case 'event-cause':
      return eventCause(context, step);
    case 'explained':
      return explained(context, step);
    // Judged when all cases have ended.
    case 'upheld':
      return null;
  }
}

/** Whether the employee's side could not do something that it need not be able to do: then nothing comes of it. */
function wasRefused({ timed }: CaseContext, act = ''): boolean {
  return timed.get(act)?.refused ?? false;
}

/** An employee acts; if that is impossible, it may still reveal a violation of the target. */
async function act(context: CaseContext, step: OperatorStep): Promise<Finding | null> {
  const found = await operate(context, step);
  if (found?.verdict !== 'inconclusive' || !step.ifItFails) return found;
  const cause = await runRound(context, step.ifItFails);
  return cause?.verdict === 'fail' ? inStep(context, step, cause) : found;
}

/** A case that could not go on may have found a violation all the same. */
async function final(
  context: CaseContext,
  early: Finding | null,
  settled: Placement['settled'],
): Promise<Finding | null> {
  if (early !== null && early.verdict !== 'inconclusive') return early;
  const late = await guarded(() => judgeWatches(context, settled));
  return early === null || late?.verdict === 'fail' ? late : early;
}

async function judgeWatches(context: CaseContext, settled: Placement['settled']): Promise<Finding | null> {
  const { watches, runState } = context;
  if (watches.length === 0) return null;
  await settled(Math.max(...watches.map(({ since }) => since)));
  if (runState.signal.aborted) return interrupted();
  const findings = await Promise.all(
    watches.map(async ({ judge, step }) => {
      const finding = await judge();
      if (!finding) return null;
      const found = inStep(context, step, finding);
      // Surplus events spoil nothing, and have laws of their own.
      return finding.code === 'unexpected-event'
        ? found
        : asStep(step, { ...found, duty: dutyOf(context, step, found) });
    }),
  );
  return (
    findings.find((finding) => finding?.verdict === 'fail') ??
    findings.find((finding) => finding !== null) ??
    null
  );
}

async function guarded(work: () => Promise<Finding | null>): Promise<Finding | null> {
  try {
    return await work();
  } catch (error) {
    return fault(error);
  }
}

function fault(error: unknown): Finding {
  if (error instanceof FindingError) return error.finding;
  return {
    verdict: 'error',
    code: 'internal',
    text: `The checker itself failed: ${error instanceof Error ? error.message : String(error)}`,
  };
}

function interrupted(): Finding {
  return { verdict: 'skipped', code: 'interrupted', text: 'The run was interrupted before this case ended.' };
}

function outcomeOf(context: CaseContext, found: Finding | null): CaseOutcome {
  const { testCase, runState } = context;
  const finding = found && testCase.level === 'observed' ? asObservation(found) : found;
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
    ...(finding?.breach && { breach: { ...finding.breach, ...judgement(context, finding) } }),
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
