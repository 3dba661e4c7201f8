import type { CaseOutcome } from './world.js';

/**
 * What became of a case that missed an event at first, though nobody could tell whose the webhook address had been: what
 * is missed again was not sent, even if the address was set anew meanwhile, or a busy phase would excuse every violation;
 * what comes now may have gone to somebody else before.
 */
export function secondLook(first: CaseOutcome, second: CaseOutcome): CaseOutcome {
  const both = {
    ...second,
    exchanges: [...first.exchanges, ...second.exchanges],
    events: [...first.events, ...second.events],
    startedAt: first.startedAt,
    durationMs: second.startedAt + second.durationMs - first.startedAt,
  };
  // Else nobody knows why the evidence shows everything twice.
  if (second.verdict === 'fail' && second.reason) {
    const { code, text } = second.reason;
    return { ...both, reason: { code, text: `${text} The case was tried twice.` } };
  }
  if (second.verdict !== 'pass') return both;
  return {
    ...both,
    verdict: 'inconclusive',
    reason: {
      code: 'interference',
      text: `${first.reason?.text} Meanwhile this run had set the webhook address anew, so somebody else may have replaced it before; when the case was tried again, the event came.`,
    },
    expected: first.expected,
    received: first.received,
  };
}
