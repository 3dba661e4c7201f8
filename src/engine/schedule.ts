import { keyOfStep, leastTimes } from '../cases/step-place.js';
import { ADDRESS_OF_SECOND } from '../cases/steps.js';
import type { Case, Phase, Step } from '../cases/types.js';

/** Numbers of cases, in the order in which they run; each list is one that runs side by side. */
export interface Schedule {
  /** Cases that go on once those that run side by side have ended, and begin before most of them. */
  spanning: number[];
  /** Cases whose requests must overlap: first, while nothing else keeps the checker or its connections busy. */
  overlapping: number[];
  /** Cases that wait for events at the run's own address, or may set it. */
  waiting: number[];
  /** Everything that leaves the address alone, and fills the time in which the others wait. */
  beside: number[];
  /** Groups that change the webhook address, one after the other. */
  address: number[][];
  /** Those that change the address of the second contact point, once everything that relies on it has ended. */
  secondAddress: number[][];
  /** Groups that move through time together, when nothing else is under way. */
  clock: number[][];
  /** Laws for all exchanges of the run. */
  invariant: number[];
  /** What may upset how the target delivers: groups, one after the other, beside the quiet window. */
  last: number[][];
}

/**
 * Plans the cases: what others have to wait for comes first, and among equals the longest chain of steps.
 * @param ownPoints contact points that never had a webhook address
 * @param oneByOne whether events name no user, so that cases which need it to tell users apart go one after the other
 */
export function schedule(cases: readonly Case[], ownPoints: number, oneByOne = false): Schedule {
  const all = cases.map((testCase, index) => ({
    testCase,
    index,
    priority: urgencyOf(testCase, testCase.steps),
  }));
  const of = (fits: (testCase: Case) => boolean): number[] =>
    all
      .filter(({ testCase }) => fits(testCase))
      .sort((a, b) => b.priority - a.priority)
      .map(({ index }) => index);
  const open = ({ phase }: Case): boolean => phase === 'open' || (phase === 'unset' && ownPoints > 0);
  const inTurn = (testCase: Case): boolean =>
    oneByOne && ALONE.includes(testCase.phase) && seesEvents(testCase);
  const waits = (testCase: Case): boolean =>
    testCase.phase === 'open' && usesAddress(testCase) && !inTurn(testCase);
  const atOnce = (testCase: Case): boolean =>
    testCase.phase === 'open' && overlaps(testCase) && !inTurn(testCase);
  const unset = of((testCase) => testCase.phase === 'unset' && ownPoints === 0 && !inTurn(testCase));
  const setting = of((testCase) => testCase.phase === 'address' && !inTurn(testCase));
  return {
    spanning: of((testCase) => testCase.phase === 'spanning' && !inTurn(testCase)),
    overlapping: of(atOnce),
    waiting: of((testCase) => waits(testCase) && !atOnce(testCase)),
    beside: of((testCase) => open(testCase) && !waits(testCase) && !atOnce(testCase) && !inTurn(testCase)),
    // Without contact points of their own, cases take away the main one's address, so nobody else may run beside them.
    address: [
      ...[...unset, ...of(inTurn)].map((index) => [index]),
      ...alike(
        cases,
        setting.filter((index) => !movesSecond(cases[index] as Case)),
      ),
    ],
    secondAddress: alike(
      cases,
      setting.filter((index) => movesSecond(cases[index] as Case)),
    ),
    clock: throughTime(
      cases,
      of(({ phase }) => phase === 'clock'),
      { ownPoints, oneByOne },
    ),
    invariant: of(({ phase }) => phase === 'invariant'),
    last: lastGroups(
      // A service that loses an event then must lose theirs.
      of((testCase) => testCase.phase === 'last' && hangsUp(testCase)),
      of((testCase) => testCase.phase === 'last' && !hangsUp(testCase)),
      oneByOne,
    ),
  };
}

/**
 * How urgent a request is whose case has this many steps before it: what waits, or is awaited, goes first; before all else,
 * what needs a contact point as it was before any case used it.
 */
export function urgencyOf(testCase: Case, left: readonly Step[]): number {
  const before = isLone(testCase) ? 0 : needsUnused(testCase) ? BEFORE_ALL : BEFORE_LONE;
  const ahead = testCase.phase === 'spanning' ? AHEAD : 0;
  return before + ahead + left.filter(takesTime).length;
}

/** Phases whose cases can run one after the other at any time. */
const ALONE: readonly Phase[] = ['open', 'spanning', 'unset', 'address'];

/** More steps than most cases have: what goes on after the others begins before them. */
const AHEAD = 60;
/** More steps than any case has. */
const BEFORE_LONE = 1_000;
const BEFORE_ALL = 2 * BEFORE_LONE;

/** Whether the case relies on a contact point that never had an address, without making one so. */
function needsUnused({ phase, needs, steps }: Case): boolean {
  return (
    phase === 'unset' &&
    needs.some(({ kind }) => kind === 'fresh-key') &&
    steps.every((step) => step.do !== 'address')
  );
}

/** Whether the second contact point gets another address than the one that all other cases give it. */
function movesSecond({ steps }: Case): boolean {
  return steps.some(
    (step) => step.do === 'address' && step.key === 'second' && step.label !== ADDRESS_OF_SECOND,
  );
}

/** Whether the case needs events to come to the run's own address, or may set that address. */
function usesAddress({ steps, needs }: Case): boolean {
  return seesEvents({ steps }) || needs.some(({ kind }) => kind === 'consent');
}

function seesEvents({ steps }: Pick<Case, 'steps'>): boolean {
  return steps.some((step) => step.do === 'expect-event' || step.do === 'expect-some-order');
}

