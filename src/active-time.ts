/** How often this process checks that it still runs, milliseconds. */
const BEAT_MS = 100;
/** A longer gap between two checks, milliseconds, was not lived through: it counts as one beat. */
const LONGEST_GAP_MS = 500;
/**
 * Turns of the event loop in which what has arrived in the meantime is taken in: connections first, then their data.
 */
const TURNS = 4;

/** Otherwise it is looked up at each call, of which a run makes hundreds of thousands. */
const ORIGIN = performance.timeOrigin;

let last: number | null = null;
let heldUpMs = 0;

/**
 * Milliseconds since the Unix epoch by a clock that stands still while this process is held up: the machine sleeps, others
 * have its processors, a debugger or a signal has stopped it. Nobody listens then, so that nobody else can be blamed for
 * the time; nor do changes of the machine's date matter. It never goes back.
 */
export function activeNow(): number {
  const now = performance.now();
  if (last === null) setInterval(activeNow, BEAT_MS).unref();
  else if (now - last > LONGEST_GAP_MS) heldUpMs += now - last - BEAT_MS;
  last = now;
  return ORIGIN + now - heldUpMs;
}

/** The same in whole milliseconds, for what is recorded. */
export function activeMoment(): number {
  return Math.floor(activeNow());
}

/** For how long this process has been held up in all, milliseconds. */
export function suspendedMs(): number {
  activeNow();
  return heldUpMs;
}

/**
 * Calls once when this much active time has passed and everything received by then has been read: after a pause all
 * timers are due before anything is. Returns what cancels it.
 */
export function afterActive(timeMs: number, call: () => void): () => void {
  const due = activeNow() + timeMs;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;
  const wait = (ms: number): void => {
    timer = setTimeout(look, Math.max(0, ms));
  };
  const look = (): void => {
    const left = due - activeNow();
    if (left >= 1) wait(left);
    else takeIn(TURNS);
  };
  const takeIn = (turns: number): void => {
    turn = setImmediate(() => (turns > 1 ? takeIn(turns - 1) : call()));
  };
  wait(timeMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}
