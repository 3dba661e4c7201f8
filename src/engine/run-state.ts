import type { Case } from '../cases/types.js';
import { Deferred } from '../deferred.js';
import type { Description } from '../description/types.js';
import { AddressLog, MAIN_ADDRESS } from './address-log.js';
import { Admission, type EventCause } from './admission.js';
import { EventCopies, EventQueues } from './delivery-habits.js';
import { type BookedEvent, EventBook } from './event-book.js';
import { type Act, type Exchange, type OutOfCaseExchange, Readings } from './evidence.js';
import { MessageIds } from './ids.js';
import { canClearAddress, UnsetKeys } from './keys.js';
import type { Ports } from './ports.js';

import { type RepeatedValues, ResponseCompactor } from './response-compactor.js';

import { descriptionOf, type RunContext } from './run-context.js';
import { Barrier } from './schedule.js';
import { ServiceClockMoves, serviceTime } from './service-clock.js';
import { type WaitBudget, waitBudgetOf } from './wait-budget.js';

/** What a case waits for: the step with this number, from 0; or that it is over. */
export type Waits = { step: number } | 'others' | 'end';

/**
 * `own`: the address that a case had set gets no events, the run's usual one does; `replaced`: for a while the webhook
 * address was somebody else's, and is ours again; `lapsed`: events stopped coming when the service's clock was moved,
 * until the address was set again; `silent`: they stopped coming, even to an address that was set again; `lost`: the
 * target does not answer as it did.
 */
export type RouteState = 'good' | 'own' | 'replaced' | 'lapsed' | 'silent' | 'lost';

export interface RouteCheck {
  /** The state of the route of events between `from` and `to` (wall clock, ms), by a check that began after `after`. */
  state(version: string, period: { from: number; to: number; after: number }): Promise<RouteState>;
  /**
   * Sends the probe's message while the address can still be somebody else's: once this run sets it again, nobody can
   * tell. Takes as long as two requests at most; its result is asked for at the end of the run.
   * @param untilTimeout wait until the event comes or its time is over, because it would go nowhere once the address is
   *   taken away, or because another run was seen: as long as an event takes, the event timeout at most
   */
  lookBeforehand(version: string, untilTimeout: boolean): Promise<void>;
  /** Until when the address was provably ours before this run set it again, wall clock, ms; null: nobody knows. */
  heldUntil(version: string): number | null;
  /** What was asked and answered when the route was found `lost`, in words; null: it was not. */
  lostBy?(version: string): string | null;
  /** Whether events stopped coming for a while, with others before or after: the address may have been somebody else's. */
  lostEvents(): boolean;
}

/** A wait for an event that was given up early, because earlier ones of its kind had been in vain. Wall clock, ms. */
export interface ShortenedWait {
  user: string;
  /** The event as the subject of a sentence. */
  subject: string;
  isMeant(event: BookedEvent): boolean;
  gaveUpAt: number;
  /** Until when the event would have come in time. */
  dueUntil: number;
}

/** A message that reached an employee: its id, and the number of the request. Moments are wall clock, milliseconds. */
export interface SeenMessage {
  id: string;
  user: string;
  version: string;
  exchange: number;
  at: number;
}

