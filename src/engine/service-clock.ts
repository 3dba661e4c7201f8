import { fieldOf, operationsOf, responseFields } from '../cases/description-lookups.js';
import type { Description } from '../description/types.js';
import { HOUR_MS } from '../duration.js';
import type { Exchange } from './evidence.js';
import { readResponse } from './judge/response.js';
import type { OperatorResult } from './ports.js';

interface Waiting {
  /** By the conductor's count. */
  hours: number;
  resolve: (result: OperatorResult) => void;
}

const DAY_MS = 24 * HOUR_MS;
/** So long before midnight is evening: an hour later, it is another day. */
const EVENING_MS = 1_800_000;

/**
 * Moves the service's clock for all cases that need it at once: it cannot be turned back, and it ages every stored reply.
 * Each case says how many hours after it joined it waits for; once all participants wait, the clock moves to the earliest
 * of these moments. So any number of cases cost one passage through time, and nobody waits for a case that has not
 * joined.
 */
export class ClockConductor {
  /** By participant: the hours at which it joined. */
  private readonly joined = new Map<object, number>();
  private hours = 0;
  /** Where the clock is being moved to: who joins meanwhile counts from there. */
  private movingTo: number | null = null;
  private waiting: Waiting[] = [];

  /** By participant: the evening from which it counts; and the one that is ahead of all of them. */
  private readonly evenings = new Map<object, number>();
  private nextEvening = Number.NEGATIVE_INFINITY;

  /**
   * @param advance moves the service's clock
   * @param serviceNow the time of the service, milliseconds since the Unix epoch
   */
  constructor(
    private readonly advance: (seconds: number) => Promise<OperatorResult>,
    private readonly serviceNow: () => number,
  ) {}

  join(member: object): void {
    this.joined.set(member, this.movingTo ?? this.hours);
  }

  leave(member: object): void {
    this.joined.delete(member);
    this.evenings.delete(member);
    void this.moveWhenAllWait();
  }

  /**
   * Resolves once the clock is `hours` past the moment at which the participant joined, or past the next evening, with the
   * result of the last move.
   */
  until(member: object, hours: number, since?: 'evening'): Promise<OperatorResult> {
    if (since === 'evening' && hours === 0) this.evenings.set(member, this.eveningAhead());
    const from = (since === 'evening' ? this.evenings : this.joined).get(member);
    if (from === undefined) throw new Error('A case must join before it can wait for the clock.');
    return new Promise((resolve) => {
      this.waiting.push({ hours: from + hours, resolve });
      void this.moveWhenAllWait();
    });
  }

  /** The same for all who ask before it. */
  private eveningAhead(): number {
    if (this.nextEvening >= this.hours) return this.nextEvening;
    const leftMs = DAY_MS - (this.serviceNow() % DAY_MS) - EVENING_MS;
    this.nextEvening = this.hours + Math.max(0, Math.floor(leftMs / 1000)) / 3600;
    return this.nextEvening;
  }

  private async moveWhenAllWait(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.joined.size) return;
    const next = Math.min(...this.waiting.map(({ hours }) => hours));
    const due = this.waiting.filter(({ hours }) => hours <= next);
    this.waiting = this.waiting.filter(({ hours }) => hours > next);
    const result = next > this.hours ? await this.move(next) : ({ ok: true } as const);
    for (const { resolve } of due) resolve(result);
  }

  /** A clock that could not be moved stays where it was, for those who come later. */
  private async move(to: number): Promise<OperatorResult> {
    this.movingTo = to;
    const result = await this.advance(Math.round((to - this.hours) * 3600)).catch(
      (error): OperatorResult => ({ ok: false, kind: 'driver', text: String(error) }),
    );
    this.movingTo = null;
    if (result.ok) this.hours = to;
    return result;
  }
}

/** What a run needs to move the service's clock; moments are wall clock, milliseconds. */
interface ClockSide {
  now(): number;
  /** The time of the service, milliseconds since the Unix epoch. */
  serviceNow(): number;
  /** Resolves once what was caused so far has arrived. */
  settle(): Promise<unknown>;
  advance(seconds: number): Promise<OperatorResult>;
}

/** The service's clock as the run moves it, and when it did; wall clock, milliseconds. */
export class ServiceClockMoves {
  readonly conductor: ClockConductor;
  /** When it was first moved. */
  movedAt = Number.POSITIVE_INFINITY;
  /** When the last move ended. */
  movedUntil = Number.NEGATIVE_INFINITY;
  /** Every move, in order. */
  readonly moves: { from: number; until: number }[] = [];

  constructor(private readonly side: ClockSide) {
    this.conductor = new ClockConductor(
      (seconds) => this.advance(seconds),
      () => side.serviceNow(),
    );
  }

  private async advance(seconds: number): Promise<OperatorResult> {
    const { side } = this;
    await side.settle();
    const before = this.movedAt;
    const from = side.now();
    this.movedAt = Math.min(before, from);
    const result = await side.advance(seconds);
    if (!result.ok && result.kind === 'unsupported') this.movedAt = before;
    else {
      this.movedUntil = side.now();
      this.moves.push({ from, until: this.movedUntil });
    }
    return result;
  }
}

/** What is further away is not the time of the service, but a mistake. */
const MOST_AWAY_MS = 10 * 366 * 24 * HOUR_MS;

/**
 * The time of the service, milliseconds since the Unix epoch: by the last message that it accepted, or else by this
 * machine.
 */
export function serviceTime(
  exchanges: readonly Exchange[],
  of: (version: string) => Description,
  now: number,
): number {
  for (const exchange of exchanges.toReversed()) {
    const sentAt = timestampIn(exchange, of(exchange.version));
    if (sentAt !== null && Math.abs(sentAt - now) < MOST_AWAY_MS)
      return sentAt + now - exchange.outcome.startedAt;
  }
  return now;
}

function timestampIn({ operation, outcome }: Exchange, description: Description): number | null {
  if (operation === null || !operationsOf(description, 'message').includes(operation)) return null;
  const field = fieldOf(responseFields(description, operation), 'timestamp');
  const read = readResponse(description, outcome);
  if (field === undefined || !('response' in read)) return null;
  const { body } = read.response;
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : null;
  return typeof value === 'number' ? value : null;
}