/** Those that hang up first, all together unless cases go one by one; then the others. */
function lastGroups(hangingUp: readonly number[], others: number[], oneByOne: boolean): number[][] {
  const first = oneByOne ? hangingUp.map((index) => [index]) : [[...hangingUp]];
  return [...first, others].filter((group) => group.length > 0);
}

function hangsUp({ steps }: Case): boolean {
  return steps.some((step) => step.do === 'hang-up');
}

/** Whether the case does two things at once on purpose. */
export function overlaps({ steps }: Case): boolean {
  return steps.some((step) => 'lag' in step && step.lag !== undefined);
}

function takesTime(step: Step): boolean {
  return step.do !== 'compare-responses';
}

/** Whether a case waits for nothing but the responses to its own requests. */
function isLone({ phase, steps }: Case): boolean {
  return phase === 'open' && steps.every((step) => step.do === 'send' || !takesTime(step));
}

/** About how many events a case causes: every act may cause one, what must be refused causes none. */
export function eventsCausedBy({ steps, repeats = 1 }: Case): number {
  return repeats * steps.filter(mayCauseEvent).length;
}

/**
 * About how many of these are under way at once: what a case has already received is no longer queued. A case that causes
 * many once and few at all other times has few of them most of the time, so each counts with those that it goes with.
 */
export function eventsUnderWay({ steps, repeats = 1 }: Case): number {
  const together: number[] = [];
  let now = 0;
  for (const step of steps) {
    if (mayCauseEvent(step)) now += 1;
    else if (awaitsEvent(step)) {
      together.push(now);
      now = 0;
    }
  }
  together.push(now);
  const all = together.reduce((sum, count) => sum + count, 0);
  const weighed = together.reduce((sum, count) => sum + count * count, 0);
  return all === 0 ? 0 : Math.ceil((repeats * weighed) / all);
}

function mayCauseEvent(step: Step): boolean {
  return step.do === 'send' ? step.expect.kind !== 'refused' : ACTS.includes(step.do);
}

function awaitsEvent(step: Step): boolean {
  if (step.do === 'expect-some-order') return true;
  return step.do === 'expect-event' && leastTimes(step) > 0;
}

const ACTS: readonly Step['do'][] = ['operate', 'presence', 'address'];

const WAITING_THEIR_TURN: readonly Phase[] = ['open', 'spanning', 'unset'];

/**
 * Whether a case begins only when the deployment has room for the events that it causes. Those that go in step, or move
 * through time, begin together.
 */
export function waitsItsTurn(testCase: Case): boolean {
  return WAITING_THEIR_TURN.includes(testCase.phase) && eventsCausedBy(testCase) > 0;
}

/** Whether a case only fills the time of others: it waits for nothing but responses, and causes no event. */
export function fills(testCase: Case): boolean {
  return isLone(testCase) && !waitsItsTurn(testCase);
}

/** Groups of cases that set the same addresses in the same order. */
function alike(cases: readonly Case[], indexes: readonly number[]): number[][] {
  const groups = new Map<string, number[]>();
  for (const index of indexes) {
    const { steps } = cases[index] as Case;
    const course = abreast(steps).map((step) =>
      step.do === 'address' ? [step.label, step.key] : step.do === 'expect-event',
    );
    const key = JSON.stringify(course);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return [...groups.values()];
}

/** The steps that a case takes in step with others: from the first one that changes the address. */
export function abreast(steps: readonly Step[]): readonly Step[] {
  const from = steps.findIndex((step) => step.do === 'address');
  return from < 0 ? [] : steps.slice(from);
}

/**
 * Cases that move through time together need a contact point each if they need one without an address; all others go with
 * the first of them, unless it takes away the address that they need.
 */
function throughTime(
  cases: readonly Case[],
  indexes: readonly number[],
  { ownPoints, oneByOne }: { ownPoints: number; oneByOne: boolean },
): number[][] {
  if (oneByOne) return batches(indexes, 1);
  const own = indexes.filter((index) => (cases[index] as Case).steps.some(usesUnsetKey));
  const others = indexes.filter((index) => !own.includes(index));
  const [first = [], ...more] = batches(own, Math.max(1, ownPoints));
  const groups = ownPoints > 0 ? [[...first, ...others], ...more] : [others, first, ...more];
  return groups.filter(({ length }) => length > 0);
}

/** Whether a step is done at a contact point that has no webhook address. */
export function usesUnsetKey(step: Step): boolean {
  return keyOfStep(step) === 'unset';
}

function batches(indexes: readonly number[], size: number): number[][] {
  const count = Math.ceil(indexes.length / size);
  return Array.from({ length: count }, (_, at) => indexes.slice(at * size, (at + 1) * size));
}

/**
 * Lets cases that change the same thing of the deployment go in step: each step begins once all that are left have
 * reached it. So cases that set the same addresses one after the other take no longer than one of them.
 */
export class Barrier {
  private walking = 0;
  private waiting: (() => void)[] = [];
  private left: (() => void)[] = [];

  join(): void {
    this.walking += 1;
  }

  /** Resolves once all of them are here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.goOn();
    });
  }

  /** Resolves once all have left: only then may what they rely on be put back. */
  leave(): Promise<void> {
    this.walking -= 1;
    return new Promise((resolve) => {
      this.left.push(resolve);
      this.goOn();
    });
  }

  private goOn(): void {
    if (this.waiting.length < this.walking) return;
    const next = this.walking === 0 ? this.left : this.waiting;
    for (const resolve of next.splice(0)) resolve();
  }
}
