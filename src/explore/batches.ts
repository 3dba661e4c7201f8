import type { Case } from '../cases/types.js';
import type { CaseOutcome, Exchange, Reading } from '../engine/evidence.js';
import { SERIALS } from '../engine/ids.js';
import type { Delivery, Ports } from '../engine/ports.js';
import { type RunOptions, runCases } from '../engine/run-cases.js';
import type { RunContext } from '../engine/run-context.js';
import { waitBudgetOf } from '../engine/wait-budget.js';
import type { Watched } from '../run/operator-side.js';
import { idOf, type Walk } from './walk.js';

/** Where walks take place. */
export interface WalkContext {
  ports: Ports;
  runContext: RunContext;
  signal: AbortSignal;
  /** Longest time between two requests when they are slowed down, milliseconds. */
  paceMs: number;
  /** Drops everything that came to the catcher. */
  forget: () => void;
  /** Returns what employees were asked to do since it was last called. */
  takeActions?: () => Watched[];
  /** Cases that tell how many copies the deployment makes of each event: every batch needs them. */
  calibrators: readonly Case[];
  /** Makes the case of a walk. */
  caseOf: (walk: Walk) => Case;
}

/** A walk and its outcome. */
export interface Walked {
  walk: Walk;
  outcome: CaseOutcome;
}

/** What a batch has shown beyond verdicts. */
export interface Batch {
  walked: Walked[];
  exchanges: readonly Exchange[];
  deliveries: readonly Delivery[];
  readings: readonly Reading[];
  actions: readonly Watched[];
}

/** Makes many walks side by side, each with users of its own; a whole batch shares one quiet window. */
export class Batches {
  private number = 0;
  /** What one batch awaited in vain, the next awaits no longer than it must. */
  private readonly patient: RunContext;
  private readonly hurried: RunContext;

  constructor(private readonly walkContext: WalkContext) {
    this.patient = rememberingWaits(walkContext.runContext);
    this.hurried = rememberingWaits(hurriedContext(walkContext.runContext));
  }

  /** @param hurried waits only as long as it must for what is already known to be missing */
  async run(
    walks: readonly Walk[],
    { hurried = false, onStep }: { hurried?: boolean; onStep?: RunOptions['onStep'] } = {},
  ): Promise<Batch> {
    const { ports, signal, paceMs, forget, calibrators, caseOf, takeActions = () => [] } = this.walkContext;
    const cases = walks.map(caseOf);
    const versions = new Set(walks.map(({ version }) => version));
    const beside = calibrators.filter(({ version }) => versions.has(version));
    forget();
    takeActions();
    this.number += 1;
    const { outcomes, runState } = await runCases([...beside, ...cases], {
      ports,
      runContext: hurried ? this.hurried : this.patient,
      signal,
      paceMs,
      ...(onStep && { onStep }),
      // Numbers from 0 on belong to the preflight and to runs.
      firstSerial: this.number * SERIALS.next,
    });
    const byId = new Map(outcomes.slice(beside.length).map((outcome) => [outcome.case.id, outcome]));
    return {
      walked: walks.map((walk) => ({ walk, outcome: byId.get(idOf(walk)) as CaseOutcome })),
      exchanges: runState.exchanges,
      deliveries: [...ports.mailbox.deliveries],
      readings: runState.readings.all,
      actions: takeActions(),
    };
  }
}

function rememberingWaits(runContext: RunContext): RunContext {
  return { ...runContext, waitBudget: waitBudgetOf(runContext) };
}

/** What a shrunk walk seems to lack is checked again, with the full wait, once the shrinking has ended. */
function hurriedContext(runContext: RunContext): RunContext {
  const eventTimeoutMs = Math.min(
    runContext.eventTimeoutMs,
    Math.max(LEAST_WAIT_MS, QUIET_WINDOWS * runContext.quietWindowMs),
  );
  return { ...runContext, eventTimeoutMs };
}

const LEAST_WAIT_MS = 1_000;
/** In quiet windows; each is a multiple of the slowest event seen. */
const QUIET_WINDOWS = 2;
