import { setMaxListeners } from 'node:events';
import { casesOf } from '../../../src/cases/derive.js';
import { type Capabilities, selectCases } from '../../../src/cases/select.js';
import type { Case } from '../../../src/cases/types.js';
import { loadConfiguration } from '../../../src/configuration/load.js';
import { loadDescriptions } from '../../../src/description/load.js';
import type { Description } from '../../../src/description/types.js';
import type { CaseOutcome, Exchange } from '../../../src/engine/evidence.js';
import type { Operator, Ports } from '../../../src/engine/ports.js';
import { runCases } from '../../../src/engine/run-cases.js';
import type { ServiceOptions } from '../../../src/reference/context.js';
import { capabilitiesOf } from '../../../src/run/case-selection.js';
import { PreflightReport } from '../../../src/run/preflight/context.js';
import { type Prepared, preflight } from '../../../src/run/preflight/preflight.js';
import type { ServiceSettings } from '../../../src/run/reference-settings.js';
import { VirtualClock, VirtualMailbox } from '../../../src/virtual/ports.js';
import { type Gone, virtualService } from '../../../src/virtual/service.js';

export interface VirtualRunOptions extends Pick<ServiceOptions, 'dialect' | 'faults'> {
  roundTripMs: number;
  /** What happens after a response happens so much later, milliseconds. Default 0. */
  readingMs?: number;
  /** Default 32. */
  concurrency?: number;
  /** Default: sized by the preflight. */
  quietWindow?: string;
  /** Cases to run; default all. */
  only?: (testCase: Case) => boolean;
  /** Which requests the service does not answer. */
  gone?: Gone;
  /** What cases may need beside what the target offers. */
  capabilities?: Partial<Capabilities>;
  /** Stands for the driver of the employee's side. */
  operator?: (inner: Operator) => Operator;
  /** What the checker is told of the service. */
  settings?: (all: ServiceSettings) => ServiceSettings;
  /** Deliveries that the catcher keeps; default: all. */
  keeps?: number;
  /** Ends the run early. */
  signal?: AbortSignal;
  /** May stand between the engine and the target. */
  through?: (ports: Ports, mailbox: VirtualMailbox, clock: VirtualClock, prepared: Prepared) => Ports;
}

export interface VirtualRun {
  cases: Case[];
  outcomes: CaseOutcome[];
  exchanges: readonly Exchange[];
  prepared: Prepared;
  /** Virtual milliseconds of the preflight, and of all. */
  readyMs: number;
  durationMs: number;
  atOnce: number;
}

/** A deployment in virtual time, ready for cases. */
export interface VirtualStage {
  descriptions: Description[];
  clock: VirtualClock;
  mailbox: VirtualMailbox;
  ports: Ports;
  prepared: Prepared;
  capabilities: Capabilities;
  signal: AbortSignal;
  /** Virtual milliseconds of the preflight. */
  readyMs: number;
}

const DESCRIPTIONS = loadDescriptions();

/** For tests: preflight and cases against the reference service, on a virtual clock: only waiting takes time. */
export async function virtualRun(options: VirtualRunOptions): Promise<VirtualRun> {
  const { only = () => true } = options;
  const { through = (ports) => ports } = options;
  const ran = await onVirtualStage(options, async (stage) => {
    const { descriptions, ports, prepared, capabilities, signal, mailbox, clock, readyMs } = stage;
    const all = casesOf(descriptions).filter(only);
    const { selected } = selectCases(all, capabilities);
    const { outcomes, runState } = await runCases(selected, {
      ports: through(ports, mailbox, clock, prepared),
      runContext: prepared.runContext,
      signal,
    });
    return { cases: selected, outcomes, exchanges: runState.exchanges, prepared, readyMs };
  });
  return { ...ran.result, durationMs: ran.durationMs, atOnce: ran.atOnce };
}

/** For tests: does some work against the reference service, in virtual time, once the preflight is done. */
export async function onVirtualStage<T>(
  options: Omit<VirtualRunOptions, 'only' | 'through'>,
  work: (stage: VirtualStage) => Promise<T>,
): Promise<{ result: T; durationMs: number; atOnce: number }> {
  const { concurrency = 32, quietWindow = 'auto', capabilities = {} } = options;
  const { operator: drive = (inner) => inner, settings = (all) => all } = options;
  const descriptions = await DESCRIPTIONS;
  const clock = new VirtualClock();
  const mailbox = new VirtualMailbox(clock, options.keeps);
  const far = await virtualService({ ...options, descriptions, clock, mailbox, concurrency, seed: 7 });
  const own = settings(far.settings);
  const operator = drive(far.operator);
  const configured = await loadConfiguration({ flags: { quietWindow }, env: {}, cwd: '/', descriptions });
  const configuration = {
    ...configured,
    target: { ...configured.target, ...own.target },
    dialect: own.dialect,
    operator: own.operator,
  };
  const ports: Ports = { transport: far.transport, mailbox, operator, clock };
  const { signal = new AbortController().signal } = options;
  setMaxListeners(0, signal);
  const started = clock.now();
  const ready = async (): Promise<T> => {
    const prepared = await preflight(configuration, descriptions, ports, new PreflightReport(), signal);
    const offered = { ...(await capabilitiesOf(prepared, configuration, operator)), ...capabilities };
    const readyMs = clock.now() - started;
    return work({ descriptions, clock, mailbox, ports, prepared, capabilities: offered, signal, readyMs });
  };
  const result = await clock.during(ready());
  return { result, durationMs: clock.now() - started, atOnce: far.atOnce };
}
