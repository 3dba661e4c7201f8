import { responseFields } from '../../cases/description-lookups.js';
import type { InvariantStep } from '../../cases/types.js';
import type { Description, Field } from '../../description/types.js';
import { groupBy } from '../../group-by.js';
import { pointer } from '../../json.js';
import type { CaseContext } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { judgeField } from '../judge/field.js';
import { keysIn } from '../judge/laws.js';
import type { RunState } from '../run-state.js';

/** The moments that responses state, from a time in which nobody moved the service's clock: the law's own ones, and all. */
interface Period {
  own: Stamp[];
  all: Stamp[];
}

/** Sends messages until it is known whether the clock moves. `ask` sends one of the step's own. */
export async function watchClock(
  context: CaseContext,
  step: InvariantStep,
  ask: () => Promise<unknown>,
): Promise<void> {
  const { clock } = context.runState.ports;
  const stepMs = stepOf(context);
  const isKnown = (): boolean =>
    periods(context, step).some(
      ({ own }) => moves(own) || standsStill(step.field ?? '', own, stepMs) !== null,
    );
  if (periods(context, step).every(({ own }) => own.length === 0)) return;
  if (!isKnown()) await ask();
  if (isKnown()) return;
  await clock.sleep(stepMs + 1, context.runState.signal).catch(() => undefined);
  await ask();
}

/** The moments of messages differ as the run's clock does; undefined: there are none. */
export function movingClock(context: CaseContext, step: InvariantStep): Finding | null | undefined {
  const all = periods(context, step);
  if (all.every(({ own }) => own.length === 0)) return undefined;
  return findingOf(
    context,
    step,
    drifting(context, step, context.description.limits.timestampDriftSeconds) ??
      first(all, ({ own }) => standsStill(step.field ?? '', own, stepOf(context))),
  );
}

/** They differ as closely as those of a clock that keeps pace with the run's own. */
export function pacedClock(context: CaseContext, step: InvariantStep): Finding | null | undefined {
  if (periods(context, step).every(({ own }) => own.length === 0)) return undefined;
  return findingOf(context, step, drifting(context, step, context.description.limits.timestampStepSeconds));
}

function stepOf({ description }: CaseContext): number {
  return description.limits.timestampStepSeconds * 1_000;
}

function drifting(context: CaseContext, step: InvariantStep, seconds: number): Contradiction | null {
  // Meanwhile the run's own clock stood still.
  const toleranceMs = seconds * 1_000 + context.runState.ports.clock.suspendedMs();
  return first(periods(context, step), ({ own, all }) => drift(step.field ?? '', own, all, toleranceMs));
}

function findingOf(context: CaseContext, step: InvariantStep, found: Contradiction | null): Finding | null {
  if (!found) return null;
  context.exchanges.push(...found.between.map(({ exchange }) => exchange));
  const [, { exchange }] = found.between;
  const { operation: about, field = '' } = step;
  return {
    ...found.finding,
    place: {
      part: 'body',
      exchange: exchange.id,
      pointer: pointer(field),
      field,
      ...(about !== null && { about }),
    },
  };
}

/**
 * Before the service's clock was first moved, and between its moves: the driver may have moved the timestamps as well, and
 * perhaps only those of some contact points.
 */
