import { operationOf, routingEvent } from '../cases/description-lookups.js';
import { prepare } from '../cases/steps.js';
import type { Case } from '../cases/types.js';
import { MAIN_ADDRESS } from './address-log.js';
import { CaseContext } from './case-context.js';
import { type Finding, FindingError } from './finding.js';
import { SERIALS } from './ids.js';
import { type RouteCheck, type RouteState, RunState } from './run-state.js';
import { address } from './steps/address.js';
import { causeOtherEvents } from './steps/operator.js';
import { sendRequest } from './steps/send.js';
import { usualKind } from './wait-budget.js';

/** How many new users write at once when the probe asks. */
const MESSAGES = 2;

/** How long it waits before it checks again how long to wait, milliseconds. */
const STEP_MS = 500;

interface Check {
  /** Wall clock, milliseconds. */
  begun: number;
  state: Promise<RouteState>;
}

/** `others`: the awaited event did not come, but others for the same users did. */
type Reply = 'good' | 'others' | 'silent' | 'lost';

/** A period in which events did not come as they should; wall clock, milliseconds. */
interface Break {
  version: string;
  from: number;
  until: number;
  state: RouteState;
}

/**
 * Asks whether events still reach this run, by messages of new users. If their event does not come, other events are
 * caused for the same users: if one of these comes, nobody has replaced the address, and the service lost what did not
 * come. If none comes, the address is set again and the probe asks once more: if that helps, somebody else had replaced
 * it.
 */
