import { employeeEvents } from '../cases/description-lookups.js';
import type { Case, ExpectEventStep, OperatorStep, SendStep, Step } from '../cases/types.js';
import type { CaseContext } from './case-context.js';
import { asStep, dutyOf, guarded, inStep } from './case-outcome.js';
import { type Finding, gravest, interrupted } from './finding.js';
import { isHeld } from './judge/payload.js';
import { abreast, overlaps, urgencyOf } from './schedule.js';
import { address } from './steps/address.js';
import { eventArrival } from './steps/event-arrival.js';
import { readOf } from './steps/event-content.js';
import { eventAddress, eventCause } from './steps/event-laws.js';
import { expectEvent } from './steps/expect-event.js';
import { expectSomeOrder } from './steps/expect-some-order.js';
import { inbox } from './steps/inbox.js';
import { brokenLaw, compareResponses, invariant } from './steps/invariant.js';
import { observeOrder } from './steps/observations.js';
import { letEmployeeAct, operatorProblem } from './steps/operator.js';
import { presence } from './steps/presence.js';
import { promptCount } from './steps/prompt-count.js';
import { expectRetry, hangUp, observeRetries, pause, refuse } from './steps/receiver.js';
import { sendRequest } from './steps/send.js';

/** All steps; if the case goes through the listed destinations, for one after the other. */
export async function runSteps(context: CaseContext, steps: readonly Step[]): Promise<Finding | null> {
  if (context.testCase.repeats !== undefined) return runRepeated(context, steps, context.testCase.repeats);
  for (const round of await context.destinations.rounds()) {
    context.round = round;
    const finding = await runRound(context, steps);
    // Without a verdict it does not matter at which.
    if (finding?.verdict === 'fail' && round)
      return { ...finding, text: `${finding.text} (Destination ${round.destination.id}.)` };
    if (finding) return finding;
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
  return gravest(
    await Promise.all(
      repetitions.map((caseContext, at) => guarded(() => runRound(caseContext, at === 0 ? steps : again))),
    ),
  );
}

async function runRound(context: CaseContext, steps: readonly Step[]): Promise<Finding | null> {
  const beside: Running[] = [];
  // A repetition has a context of its own.
  const isRepeated = context.testCase.repeats !== undefined;
  const synchronized = context.testCase.phase === 'address' ? abreast(steps) : [];
  for (const [at, step] of steps.entries()) {
    // Requests made at once share a place in the queue.
    if (beside.length === 0) context.priority = requestUrgency(context.testCase, steps.slice(at));
    context.runState.proceeds(context.testCase, { step: at });
    if (synchronized.includes(step)) await context.runState.barrier.arrive();
    if (context.runState.signal.aborted) return atInterruption(context, step);
    const running = inTime(context, step);
    if ('beside' in step && step.beside) {
      beside.push({ step, running: Promise.resolve(running) });
      continue;
    }
    const finding = await firstFinding(context, [...beside.splice(0), { step, running }]);
    context.releaseResponses();
    if (finding) {
      if (context.runState.signal.aborted) return interrupted();
      const meant = asStep(step, finding);
      if (!finding.isRefusal || meant.breach === undefined || isRepeated) return meant;
      context.breach ??= meant;
    }
    if (step.do !== 'send') continue;
    const refused = context.refused.has(step);
    if (step.endsIf && refused === (step.endsIf === 'refused')) return null;
    const found = refused && step.instead ? await sendInstead(context, step, step.instead) : null;
    if (found) return found;
  }
  return null;
}

/** A law that responses have broken stays broken, though the run ends early; that none has proves nothing. */
export function atInterruption(context: CaseContext, step: Step): Finding {
  const broken = step.do === 'invariant' ? brokenLaw(context, step) : null;
  return broken ? inStep(context, step, broken) : interrupted();
}

/** What must overlap goes before all else: if two requests wait for a connection, neither is under way. */
function requestUrgency(testCase: Case, left: readonly Step[]): number {
  return overlaps(testCase) ? Number.POSITIVE_INFINITY : urgencyOf(testCase, left);
}

async function sendInstead(context: CaseContext, step: Step, instead: SendStep): Promise<Finding | null> {
  const finding = await sendRequest(context, instead);
  context.releaseResponses();
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
      return sendRequest(context, step);
    case 'operate':
      return act(context, step);
    case 'expect-event':
      return isExcused(context, step) ? null : expectEvent(context, step);
    case 'refuse':
      return refuse(context, step);
    case 'hang-up':
      return hangUp(context);
    case 'pause':
      return pause(context);
    case 'observe-retries':
      return observeRetries(context, step);
    case 'expect-retry':
      return expectRetry(context, step);
    case 'observe-order':
      return observeOrder(context, step);
    case 'inbox':
      return inbox(context, step);
    case 'address':
      return address(context, step);
    case 'await-others':
      return awaitOthers(context);
    case 'clock':
      return context.runState.serviceClock.conductor
        .until(context, step.hours, step.from)
        .then((result) => operatorProblem(result, 'advance_clock'));
    case 'presence':
      return presence(context, step);
    case 'invariant':
      return invariant(context, step);
    case 'compare-responses':
      return compareResponses(context, step);
    case 'event-address':
      return eventAddress(context, step);
    case 'prompt-count':
      return promptCount(context, step);
    case 'event-cause':
      return eventCause(context, step);
    case 'event-arrival':
      return eventArrival(context, step);
    case 'expect-some-order':
      return expectSomeOrder(context, step);
    // Judged when all cases have ended.
    case 'judge-duty':
      return null;
  }
}

