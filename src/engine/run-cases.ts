import { whenAborted } from '../abort.js';
import type { Case } from '../cases/types.js';
import { Deferred } from '../deferred.js';
import { countBreaches, pointToFailures } from './attribute-failures.js';
import type { CaseOutcome } from './evidence.js';
import { usersOf } from './ids.js';
import type { Ports } from './ports.js';
import {
  sawOtherRun,
  weighedByOtherRuns,
  withLateEvents,
  withShortenedWait,
  withSurplus,
} from './revise-outcomes.js';
import { RouteProbe } from './route-probe.js';
import { runCase } from './run-case.js';
import type { RunContext } from './run-context.js';
import { RunState, type Waits } from './run-state.js';
import { eventsUnderWay, fills, schedule, urgencyOf, waitsItsTurn } from './schedule.js';
import { longestWaitMs, stalled, unfinished, Watchdog } from './standstill.js';

export interface RunOptions {
  ports: Ports;
  runContext: RunContext;
  signal: AbortSignal;
  /** Longest time between two requests when they are slowed down, milliseconds. */
  paceMs?: number;
  /** Number of the first case, if others ran before at the same contact point: see `SERIALS`. Default 0. */
  firstSerial?: number;
  /** Called when a case reaches a step, by its number from 0. */
  onStep?: (testCase: Case, step: number) => void;
  /**
   * Called when a case reaches what it waits for next; null: it has ended. `isSlowedDown`: few cases go at a time, because
   * events came late.
   */
  onWaits?: (testCase: Case, waits: Waits | null, isSlowedDown: boolean) => void;
  /** Called once for each case, as soon as it has ended. The outcome is provisional: the rest of the run may change it. */
  onOutcome?: (outcome: CaseOutcome) => void;
}

/**
 * Runs all cases: side by side as far as they do not disturb each other, with one quiet window at the end that all
 * absences share. Returns the final outcomes in the order of `cases`, and the evidence. A run in which nothing moves is
 * ended: no fault of the checker, and no driver, keeps it waiting for ever.
 */
export async function runCases(
  cases: readonly Case[],
  options: RunOptions,
): Promise<{ outcomes: CaseOutcome[]; runState: RunState }> {
  const { ports, runContext, signal, paceMs = 0, firstSerial = 0 } = options;
  const watchdog = new Watchdog(ports.clock, longestWaitMs(runContext, ports.operator, paceMs), signal);
  const runState = new RunState(ports, runContext, signal, (testCase, waits) => {
    watchdog.stir();
    if (testCase && waits !== undefined) options.onWaits?.(testCase, waits, runState.admission.isSlowedDown);
    if (testCase && typeof waits === 'object' && waits !== null) options.onStep?.(testCase, waits.step);
  });
  const ended = new Map<Case, CaseOutcome>();
  const end = (outcome: CaseOutcome): void => {
    // Those of a run that was given up, for instance.
    if (ended.has(outcome.case)) return;
    ended.set(outcome.case, outcome);
    options.onOutcome?.(outcome);
  };
  const all = inOrder(cases, runState, { firstSerial, onOutcome: end });
  await Promise.race([all, watchdog.stillness()]).finally(() => watchdog.end());
  const left = cases.filter((testCase) => !ended.has(testCase));
  const found = left.map((testCase) =>
    unfinished(testCase, runState, stalled(testCase, runState, watchdog.limitMs)),
  );
  for (const outcome of found) end(outcome);
  const outcomes = cases.map((testCase, serial) => {
    const book = runState.book(testCase.version);
    const outcome = ended.get(testCase) as CaseOutcome;
    const weighed = withShortenedWait(outcome, runState.shortenedWaits.get(testCase.id), book);
    return withLateEvents(weighed, usersOf(runContext.nonce, firstSerial + serial, testCase), book);
  });
  const doubted =
    sawOtherRun(runState) && left.length === 0 ? await weighedByOtherRuns(outcomes, runState) : outcomes;
  const final = pointToFailures(countBreaches(withSurplus(doubted, runState.exchanges)), (version) =>
    runState.description(version),
  );
  return { outcomes: final, runState };
}