export class RouteProbe implements RouteCheck {
  private readonly runState: RunState;
  private readonly checks = new Map<string, Check>();
  private readonly breaks: Break[] = [];
  /** By version: waits for an event that was under way when this run set its address again. */
  private readonly underWay = new Map<string, () => Promise<void>>();
  private readonly settled = new Map<string, Promise<void>>();
  /** By version: when the event came that was asked for before this run set its address again. */
  private readonly held = new Map<string, number>();
  /** Versions for which no event ever came, not even for the probe's message. */
  private readonly deaf = new Set<string>();
  private readonly refusals = new Map<string, string>();
  private serial: number;
  /** When the address was last set again, for any version; wall clock, milliseconds. */
  private setAgainAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly run: Pick<
      RunState,
      | 'ports'
      | 'runContext'
      | 'signal'
      | 'waitBudget'
      | 'writers'
      | 'acts'
      | 'serviceClock'
      | 'addressLog'
      | 'lines'
    >,
    firstSerial = 0,
  ) {
    this.serial = firstSerial + SERIALS.probe;
    // It has a context of its own, so that its exchanges belong to no case; what employees do still counts for the run.
    this.runState = new RunState(run.ports, run.runContext, run.signal, undefined, run.acts);
  }

  async state(
    version: string,
    { from, to, after }: { from: number; to: number; after: number },
  ): Promise<RouteState> {
    // It was asked once, and nothing of the kind ever came: it would say nothing the next time either.
    const deaf = this.deaf.has(version) && this.lastEvent(version) === null;
    const known = this.checks.get(version);
    const fresh = known && (deaf || known.begun >= after || isFinal(await known.state));
    const state = await (fresh ? known : this.begin(version)).state;
    // While events still do not come, one more that is missing says nothing new.
    if (state === 'good') await this.settle(version);
    // Versions may share an address: whoever replaced it for one may have replaced it for all, and it was set again for
    // all.
    await Promise.all([...this.checks.values()].map((check) => check.state));
    const broken = this.breaks.find(
      (interruption) =>
        (interruption.version === version || MENDED.includes(interruption.state)) &&
        interruption.until > from &&
        interruption.from <= to,
    );
    return broken?.state ?? (state === 'own' ? 'own' : 'good');
  }

  async lookBeforehand(version: string, untilTimeout: boolean): Promise<void> {
    const from = this.lastEvent(version);
    // If no such event ever came, the probe says nothing; nor do messages that are turned away.
    if (from === null) return;
    const written = await this.write(version);
    if (written.length === 0) return;
    const answered = this.now();
    const roundTripMs = Math.max(...written.map(({ exchanges }) => exchanges[0]?.outcome.durationMs ?? 0));
    const came = await this.comes(
      written,
      untilTimeout ? this.runState.runContext.eventTimeoutMs : roundTripMs,
    );
    const until = this.now();
    if (came) {
      this.held.set(version, until);
      return;
    }
    // The event may be slow, and come to an address that this run has set since.
    this.underWay.set(version, async () => {
      const left = answered + this.runState.runContext.eventTimeoutMs - this.now();
      if (!(await this.comes(written, left))) this.breaks.push({ version, from, until, state: 'replaced' });
    });
  }

  heldUntil(version: string): number | null {
    return this.held.get(version) ?? null;
  }

  lostBy(version: string): string | null {
    return this.refusals.get(version) ?? null;
  }

  lostEvents(): boolean {
    return this.breaks.some(({ state }) => state === 'replaced');
  }

  private begin(version: string): Check {
    const begun = this.now();
    const check = { begun, state: this.look(version) };
    this.checks.set(version, check);
    return check;
  }

  private async look(version: string): Promise<RouteState> {
    const last = this.lastEvent(version);
    const { addressLog, runContext } = this.run;
    const isOwn = addressLog.lastOf(runContext.keys.main) !== MAIN_ADDRESS;
    const found = await this.find(version, isOwn);
    // A case had set another address of the catcher, and that one gets nothing.
    if (found === 'replaced' && isOwn) return 'own';
    // The address held as long as the service's clock kept pace with ours.
    const state =
      found === 'replaced' && this.run.serviceClock.movedUntil > (last ?? Infinity) ? 'lapsed' : found;
    // If the event never came at all, its absence says nothing about the route.
    if (last === null && state !== 'replaced') {
      this.deaf.add(version);
      return 'good';
    }
    const until = MENDED.includes(state) ? this.now() : Number.POSITIVE_INFINITY;
    if (state !== 'good') this.breaks.push({ version, from: last ?? 0, until, state });
    return state;
  }

  /** @param hurried whether to ask again soon, at another address */
  private async find(version: string, hurried: boolean): Promise<RouteState> {
    const begun = this.now();
    const written = await this.write(version);
    const first = await this.ask(version, written, { hurried });
    // Others that came once the address was set again, for another version, prove nothing about the time before.
    if (first === 'others' && this.setAgainAt < begun) return 'silent';
    if (first === 'good' || first === 'lost') return first;
    if (this.runState.signal.aborted) return 'silent';
    // Its own event may stand in a queue: the route leads here as long as others of its name come.
    if (this.run.waitBudget.isQueued() && (this.lastEvent(version) ?? 0) > begun) return 'good';
    const context = this.context(version);
    this.setAgainAt = this.now();
    const problem = await address(context, { do: 'address', label: MAIN_ADDRESS });
    context.releaseResponses();
    if (problem) {
      this.refused(version, 'address', problem);
      return 'lost';
    }
    const { eventTimeoutMs } = this.runState.runContext;
    const atLeastMs = this.lastEvent(version) === null ? eventTimeoutMs / 2 : eventTimeoutMs;
    const second = await this.ask(version, await this.write(version), { atLeastMs });
    if (second === 'others') return this.lastEvent(version) === null ? 'replaced' : 'silent';
    if (second !== 'good') return second;
    // What was under way all the time was slow, and not sent to another address.
    return (await this.comes(written, 0)) ? 'good' : 'replaced';
  }

  /** Asks with messages of new users that were just written, for as long as the run still waits for the event at all. */
  private async ask(
    version: string,
    written: readonly CaseContext[],
    { atLeastMs = 0, hurried = false },
  ): Promise<Reply> {
    if (written.length === 0) return 'lost';
    const { waitBudget } = this.run;
    const usual = usualKind(version, routingEvent(this.runState.description(version)));
    const limitMs = (): number =>
      hurried ? waitBudget.soonMs(version, usual) : Math.max(atLeastMs, waitBudget.of(version, usual));
    const never = this.lastEvent(version) === null;
    const soonMs = never ? 0 : Math.min(limitMs(), waitBudget.soonMs(version));
    if (await this.comes(written, soonMs)) return 'good';
    const began = this.now();
    await Promise.all(written.map((context) => causeOtherEvents(context).catch(findingOf)));
    // In steps, because cases give up their waits meanwhile. If it never came, any other event says enough.
    const leftMs = (): number =>
      this.runState.signal.aborted ? 0 : limitMs() - soonMs - (this.now() - began);
    for (let ms = leftMs(); ms >= 1; ms = leftMs())
      if (await this.comes(written, Math.min(ms, STEP_MS), never ? 'any' : 'its'))
        return never && this.lastEvent(version) === null ? 'others' : 'good';
    waitBudget.missed(version, limitMs());
    return (await this.comes(written, 0, 'any')) ? 'others' : 'silent';
  }

  /** Messages of new users that were accepted: more than one, because a service that loses an event now and then sends others. */
  private async write(version: string): Promise<CaseContext[]> {
    const contexts = Array.from({ length: MESSAGES }, () => this.context(version));
    const problems = await Promise.all(
      contexts.map(async (context) => {
        const { description } = context;
        const message = prepare(description, operationOf(description, 'message'));
        const problem = await sendRequest(context, message).catch(findingOf);
        context.releaseResponses();
        return problem;
      }),
    );
    const problem = problems.find((finding) => finding !== null);
    if (problem) this.refused(version, 'message', problem);
    return contexts.filter((_, at) => problems[at] === null);
  }

  /** Whether the event of one of the messages comes in this time, or any event for one of their users. */
  private async comes(
    written: readonly CaseContext[],
    timeoutMs: number,
    which: 'any' | 'its' = 'its',
  ): Promise<boolean> {
    const began = this.now();
    const waits = written.map(async (context) => {
      const { runState, description } = context;
      const event = routingEvent(description);
      const came = await runState
        .book(description.version)
        .wait(
          context.user('a'),
          ({ name }) => which === 'any' || name === event,
          1,
          timeoutMs,
          runState.signal,
        );
      if (came.length === 0) throw new Error('It did not arrive.');
    });
    return Promise.any(waits).then(
      () => {
        const { waitBudget } = this.run;
        if (which === 'its')
          for (const { testCase } of written) waitBudget.came(testCase.version, this.now() - began);
        return true;
      },
      () => false,
    );
  }

  private refused(version: string, kind: 'address' | 'message', { text, received }: Finding): void {
    const operation = operationOf(this.runState.description(version), kind);
    this.refusals.set(version, `${operation}: ${received ?? text}`);
  }

  private async settle(version: string): Promise<void> {
    const known = this.settled.get(version) ?? this.underWay.get(version)?.();
    if (known) this.settled.set(version, known);
    await known;
  }

  /** When the last routing event came for users of the version; null: none did. */
  private lastEvent(version: string): number | null {
    const { writers } = this.run;
    const event = routingEvent(this.runState.description(version));
    const own = this.runState
      .book(version)
      .all()
      .filter(({ name, user }) => name === event && (writers.get(user) ?? version) === version);
    return own.length === 0 ? null : Math.max(...own.map(({ delivery }) => delivery.at));
  }

  private context(version: string): CaseContext {
    this.serial += 1;
    const context = new CaseContext(this.runState, { ...CONTROL, version }, this.serial);
    this.run.writers.set(context.user('a'), version);
    this.run.lines.begins(context.user('a'), context.startedAt);
    return context;
  }

  private now(): number {
    return this.runState.ports.clock.now();
  }
}

/** Over since this run set the address again, which may be the one of all versions. */
const MENDED: readonly RouteState[] = ['replaced', 'lapsed'];

function isFinal(state: RouteState): boolean {
  return state === 'silent' || state === 'lost';
}

/** What cannot even be sent was not accepted. */
function findingOf(error: unknown): Finding {
  if (error instanceof FindingError) return error.finding;
  throw error;
}

const CONTROL: Case = {
  id: 'control',
  version: '',
  group: 'routing',
  name: 'control',
  level: 'required',
  statements: [],
  title: 'Events still arrive',
  needs: [],
  phase: 'open',
  steps: [],
};