/** What the cases of one run share: the run context, the evidence so far, and the moment at which absences are judged. */
export class RunState {
  readonly exchanges: Exchange[] = [];
  readonly readings = new Readings();
  /** Requests made outside the cases that are evidence of one. */
  private readonly asides = new WeakMap<OutOfCaseExchange, Exchange>();
  private readonly byOperation = new Map<string, Exchange[]>();
  /** What each case that has begun and not ended is waiting for, by id. */
  readonly underWay = new Map<string, Waits>();
  /** Wall clock of the last stimulus of any case, milliseconds. */
  lastStimulus = 0;
  /** When cases set the address of the main contact point, wall clock. */
  readonly mainAddressSetAt: number[] = [];
  /** When each case that waits for the end of the run had done all that it does, wall clock, by case. */
  readonly idleSince = new Map<string, number>();
  /** Wall clock from which on only those cases send anything that run beside the quiet window; null: not yet. */
  quietSince: number | null = null;
  /** Resolves once the catcher has closed its idle connections; null: no case has asked for that. */
  hungUp: Promise<void> | null = null;
  /** Null: the route is not checked. */
  route: RouteCheck | null = null;
  readonly compactor: ResponseCompactor;
  /** Contact points without a webhook address, for the cases that need one. */
  readonly unsetKeys: UnsetKeys;
  /** How many copies of an event the deployment sends. */
  readonly copies = new EventCopies(this);
  /** For what comes in its own time: events, and what employees see. */
  readonly waitBudget: WaitBudget;
  /** Lets cases that cause events begin as fast as these are delivered. */
  readonly admission: Admission;
  readonly serviceClock: ServiceClockMoves;
  /** The one version under which each of the run's users wrote. */
  readonly writers: Map<string, string>;
  readonly presences = new LoginLog();
  /** Some inbox of the run showed what an employee wrote. */
  showsReplies = false;
  /** For how long some lists of destinations show who was online before; null: none did, or nobody knows. */
  formerLists: 'for a while' | 'for good' | null = null;
  /** Resolves once the cases that run side by side with others have ended. */
  readonly othersEnded = new Deferred<void>();
  /** For the cases that change the webhook address of the run. */
  readonly barrier = new Barrier();
  /** Messages that the target took. */
  readonly messageIds = new MessageIds();
  /** Which address of the catcher was set for which contact point. */
  readonly addressLog = new AddressLog();
  /** Where events wait for those before them. */
  readonly lines: EventQueues;
  /** By case: the last wait for an event that was given up before the event timeout was over. */
  readonly shortenedWaits = new Map<string, ShortenedWait>();
  /** By field: values that several responses share. */
  readonly repetitions = new Map<string, RepeatedValues>();
  /** Messages that employees have seen at a destination where they were logged in, by their ids. */
  readonly messagesSeen = new Map<string, SeenMessage>();
  /** Copies of one message that employees saw at most, where nothing happened at once. */
  copiesSeen = 1;
  private readonly books = new Map<string, EventBook>();
  private readonly lone: { user: string; from: number }[] = [];

  constructor(
    readonly ports: Ports,
    readonly runContext: RunContext,
    /** Aborted when the run is interrupted. */
    readonly signal: AbortSignal,
    /** Called whenever something happens, with the case that has reached what it waits for next. */
    private readonly stir: (testCase?: Case, waits?: Waits | null) => void = () => undefined,
    /** What employees were asked to do, oldest first. */
    readonly acts: Act[] = [...(runContext.acts ?? [])],
  ) {
    this.writers = new Map(runContext.writers);
    this.lines = new EventQueues(this.addressLog, runContext.eventTimeoutMs);
    this.waitBudget =
      runContext.waitBudget ??
      waitBudgetOf(runContext, {
        isQueued: () => this.admission.isQueued,
        holdsUpAll: () => this.serviceClock.movedAt < Number.POSITIVE_INFINITY,
      });
    this.admission = new Admission(
      runContext.eventLatency ?? null,
      runContext.eventTimeoutMs,
      () => ports.clock.now(),
      () => ports.mailbox.deliveries.at(-1)?.at ?? null,
    );
    // The preflight set it.
    this.messageIds.addressed(MAIN_ADDRESS, runContext.keys.main);
    for (const [id, user] of runContext.messages ?? [])
      this.messageIds.note(id, { user, key: runContext.keys.main });
    for (const version of Object.keys(runContext.descriptions))
      this.addressLog.set({ label: MAIN_ADDRESS, key: runContext.keys.main, version, left: 0, answered: 0 });
    this.unsetKeys = new UnsetKeys(runContext.keys, () => canClearAddress(runContext, ports.operator));
    this.compactor = new ResponseCompactor(runContext);
    this.serviceClock = new ServiceClockMoves({
      now: () => ports.clock.now(),
      serviceNow: () =>
        serviceTime(this.exchanges, (version) => this.description(version), ports.clock.now()),
      // What is on its way would otherwise arrive days after it was caused.
      settle: () => ports.clock.sleep(this.admission.settledMs, signal).catch(() => undefined),
      advance: async (seconds) => {
        const result = await ports.operator.perform('advance_clock', {
          seconds,
          key: runContext.keys.main,
          version: Object.keys(runContext.descriptions)[0] ?? '',
        });
        if (result.ok)
          await runContext.logInAgain?.((key, destination) => this.presences.isOut(key, destination));
        return result;
      },
    });
  }

