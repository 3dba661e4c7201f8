import type { CaseOutcome } from './run-context.js';

/** Why nobody can tell by one attempt. */
export interface Doubt {
  /** A sentence. */
  why: string;
  /** The checker itself may be to blame, so that what passes at the second attempt accuses nobody. */
  excuses?: true;
}

/**
 * What became of a case that accused the target at first, and was tried again. What passes then still was a violation,
 * unless the checker itself was in the way, or another run turns out to have been there (see `neighbours`).
 */
export function judgeRetry(first: CaseOutcome, second: CaseOutcome, { why, excuses }: Doubt): CaseOutcome {
  const both = {
    ...second,
    exchanges: [...first.exchanges, ...second.exchanges],
    events: [...first.events, ...second.events],
    readings: [...(first.readings ?? []), ...(second.readings ?? [])],
    startedAt: first.startedAt,
    durationMs: second.startedAt + second.durationMs - first.startedAt,
  };
  // Else nobody knows why the evidence shows everything twice.
  if (second.verdict === 'fail' && second.reason) {
    const { code, text } = second.reason;
    return { ...both, reason: { code, text: `${text} The case was tried twice.` } };
  }
  if (second.verdict !== 'pass' || !first.reason) return both;
  const { code, text } = first.reason;
  const told = excuses ? `${text} ${why}` : text;
  return {
    ...both,
    verdict: excuses ? 'inconclusive' : 'fail',
    reason: {
      code: excuses ? 'held-up' : code,
      text: `${told} When the case was tried again, it passed.`,
    },
    expected: first.expected,
    received: first.received,
    ...(first.judged && { judged: first.judged }),
    ...(!excuses && { recovered: true }),
  };
}