/** Meanwhile the case keeps no room from them. */
async function awaitOthers({ runState, pauses }: CaseContext): Promise<null> {
  pauses();
  await runState.othersEnded.promise;
  return null;
}

/** Whether the employee's side could not do what should cause the event, and need not be able to: then nothing comes of it. */
function isExcused({ actionTimes }: CaseContext, { onlyAfter, carries }: ExpectEventStep): boolean {
  return [onlyAfter, carries?.of].some((act) => act !== undefined && actionTimes.get(act)?.refused === true);
}

/** An employee acts; if that is impossible, it may still reveal a violation of the target. */
async function act(context: CaseContext, step: OperatorStep): Promise<Finding | null> {
  const since = context.runState.ports.clock.now();
  const found = await letEmployeeAct(context, step);
  if (found?.verdict !== 'inconclusive' || !step.ifItFails) return found;
  const wasDone = (): boolean => hasComeOf(context, step, since);
  const watched = context.watches.length;
  const cause = await runRound(context, step.ifItFails);
  // The event may come after that.
  for (const watch of context.watches.splice(watched))
    context.watches.push({ ...watch, judge: () => (wasDone() ? null : watch.judge()) });
  if (cause?.verdict !== 'fail' || wasDone()) return found;
  // An inbox that has never shown anything may be one that shows nothing.
  const isBlind = context.runState.readings.all.every(({ items }) => items.length === 0);
  return isBlind && cause.code === 'not-delivered' ? found : inStep(context, step, cause);
}

/** Whether the event of the action has come, with what the action gave: then it was done, whatever the driver says. */
function hasComeOf(context: CaseContext, { action, user }: OperatorStep, since: number): boolean {
  const { description, runState, testCase } = context;
  const rule = employeeEvents(description).find((each) => each.action === action);
  const of = context.user(user);
  const given = runState.acts.findLast((act) => act.action === action && act.user === of)?.parameters ?? {};
  return runState
    .book(testCase.version)
    .of(of)
    .some(
      (event) =>
        event.name === rule?.event &&
        event.delivery.at >= since &&
        rule.carries.every((parameter) => isHeld(readOf(context, event), given[parameter])),
    );
}
