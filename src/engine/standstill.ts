import { whenAborted } from '../abort.js';
import type { Case } from '../cases/types.js';
import { procedure } from '../cases/words/procedure.js';
import { duration } from '../duration.js';
import type { CaseOutcome } from './evidence.js';
import { type Finding, interrupted } from './finding.js';
import type { Clock, Operator } from './ports.js';
import type { RunContext } from './run-context.js';
import type { RunState, Waits } from './run-state.js';

/** For what limits of single waits leave out: a busy machine, more than one step of a driver. */
const ROOM_MS = 30_000;
/** For an action of a driver that does not say how long one may take. */
const ACTION_MS = 10_000;
/** Waits for one event may queue: for the event, for the probe, and for both again with a new address. */
const IN_LINE = 4;
/** Once a run is interrupted, nothing waits for long. */
const INTERRUPTED_MS = 5_000;

/** No step of a case goes on for longer than this without a request, an action or an event, milliseconds. */
export function longestWaitMs(
  { timeoutMs, eventTimeoutMs, quietWindowMs }: RunContext,
  { longestActionMs = ACTION_MS }: Operator,
  paceMs: number,
): number {
  return IN_LINE * (timeoutMs + eventTimeoutMs) + quietWindowMs + 2 * longestActionMs + paceMs + ROOM_MS;
}

/** Notices when nothing in a run has moved for longer than anything may take. */
export class Watchdog {
  private last: number;
  private readonly off = new AbortController();

  constructor(
    private readonly clock: Clock,
    readonly limitMs: number,
    /** Aborted when the run is interrupted. */
    private readonly interrupted: AbortSignal,
  ) {
    this.last = clock.now();
  }

  /** Something happened. */
  stir(): void {
    this.last = this.clock.now();
  }

  /** Resolves when nothing moves any more; never once the watch is over. */
  async stillness(): Promise<void> {
    const interruption = new Promise<void>((resolve) => {
      if (this.interrupted.aborted) resolve();
      whenAborted(this.interrupted, resolve);
    });
    const interruptedStill = interruption.then(() => this.still(INTERRUPTED_MS));
    await Promise.race([this.still(this.limitMs), interruptedStill]);
  }

  end(): void {
    this.off.abort();
  }

  private async still(limitMs: number): Promise<void> {
    const { signal } = this.off;
    for (;;) {
      const leftMs = this.last + limitMs - this.clock.now();
      if (leftMs <= 0) return;
      await this.clock.sleep(leftMs, signal);
      if (signal.aborted) return new Promise(() => undefined);
    }
  }
}

/** The finding for a case in a run that was given up because nothing moved any more: the case waited for has no verdict. */
export function stalled(testCase: Case, runState: RunState, limitMs: number): Finding {
  const waits = runState.underWay.get(testCase.id);
  if (runState.signal.aborted) return interrupted();
  const others = [...runState.underWay.values()].some((other) => other !== 'end');
  const still = `Nothing happened for ${duration(limitMs)}, so the run was ended.`;
  if (others && (waits === undefined || waits === 'end'))
    return {
      verdict: 'skipped',
      code: 'not-run',
      text: `${still} The run was not waiting for this case.`,
    };
  return {
    verdict: 'error',
    code: 'stood-still',
    text: `${still} This case was waiting ${place(testCase, waits, runState)}.`,
  };
}

function place(testCase: Case, waits: Waits | undefined, runState: RunState): string {
  if (waits === undefined) return 'for its turn';
  if (waits === 'end') return "for the run's end";
  if (waits === 'others') return 'for the cases it runs with, or for its own clean-up';
  const sentence = procedure(testCase, runState.description(testCase.version))[waits.step] ?? '';
  return `in step ${waits.step + 1} of ${testCase.steps.length}: ${sentence.replace(/\.$/, '')}`;
}

/** The outcome of a case that never ended. */
export function unfinished(
  testCase: Case,
  runState: RunState,
  { verdict, code, text }: Finding,
): CaseOutcome {
  const own = runState.exchanges.filter(({ caseId }) => caseId === testCase.id);
  const startedAt = own[0]?.outcome.startedAt ?? runState.ports.clock.now();
  return {
    case: testCase,
    verdict,
    reason: { code, text },
    expected: null,
    received: null,
    exchanges: own.map(({ id }) => id),
    events: [],
    observations: [],
    startedAt,
    durationMs: runState.ports.clock.now() - startedAt,
  };
}
