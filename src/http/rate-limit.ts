import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, OutgoingRequest, Transport } from '../engine/ports.js';

export interface RateLimitOptions {
  /** Before the second try, milliseconds; each later pause is twice as long, unless the target names one. */
  firstPauseMs?: number;
  /** Longest pause, also where the target names one, milliseconds. */
  longestPauseMs?: number;
  /** Requests in a row that were held back to the end, before nothing is sent again. */
  most?: number;
}

/** Too many requests: the request was turned away, not handled, so it may come again. */
const HELD_BACK = 429;

/**
 * Sends again what a target turned away for its rate limit, which no interface document shows and no checker may
 * mistake for a verdict. All tries of a request stay within its `timeoutMs`. Where patience has not helped `most` times
 * in a row the target holds back for another reason, and nothing is sent again.
 */
export function retryRateLimited(
  inner: Transport,
  { firstPauseMs = 250, longestPauseMs = 5_000, most = 8 }: RateLimitOptions = {},
): Transport {
  let inVain = 0;

  async function send(request: OutgoingRequest): Promise<Outcome> {
    // Time in line does not count, neither here nor for a single try.
    let leftMs = request.timeoutMs;
    for (let heldBack = 0; ; heldBack += 1) {
      const outcome = await inner.send({ ...request, timeoutMs: Math.max(1, Math.round(leftMs)) });
      const counted = heldBack > 0 ? { ...outcome, heldBack } : outcome;
      if (!isHeldBack(outcome)) {
        if (heldBack > 0) inVain = 0;
        return counted;
      }
      const waitMs = Math.min(namedPauseMs(outcome) ?? firstPauseMs * 2 ** heldBack, longestPauseMs);
      leftMs -= outcome.durationMs + waitMs;
      if (leftMs <= 0) inVain += 1;
      if (leftMs <= 0 || inVain >= most || !(await paused(waitMs, request.signal))) return counted;
      outcome.release?.();
    }
  }

  return { send };
}

function isHeldBack(outcome: Outcome): outcome is Outcome & { kind: 'answer' } {
  return outcome.kind === 'answer' && outcome.status === HELD_BACK;
}

/** `Retry-After` in seconds; as a date it is not read, for clocks differ. */
function namedPauseMs({ headers }: Outcome & { kind: 'answer' }): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1] ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) * 1_000 : null;
}

/** False when the signal aborted first. */
async function paused(ms: number, signal?: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
