import type { Case, Phase } from '../cases/types.js';
import { usersOf } from './case-context.js';
import { withLateEvents } from './late-events.js';
import type { Ports } from './ports.js';
import { RouteControl } from './route-control.js';
import { runCase } from './run-case.js';
import { Scope } from './scope.js';
import type { CaseOutcome, World } from './world.js';

export interface RunOptions {
  ports: Ports;
  world: World;
  signal: AbortSignal;
  /** Called once for each case, as soon as its verdict stands. */
  onOutcome?: (outcome: CaseOutcome) => void;
}

/**
 * Runs all cases: side by side, phase after phase, and one quiet window at the end that all absences share.
 * Returns the outcomes in the order of `cases` and the evidence.
 */
export async function runCases(
  cases: readonly Case[],
  options: RunOptions,
): Promise<{ outcomes: CaseOutcome[]; scope: Scope }> {
  const { ports, world, signal } = options;
  const tide = new Tide(ports, world, signal);
  const scope = new Scope(ports, world, signal);
  scope.route = new RouteControl(ports, world, signal);
  const running: Promise<CaseOutcome>[] = [];
  const start = (index: number): { parked: Promise<void> } => {
    const one = cases[index] as Case;
    const parked = tide.enter(index);
    const run = runCase(one, scope, { serial: index, settled: (since) => tide.settled(index, since) }).then(
      (outcome) => {
        tide.leave(index);
        options.onOutcome?.(outcome);
        return outcome;
      },
    );
    running[index] = run;
    return { parked };
  };
  for (const { indexes, inLine } of phases(cases, world)) {
    if (inLine) for (const index of indexes) await start(index).parked;
    else await Promise.all(indexes.map((index) => start(index).parked));
  }
  await tide.ebb();
  await Promise.all(running);
  await Promise.all(last(cases).map((index) => start(index).parked));
  const ended = await Promise.all(running);
  const outcomes = ended.map((outcome, serial) =>
    withLateEvents(outcome, usersOf(world.nonce, serial), scope.book(outcome.case.version)),
  );
  return { outcomes, scope };
}

/** Long chains first, so that what waits, waits while the bulk runs. */
function phases(cases: readonly Case[], world: World): { indexes: number[]; inLine: boolean }[] {
  const of = (...wanted: Phase[]): number[] =>
    cases
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => wanted.includes(one.phase))
      .sort((a, b) => b.one.steps.length - a.one.steps.length || a.index - b.index)
      .map(({ index }) => index);
  const own = world.keys.fresh.length > 0;
  return [
    ...(own
      ? [{ indexes: of('open', 'unset'), inLine: false }]
      : [
          { indexes: of('open'), inLine: false },
          { indexes: of('unset'), inLine: true },
        ]),
    { indexes: of('address'), inLine: true },
    ...batches(of('clock'), Math.max(1, world.keys.fresh.length)),
    { indexes: of('ledger'), inLine: false },
  ];
}

/** What may upset how the target delivers runs when every other verdict stands. */
function last(cases: readonly Case[]): number[] {
  return cases.flatMap(({ phase }, index) => (phase === 'last' ? [index] : []));
}

/** Cases that walk through time together need a contact point each. */
function batches(indexes: number[], size: number): { indexes: number[]; inLine: boolean }[] {
  const count = Math.ceil(indexes.length / size);
  return Array.from({ length: count }, (_, at) => ({
    indexes: indexes.slice(at * size, (at + 1) * size),
    inLine: false,
  }));
}

/** Knows which cases still send and which only wait for the run's end, and lets the latter go when all is quiet. */
class Tide {
  private readonly parkedBy = new Map<number, () => void>();
  private readonly gates: (() => void)[] = [];
  private latest = 0;
  private low = false;

  constructor(
    private readonly ports: Ports,
    private readonly world: World,
    private readonly signal: AbortSignal,
  ) {}

  /** Resolves when the case has ended or only waits for the run's end. */
  enter(index: number): Promise<void> {
    return new Promise((resolve) => this.parkedBy.set(index, resolve));
  }

  leave(index: number): void {
    this.parkedBy.get(index)?.();
  }

  /** Parks the case until the run's end. */
  settled(index: number, since: number): Promise<void> {
    this.leave(index);
    this.latest = Math.max(this.latest, since);
    if (this.low) return Promise.resolve();
    return new Promise((resolve) => this.gates.push(resolve));
  }

  async ebb(): Promise<void> {
    const left = this.latest + this.world.quietWindowMs - this.ports.clock.now();
    if (left > 0 && this.gates.length > 0)
      await this.ports.clock.sleep(left, this.signal).catch(() => undefined);
    this.low = true;
    for (const open of this.gates.splice(0)) open();
  }
}
