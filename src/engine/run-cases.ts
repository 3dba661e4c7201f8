import { whenAborted } from '../abort.js';
import type { Case } from '../cases/types.js';
import { Deferred } from '../deferred.js';
import { countBreaches, pointToFailures } from './causes.js';
import {
  sawOtherRun,
  weighedByOtherRuns,
  withLateEvents,
  withShortenedWait,
  withSurplus,
} from './hindsight.js';
import { usersOf } from './ids.js';
import type { Ports } from './ports.js';
import { RouteProbe } from './route-probe.js';
import { runCase } from './run-case.js';
import type { CaseOutcome, RunContext } from './run-context.js';
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
async function inOrder(
  cases: readonly Case[],
  runState: RunState,
  { firstSerial, onOutcome }: { firstSerial: number; onOutcome: (outcome: CaseOutcome) => void },
): Promise<void> {
  const { ports, runContext, signal } = runState;
  const phases = new QuietPhases(ports, runContext, signal);
  const apart = !runContext.reader.namesUsers;
  // The probe's own event would be mistaken for the case's.
  if (!apart) runState.route = new RouteProbe(runState, firstSerial);
  const running: Promise<void>[] = [];
  /** Each resolves once nothing more is expected of what the case did. */
  const undelivered: Promise<void>[] = [];
  const start = (index: number): Promise<void> => {
    const testCase = cases[index] as Case;
    const parked = phases.enter(index);
    const settled = (since: number): Promise<void> => {
      runState.parkedAt.set(testCase.id, ports.clock.now());
      return apart ? phases.quiet(since) : phases.settled(index, since);
    };
    const urgency = urgencyOf(testCase, testCase.steps);
    const admitted = waitsItsTurn(testCase)
      ? runState.admission.enter(eventsUnderWay(testCase), urgency)
      : fills(testCase)
        ? runState.admission.enterBeside(urgency)
        : null;
    const delivered = new Deferred<void>();
    undelivered[index] = delivered.promise;
    void Promise.all([admitted, delivered.promise]).then(([leave]) => leave?.());
    const quiet = (): void => delivered.resolve();
    running[index] = Promise.resolve(admitted)
      .then(() => runCase(testCase, runState, { serial: firstSerial + index, settled, quiet }))
      .then((outcome) => {
        phases.leave(index);
        onOutcome(outcome);
      });
    return parked;
  };
  const abreast = (indexes: readonly number[]): Promise<unknown> => Promise.all(indexes.map(start));
  /** If events name no user, cases go one after the other, each once everything caused by those before it has come. */
  const inTurn = async (group: readonly number[]): Promise<unknown> => {
    if (apart) {
      await phases.quiet(runState.lastStimulus);
      runState.standsAlone(
        usersOf(
          runContext.nonce,
          firstSerial + (group[0] as number),
          cases[group[0] as number] as Case,
        )[0] as string,
      );
    }
    return abreast(group);
  };
  whenAborted(signal, () => runState.admission.open());
  /** If events come late, each part begins once the events of the one before have come. */
  const inParts = async (group: readonly number[]): Promise<void> => {
    for (const part of runState.admission.parts(group, (index) => eventsUnderWay(cases[index] as Case))) {
      await inTurn(part);
      if (runState.admission.isCrowded) await Promise.all(part.map((index) => undelivered[index]));
    }
  };
  const { overlapping, waiting, beside, address, clock, invariant, last } = schedule(
    cases,
    runContext.keys.fresh.length,
    apart,
  );
  const overlapped: Promise<void>[] = [];
  await alone(overlapping, runState, (index) => {
    overlapped.push(start(index));
    return undelivered[index];
  });
  const watched = Promise.all([...overlapped, abreast(waiting)]);
  const filled = abreast(beside);
  await watched;
  if (apart) await filled;
  if (address.length > 0) await lookBeforehand(cases, [...overlapping, ...waiting], runState);
  for (const group of address) await inParts(group);
  await filled;
  for (const group of clock) await inParts(group);
  await abreast(invariant);
  runState.quietSince = ports.clock.now();
  /** What takes longer than half a quiet window would hold up the next ones for nothing. */
  const upsetting = async (): Promise<void> => {
    const begun: Promise<unknown>[] = [];
    for (const group of last) {
      begun.push(inTurn(group));
      const half = ports.clock.sleep(runContext.quietWindowMs / 2, signal).catch(() => undefined);
      await Promise.race([begun.at(-1), half]);
    }
    await Promise.all(begun);
  };
  await phases.endQuiet(upsetting());
  await Promise.all(running);
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
async function alone(
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
    const oneByOne = async (): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = isOver ? undefined : left.shift())
        await Promise.race([start(index), timeout]);
    };
    await Promise.all(Array.from({ length: ALONE_AT_ONCE }, oneByOne));
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
  private low = false;

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
    if (this.low) return this.quiet(since);
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
    this.low = true;
    for (const open of this.gates.splice(0)) open();
  }
}
