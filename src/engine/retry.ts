import type { CaseOutcome } from './run-context.js';

/** Why nobody can tell by one attempt. */
export interface Doubt {
  /** A sentence. */
  why: string;
  /** Somebody else may be to blame: what passes at the second attempt accuses nobody, and ends with this reason. */
  excuses?: 'held-up' | 'surplus-bytes';
}

/** A doubt that clears the target. */
export type Excuse = Required<Doubt>;

/**
 * What became of a case that accused the target at first, and was tried again. What passes then still was a violation,
 * unless the checker itself or another request was in the way, or another run turns out to have been there (see `doubtedByOtherRun`).
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
  const sentence = excuses ? `${text} ${why}` : text;
  return {
    ...both,
    verdict: excuses ? 'inconclusive' : 'fail',
    reason: {
      code: excuses ?? code,
      text: `${sentence} When the case was tried again, it passed.`,
    },
    expected: first.expected,
    received: first.received,
    ...(first.judged && { judged: first.judged }),
    ...(!excuses && { recovered: true }),
  };
}

/** What accuses the target, and cannot be tried again where somebody else may be to blame. */
export function excused({ judged: _, ...outcome }: CaseOutcome, { why, excuses }: Excuse): CaseOutcome {
  const text = `${outcome.reason?.text ?? ''} ${why}`.trim();
  return { ...outcome, verdict: 'inconclusive', reason: { code: excuses, text } };
}