function periods(
  { runState, testCase, description }: CaseContext,
  { operation, field = '' }: InvariantStep,
): Period[] {
  const rule = Object.fromEntries(responseFields(description, operation ?? ''))[field];
  if (!rule) throw new Error(`The operation ${operation} has no field ${field}.`);
  const all = stampsOf(runState, description, [field, rule]);
  const moves = runState.serviceClock.moves;
  const later = moves.flatMap(({ until }, at) => {
    const next = moves[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    const between = all.filter(({ from, to }) => from > until && to < next);
    return [...groupBy(between, ({ exchange }) => keyOf(exchange, description)).values()];
  });
  return [all.filter(({ to }) => to < runState.serviceClock.movedAt), ...later].map((stamps) => ({
    all: stamps,
    own: stamps.filter(
      ({ exchange }) => exchange.version === testCase.version && exchange.operation === operation,
    ),
  }));
}

function keyOf({ request }: Exchange, { http }: Description): string {
  return keysIn(request.url, http.keyParameter)[0] ?? '';
}

/** Moments of a run by field, and from how many of its exchanges: all laws ask for the same ones. */
const known = new WeakMap<RunState, Map<string, { of: number; stamps: Stamp[] }>>();

/** Moments that the responses of the run state in a field; what is not a moment at all breaks other laws. */
function stampsOf(runState: RunState, description: Description, [name, rule]: [string, Field]): Stamp[] {
  const byField = known.get(runState) ?? new Map<string, { of: number; stamps: Stamp[] }>();
  known.set(runState, byField);
  const { of, stamps } = byField.get(name) ?? { of: 0, stamps: [] };
  for (const exchange of runState.exchanges.slice(of)) {
    const value = runState.compactor.field(name, exchange);
    const { startedAt: from, durationMs } = exchange.outcome;
    if (value !== undefined && !judgeField('unit', rule, { where: name, value }, from, description))
      stamps.push({ exchange, value: Number(value), from, to: from + durationMs });
  }
  byField.set(name, { of: runState.exchanges.length, stamps });
  return stamps;
}

function first<T, R>(values: readonly T[], find: (value: T) => R | null): R | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}

/** A moment that a response states, and the time by the run's own clock within which it must lie. */
export interface Stamp {
  exchange: Exchange;
  value: number;
  from: number;
  to: number;
}

/** Two responses that cannot both state the moment of their messages. */
interface Contradiction {
  finding: Finding;
  between: [Stamp, Stamp];
}

/**
 * Whether the moments keep pace with the run's own clock, whatever that clock shows: the same offset, within the
 * tolerance, must explain all of them. `own`: at least one of two that contradict each other is among these.
 */
export function drift(
  field: string,
  own: readonly Stamp[],
  all: readonly Stamp[],
  toleranceMs: number,
): Contradiction | null {
  const ahead = (stamps: readonly Stamp[]): Stamp | null => best(stamps, ({ value, to }) => value - to);
  const behind = (stamps: readonly Stamp[]): Stamp | null => best(stamps, ({ value, from }) => from - value);
  for (const [fast, slow] of [
    [ahead(own), behind(all)],
    [ahead(all), behind(own)],
  ] as const) {
    if (!fast || !slow || fast.value - fast.to - (slow.value - slow.from) <= toleranceMs) continue;
    const [before, after] = fast.from < slow.from ? [fast, slow] : [slow, fast];
    const expected = `about ${seconds(after.from - before.from)} between them, as by the run's own clock`;
    const received = `${seconds(after.value - before.value)}: ${before.value}, then ${after.value}`;
    return {
      between: [before, after],
      finding: {
        verdict: 'fail',
        code: 'clock-drift',
        text: `The ${field} of two messages (in ${before.exchange.caseId} and ${after.exchange.caseId}) does not keep pace with the run's clock.`,
        expected: `${expected}, within ${seconds(toleranceMs)}`,
        received,
      },
    };
  }
  return null;
}

/** Whether all moments are the same although the messages are further apart than one tick of the clock may be. */
export function standsStill(field: string, own: readonly Stamp[], stepMs: number): Contradiction | null {
  const [first, last] = [best(own, ({ to }) => -to), best(own, ({ from }) => from)];
  if (!first || !last || last.from - first.to <= stepMs || moves(own)) return null;
  return {
    between: [first, last],
    finding: {
      verdict: 'fail',
      code: 'clock-stands',
      text: `All messages have the same ${field}: the clock does not advance.`,
      expected: `another ${field} after ${seconds(last.from - first.to)}`,
      received: `${first.value} for all ${own.length} messages`,
    },
  };
}

/** Whether two moments differ. */
export function moves(stamps: readonly Stamp[]): boolean {
  return stamps.some(({ value }) => value !== stamps[0]?.value);
}

function best(stamps: readonly Stamp[], rank: (stamp: Stamp) => number): Stamp | null {
  return stamps.reduce<Stamp | null>(
    (top, stamp) => (top === null || rank(stamp) > rank(top) ? stamp : top),
    null,
  );
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