  /** A case has reached what it waits for next; null: it has ended. */
  proceeds(testCase: Case, waits: Waits | null): void {
    this.stir(testCase, waits);
    if (waits === null) this.underWay.delete(testCase.id);
    else this.underWay.set(testCase.id, waits);
  }

  /** An exchange has ended. */
  exchanged(exchange: Exchange): void {
    this.stir();
    this.exchanges.push(exchange);
    const place = `${exchange.version} ${exchange.operation}`;
    const alike = this.byOperation.get(place);
    if (alike) alike.push(exchange);
    else this.byOperation.set(place, [exchange]);
  }

  /** An event came behind which an awaited one stands in line. */
  queueAdvanced(): void {
    this.stir();
  }

  /** An event came that a case awaited. */
  eventCame({ name, user, delivery }: BookedEvent, cause: Omit<EventCause, 'event' | 'address'>): void {
    if (cause.isSole) this.lines.came(user, cause.at);
    this.admission.came(delivery.at - cause.at, { event: name, address: delivery.address, ...cause });
  }

  /** Makes a request that was made outside the cases an exchange of the run: evidence of the first case that asks. */
  noteOutOfCase(side: OutOfCaseExchange, { id: caseId, version }: Pick<Case, 'id' | 'version'>): Exchange {
    const known = this.asides.get(side);
    if (known) return known;
    const { operation, request, outcome } = side;
    const exchange: Exchange = {
      id: this.exchanges.length,
      caseId,
      aside: true,
      version,
      operation,
      user: null,
      request,
      outcome,
      unjudged: false,
      mayFail: false,
      segment: operation,
    };
    this.asides.set(side, exchange);
    this.exchanged(exchange);
    return exchange;
  }

  /**
   * Notes the lists of destinations fetched since the last time, such as in the preflight: what holds for responses
   * holds for them. Of large ones, the beginning is kept.
   */
  noteLists(caseId: string): void {
    for (const { version, exchange } of this.runContext.lists?.splice(0) ?? [])
      this.compactor.compact(this.noteOutOfCase(exchange, { id: caseId, version }));
  }

  /** Exchanges of one operation, or of those that are not listed, oldest first. */
  exchangesOf(version: string, operation: string | null): readonly Exchange[] {
    return this.byOperation.get(`${version} ${operation}`) ?? [];
  }

  description(version: string): Description {
    return descriptionOf(this.runContext.descriptions, version);
  }

  /** Events as read with the version's names. */
  book(version: string): EventBook {
    const known = this.books.get(version);
    if (known) return known;
    const { mailbox } = this.ports;
    const { reader, nonce } = this.runContext;
    const made = new EventBook(
      mailbox,
      reader,
      this.description(version),
      nonce,
      (moment) => this.loneUser(moment),
      this.messageIds,
      (user, { address }) => this.addressLog.isAside(this.runContext.keys.second, address, user),
    );
    this.books.set(version, made);
    return made;
  }

  /**
   * Whether what the target sends can reach the catcher: a request of the run's own did before the cases began, or some
   * event of the run has come since. Then an event that does not come was not sent.
   */
  get isCatcherProven(): boolean {
    return this.runContext.catcherProven || this.eventsSoFar > 0;
  }

  /** How many events of the run's users have come. */
  get eventsSoFar(): number {
    return Object.keys(this.runContext.descriptions).reduce(
      (sum, version) => sum + this.book(version).size,
      0,
    );
  }

  /** From now on, whatever comes and names no user is for this one, because nothing is done for any other. */
  standsAlone(user: string): void {
    this.lone.push({ user, from: this.ports.clock.now() });
  }

  private loneUser(moment: number): string | null {
    return this.lone.findLast(({ from }) => from <= moment)?.user ?? null;
  }
}

/** Whether the run last logged employees of a destination in or out, by the key of the contact point. */
class LoginLog {
  private readonly known = new Map<string, boolean>();

  note(key: string, destination: string, online: boolean): void {
    this.known.set(JSON.stringify([key, destination]), online);
  }

  /** Undefined: neither. */
  last(key: string, destination: string): boolean | undefined {
    return this.known.get(JSON.stringify([key, destination]));
  }

  /** The run has logged them out, and not in again. */
  isOut(key: string, destination: string): boolean {
    return this.last(key, destination) === false;
  }
}
