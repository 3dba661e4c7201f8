import type { Finding } from '../finding.js';
import type { Exchange } from '../run-context.js';

/** A moment that an answer states, and the time by the run's own clock within which it must lie. */
export interface Stamp {
  exchange: Exchange;
  value: number;
  from: number;
  to: number;
}

/** Two answers that cannot both state the moment of their messages. */
export interface Contradiction {
  finding: Finding;
  between: [Stamp, Stamp];
}

/**
 * Whether the moments go on as the run's own clock does, whatever that clock shows: the same offset, within the
 * tolerance, must explain all of them. `own`: at least one of two that contradict each other is among these.
 */
export function drift(
  field: string,
  own: readonly Stamp[],
  all: readonly Stamp[],
  toleranceMs: number,
): Contradiction | null {
  const ahead = (stamps: readonly Stamp[]): Stamp | null => best(stamps, ({ value, to }) => value - to);
  const behind = (stamps: readonly Stamp[]): Stamp | null => best(stamps, ({ value, from }) => from - value);
  for (const [fast, slow] of [
    [ahead(own), behind(all)],
    [ahead(all), behind(own)],
  ] as const) {
    if (!fast || !slow || fast.value - fast.to - (slow.value - slow.from) <= toleranceMs) continue;
    const [before, after] = fast.from < slow.from ? [fast, slow] : [slow, fast];
    const expected = `about ${seconds(after.from - before.from)} between them, as by the run's own clock`;
    const received = `${seconds(after.value - before.value)}: ${before.value}, then ${after.value}`;
    return {
      between: [before, after],
      finding: {
        verdict: 'fail',
        code: 'clock-drift',
        text: `The ${field} of two messages (in ${before.exchange.caseId} and ${after.exchange.caseId}) does not keep pace with the run's clock.`,
        expected: `${expected}, within ${seconds(toleranceMs)}`,
        received,
      },
    };
  }
  return null;
}

/** Whether all moments are the same though the messages are further apart than a step of the clock may be. */
export function standsStill(field: string, own: readonly Stamp[], stepMs: number): Contradiction | null {
  const [first, last] = [best(own, ({ to }) => -to), best(own, ({ from }) => from)];
  if (!first || !last || last.from - first.to <= stepMs || moves(own)) return null;
  return {
    between: [first, last],
    finding: {
      verdict: 'fail',
      code: 'clock-stands',
      text: `The ${field} of all messages is the same: the clock stands still.`,
      expected: `another ${field} after ${seconds(last.from - first.to)}`,
      received: `${first.value} for all ${own.length} messages`,
    },
  };
}

/** Whether two moments differ. */
export function moves(stamps: readonly Stamp[]): boolean {
  return stamps.some(({ value }) => value !== stamps[0]?.value);
}

function best(stamps: readonly Stamp[], rank: (stamp: Stamp) => number): Stamp | null {
  return stamps.reduce<Stamp | null>(
    (top, stamp) => (top === null || rank(stamp) > rank(top) ? stamp : top),
    null,
  );
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
