import { whenAborted } from '../abort.js';
import { activeNow, afterActive } from '../active-time.js';

/** How many consecutive requests must go unanswered before the next ones go one at a time. */
const ENOUGH = 8;
/** Silence after which nothing more is sent, in multiples of the time that a request has. */
const SILENCE = 2;
/** After as long again, and then longer, one more request tries: in a long run a service may come back. */
const REST = 5;
/** Between two tries of an origin, milliseconds: each pause is twice as long as the one before. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** `go`: like any other; `try`: alone, to see whether anybody answers; `given-up`: it need not be sent. */
export type Permit = 'go' | 'try' | 'given-up' | 'aborted';

export interface Ended {
  permit: Permit;
  answered: boolean;
  /** When it began, by the breaker's time. */
  began: number;
  timeoutMs: number;
}

/** Tells the time, milliseconds. */
export interface Time {
  now(): number;
  /** Calls once after this much time; returns what cancels that. */
  after(ms: number, call: () => void): () => void;
}

const ACTIVE_TIME: Time = { now: activeNow, after: afterActive };

interface Origin {
  state: 'answering' | 'silent' | 'given-up';
  /** Null: never, and something that never answered cannot stop answering. */
  answeredAt: number | null;
  /** Requests that went unanswered since, and when the silence began. */
  unanswered: number;
  silentSince: number;
  trying: boolean;
  pauseMs: number;
  restsUntil: number;
  waiting: ((permit: Permit) => void)[];
}

/**
 * Knows which origins have stopped answering during the run, so that not every request waits in vain. After many
 * unanswered requests they go one at a time, and any response lets all go on; if the silence lasts, nothing more is
 * sent.
 */
export class Breaker {
  readonly #origins = new Map<string, Origin>();
  readonly #time: Time;

  constructor(time: Time = ACTIVE_TIME) {
    this.#time = time;
  }

  /** Resolves when the request may be sent, after which `ended` must be called, or when it need not be sent any more. */
  async admit(origin: string, signal?: AbortSignal): Promise<Permit> {
    const known = this.#of(origin);
    if (known.state === 'answering') return 'go';
    if (known.state === 'given-up' && this.#time.now() < known.restsUntil) return 'given-up';
    return new Promise((resolve) => {
      const pass = (permit: Permit): void => {
        unsubscribe();
        resolve(permit);
      };
      const unsubscribe = whenAborted(signal, () => {
        known.waiting = known.waiting.filter((waiting) => waiting !== pass);
        resolve('aborted');
      });
      known.waiting.push(pass);
      this.#letOneTry(known);
    });
  }

  ended(origin: string, { permit, answered, began, timeoutMs }: Ended): void {
    const known = this.#of(origin);
    if (permit === 'try') known.trying = false;
    if (answered) this.#answers(known);
    else if (known.answeredAt !== null) {
      if (known.unanswered === 0) known.silentSince = Math.max(began, known.answeredAt);
      known.unanswered += 1;
      if (permit === 'try') this.#triedInVain(known, timeoutMs);
      else if (known.state === 'answering' && known.unanswered >= ENOUGH) known.state = 'silent';
    }
  }

  #answers(known: Origin): void {
    Object.assign(known, { state: 'answering', answeredAt: this.#time.now(), unanswered: 0, pauseMs: 0 });
    for (const pass of known.waiting.splice(0)) pass('go');
  }

  #triedInVain(known: Origin, timeoutMs: number): void {
    const now = this.#time.now();
    if (now - known.silentSince < SILENCE * timeoutMs) {
      known.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * known.pauseMs));
      this.#letOneTry(known);
      return;
    }
    known.state = 'given-up';
    known.restsUntil = now + REST * timeoutMs;
    for (const pass of known.waiting.splice(0)) pass('given-up');
  }

  #letOneTry(known: Origin): void {
    if (known.trying || known.waiting.length === 0) return;
    known.trying = true;
    const next = (): void => {
      const pass = known.waiting.shift();
      // All have gone on, or were interrupted.
      if (pass) pass('try');
      else known.trying = false;
    };
    if (known.pauseMs === 0) next();
    else this.#time.after(known.pauseMs, next);
  }

  #of(origin: string): Origin {
    const known = this.#origins.get(origin);
    if (known) return known;
    const made: Origin = {
      state: 'answering',
      answeredAt: null,
      unanswered: 0,
      silentSince: 0,
      trying: false,
      pauseMs: 0,
      restsUntil: 0,
      waiting: [],
    };
    this.#origins.set(origin, made);
    return made;
  }
}