/** Starts each case when it is its turn; resolves when all have ended. */
async function inOrder(cases: readonly Case[], runState: RunState, options: StartOptions): Promise<void> {
  const { ports, runContext, signal } = runState;
  const oneByOne = !runContext.reader.namesUsers;
  // The probe's own event would be mistaken for the case's.
  if (!oneByOne) runState.route = new RouteProbe(runState, options.firstSerial);
  const starter = new CaseStarter(cases, runState, { ...options, oneByOne });
  whenAborted(signal, () => runState.admission.open());
  whenAborted(signal, () => runState.othersEnded.resolve());
  const plan = schedule(cases, runContext.keys.fresh.length, oneByOne);
  const overlapped: Promise<void>[] = [];
  await withoutOthers(plan.overlapping, runState, (index) => {
    overlapped.push(starter.start(index));
    return starter.delivered(index);
  });
  const spanning = starter.together(plan.spanning);
  const watched = Promise.all([...overlapped, starter.together(plan.waiting)]);
  const filled = starter.together(plan.beside);
  await watched;
  if (oneByOne) await filled;
  runState.othersEnded.resolve();
  await spanning;
  if (plan.address.length + plan.secondAddress.length > 0)
    await lookBeforehand(cases, [...plan.overlapping, ...plan.waiting], runState);
  for (const group of plan.address) await starter.inParts(group);
  await filled;
  for (const group of [...plan.secondAddress, ...plan.clock]) await starter.inParts(group);
  await starter.together(plan.invariant);
  runState.quietSince = ports.clock.now();
  await starter.endQuiet(plan.last);
}

interface StartOptions {
  firstSerial: number;
  onOutcome: (outcome: CaseOutcome) => void;
}

/** Starts cases by their numbers, as many at a time as the deployment keeps up with. */
class CaseStarter {
  private readonly phases: QuietPhases;
  private readonly running: Promise<void>[] = [];
  /** Each resolves once nothing more is expected of what the case did. */
  private readonly undelivered: Promise<void>[] = [];

  /** @param options `apart`: events name no user, so cases go one after the other */
  constructor(
    private readonly cases: readonly Case[],
    private readonly runState: RunState,
    private readonly options: StartOptions & { oneByOne: boolean },
  ) {
    this.phases = new QuietPhases(runState.ports, runState.runContext, runState.signal);
  }

  /** Resolves once the case has ended, or waits for nothing but the quiet window. */
  start(index: number): Promise<void> {
    const { phases, runState } = this;
    const { firstSerial, onOutcome, oneByOne } = this.options;
    const testCase = this.caseAt(index);
    const parked = phases.enter(index);
    const settled = (since: number): Promise<void> => {
      runState.idleSince.set(testCase.id, runState.ports.clock.now());
      return oneByOne ? phases.quiet(since) : phases.settled(index, since);
    };
    const admitted = this.admit(testCase);
    const delivered = new Deferred<void>();
    this.undelivered[index] = delivered.promise;
    void Promise.all([admitted, delivered.promise]).then(([leave]) => leave?.());
    const quiet = (): void => delivered.resolve();
    this.running[index] = Promise.resolve(admitted)
      .then(() => runCase(testCase, runState, { serial: firstSerial + index, settled, quiet }))
      .then((outcome) => {
        phases.leave(index);
        onOutcome(outcome);
      });
    return parked;
  }

  /** Resolves once nothing more is expected of what the case did; undefined: it has not been started. */
  delivered(index: number): Promise<void> | undefined {
    return this.undelivered[index];
  }

  together(indexes: readonly number[]): Promise<unknown> {
    return Promise.all(indexes.map((index) => this.start(index)));
  }

  /** If events come late, each part begins once the events of the one before have come. */
  async inParts(group: readonly number[]): Promise<void> {
    const { admission } = this.runState;
    for (const part of admission.parts(group, (index) => eventsUnderWay(this.caseAt(index)))) {
      await this.inTurn(part);
      if (admission.isCrowded) await Promise.all(part.map((index) => this.undelivered[index]));
    }
  }

  /** The quiet window at the end of the run, and beside it the cases that may upset how the target delivers. */
  async endQuiet(groups: readonly (readonly number[])[]): Promise<void> {
    await this.phases.endQuiet(this.upsetting(groups));
    await Promise.all(this.running);
  }

  /** What takes longer than half a quiet window would hold up the next ones for nothing. */
  private async upsetting(groups: readonly (readonly number[])[]): Promise<void> {
    const { ports, runContext, signal } = this.runState;
    const begun: Promise<unknown>[] = [];
    for (const group of groups) {
      begun.push(this.inTurn(group));
      const half = ports.clock.sleep(runContext.quietWindowMs / 2, signal).catch(() => undefined);
      await Promise.race([begun.at(-1), half]);
    }
    await Promise.all(begun);
  }

  /** If events name no user, each case begins once everything caused by those before it has come. */
  private async inTurn(group: readonly number[]): Promise<unknown> {
    const { runState, options } = this;
    if (options.oneByOne) {
      const first = group[0] as number;
      await this.phases.quiet(runState.lastStimulus);
      const users = usersOf(runState.runContext.nonce, options.firstSerial + first, this.caseAt(first));
      runState.standsAlone(users[0] as string);
    }
    return this.together(group);
  }

