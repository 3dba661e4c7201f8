import type { EventBook } from '../event-book.js';
import type { RunState } from '../run-state.js';

/** However much of a user comes before what is awaited, this many times its timeout is enough. */
const TIMEOUTS_IN_LINE = 30;
/** What comes soon was not queued: within this part of the timeout at most. */
const QUEUED_PART = 4;

/**
 * Waits for events in parts: one that has not come for a while makes room for other cases, and meanwhile the run may have
 * used up its wait budget. While other events for the same user come, the awaited ones are queued behind them: their time
 * counts from the last one. So it does while everything that comes for others of the contact point was caused earlier.
 * @param awaited where the events are noted, and for whom they are
 * @returns what came, and, if that is not enough, how long it waited, milliseconds
 */
export async function waitInParts<T>(
  runState: RunState,
  limitMs: () => number,
  waitFor: (ms: number) => Promise<T>,
  enough: (came: T) => boolean,
  awaited: { book: EventBook; user: string },
): Promise<{ came: T; waitedMs: number }> {
  const { admission, lines, signal, runContext, ports } = runState;
  const { book, user } = awaited;
  const { clock } = ports;
  const began = clock.now();
  const longestMs = TIMEOUTS_IN_LINE * runContext.eventTimeoutMs;
  let waitedMs = 0;
  let idleMs = 0;
  for (;;) {
    const partMs = Math.min(limitMs() - idleMs, admission.overdueMs);
    const came = await waitFor(partMs);
    waitedMs += partMs;
    idleMs += partMs;
    if (enough(came) || signal.aborted) return { came, waitedMs };
    const isUsual = limitMs() >= runContext.eventTimeoutMs;
    if (isUsual) admission.overdue();
    else admission.givenUp();
    // All events of the run are looked at, so only where the answer counts.
    const isTimeUp = isUsual && idleMs >= limitMs();
    const lastAt = Math.max(
      book.lastCameAt(user) ?? began,
      (isTimeUp ? lines.movedAt(began, user, book.since(began)) : null) ?? began,
    );
    const soonMs = Math.min(admission.overdueMs, runContext.eventTimeoutMs / QUEUED_PART);
    const isInLine = lastAt - began > soonMs;
    const sinceLastMs = clock.now() - lastAt;
    if (isUsual && isInLine && waitedMs < longestMs && sinceLastMs < idleMs) {
      idleMs = sinceLastMs;
      runState.queueAdvanced();
    }
    if (idleMs >= limitMs()) return { came, waitedMs };
  }
}

/** Pauses between two looks, milliseconds: each is twice as long as the one before. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** What is looked for, and how far it has come. */
export interface Lookout<T> {
  isDue: (seen: T) => boolean;
  /** Whether later looks cannot be better. */
  isFinal?: (seen: T) => boolean;
  /** How much is there so far: while that grows, the time counts from the last growth. */
  amount?: (seen: T) => number;
}

/**
 * Looks until what is seen is due, the time is up or the run is ending. Returns what was seen last.
 * @param kind of what is looked for, see `WaitBudget`
 */
export async function poll<T>(
  { ports: { clock }, waitBudget, signal, runContext }: RunState,
  kind: string,
  look: () => Promise<T>,
  { isDue, isFinal = () => false, amount = () => 0 }: Lookout<T>,
): Promise<T> {
  const limitMs = waitBudget.of(kind);
  const end = clock.now() + TIMEOUTS_IN_LINE * runContext.eventTimeoutMs;
  let began = clock.now();
  let most: number | null = null;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const seen = await look();
    const now = clock.now();
    const found = amount(seen);
    if (most !== null && found > most && now < end) began = now;
    most = Math.max(most ?? 0, found);
    const ms = now - began;
    if (isDue(seen)) waitBudget.came(kind, ms);
    else if (ms >= limitMs) waitBudget.missed(kind, limitMs);
    if (isDue(seen) || isFinal(seen) || signal.aborted || ms >= limitMs) return seen;
    await clock.sleep(pauseMs, signal);
  }
}