  /** Null: the case need not wait. What resolves ends its stay. */
  private admit(testCase: Case): ReturnType<RunState['admission']['enter' | 'enterBeside']> | null {
    const { admission } = this.runState;
    const priority = urgencyOf(testCase, testCase.steps);
    if (waitsItsTurn(testCase)) return admission.enter(eventsUnderWay(testCase), priority);
    return fills(testCase) ? admission.enterBeside(priority) : null;
  }

  private caseAt(index: number): Case {
    return this.cases[index] as Case;
  }
}

/** For how long cases may keep all others from beginning, milliseconds, and how many of them go at a time meanwhile. */
const ALONE_MS = 1_500;
const ALONE_AT_ONCE = 4;
/** How many events may come one after the other in that time; if they take longer, nobody waits. */
const ALONE_EVENTS = 30;

/**
 * Starts cases a few at a time, without any others: on a busy machine, requests that they begin together are sent one
 * after the other. Over a long distance the network takes longer than a busy machine does, and if no event has come so
 * far, there is nothing to wait for: then all start together, as do those that are left when the time is over.
 * @param start starts a case by its number; resolves once nothing more is expected of what it did
 */
async function withoutOthers(
  indexes: readonly number[],
  { ports: { clock }, runContext: { eventLatency }, signal }: RunState,
  start: (index: number) => Promise<void> | undefined,
): Promise<void> {
  const left = [...indexes];
  if (left.length > 0 && eventLatency && eventLatency.ms * ALONE_EVENTS <= ALONE_MS) {
    const ended = new AbortController();
    const timeout = clock.sleep(ALONE_MS, AbortSignal.any([signal, ended.signal])).catch(() => undefined);
    let isOver = false;
    void timeout.then(() => {
      isOver = true;
    });
    const oneAfterAnother = async (): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = isOver ? undefined : left.shift())
        await Promise.race([start(index), timeout]);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, oneAfterAnother));
    ended.abort();
  }
  for (const index of left) start(index);
}

/**
 * Checks whether events still come before this run sets its address again, for the absences that are watched. If cases
 * take the address away, it waits for the event: a slow one that came only then would go nowhere. It also waits if another
 * run was seen, which may take the address.
 */
async function lookBeforehand(
  cases: readonly Case[],
  waiting: readonly number[],
  runState: RunState,
): Promise<void> {
  const { route, runContext } = runState;
  if (route === null) return;
  const takesAway =
    runContext.keys.fresh.length === 0 &&
    cases.some(({ steps }) => steps.some((step) => step.do === 'address' && step.label === null));
  const watched = waiting
    .map((index) => cases[index] as Case)
    .filter(({ steps }) => steps.some((step) => 'settles' in step && step.settles && step.do !== 'inbox'));
  const mustKnow = takesAway || sawOtherRun(runState);
  await Promise.all(
    [...new Set(watched.map(({ version }) => version))].map((each) => route.lookBeforehand(each, mustKnow)),
  );
}

/** Knows which cases still send and which only wait for the end of the run, and lets the latter go once all is quiet. */
class QuietPhases {
  private readonly parkedBy = new Map<number, () => void>();
  private readonly gates: (() => void)[] = [];
  private latest = 0;
  private isQuietOver = false;

  constructor(
    private readonly ports: Ports,
    private readonly runContext: RunContext,
    private readonly signal: AbortSignal,
  ) {}

  /** Resolves once the case has ended or only waits for the end of the run. */
  enter(index: number): Promise<void> {
    return new Promise((resolve) => this.parkedBy.set(index, resolve));
  }

  leave(index: number): void {
    this.parkedBy.get(index)?.();
  }

  /** Parks the case until the end of the run. */
  settled(index: number, since: number): Promise<void> {
    this.leave(index);
    this.latest = Math.max(this.latest, since);
    // A second attempt, for which everything is yet to come.
    if (this.isQuietOver) return this.quiet(since);
    return new Promise((resolve) => this.gates.push(resolve));
  }

  /** Waits until a quiet window after `since` (wall clock, ms) is over. */
  async quiet(since: number): Promise<void> {
    const left = since + this.runContext.quietWindowMs - this.ports.clock.now();
    if (left > 0) await this.ports.clock.sleep(left, this.signal).catch(() => undefined);
  }

  /** Waits until the quiet window is over, and for what runs beside it. */
  async endQuiet(beside: Promise<unknown>): Promise<void> {
    if (this.gates.length > 0) await this.quiet(this.latest);
    await beside;
    this.isQuietOver = true;
    for (const open of this.gates.splice(0)) open();
  }
}
