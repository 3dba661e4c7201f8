import type { CaseOutcome } from './world.js';

/**
 * What became of a case that missed an event at first, though nobody could tell whose the webhook address had been: what
 * is missed again was not sent; what comes now may have gone to somebody else before.
 */
export function secondLook(first: CaseOutcome, second: CaseOutcome, stillUnsure: boolean): CaseOutcome {
  const both = {
    ...second,
    exchanges: [...first.exchanges, ...second.exchanges],
    events: [...first.events, ...second.events],
    startedAt: first.startedAt,
    durationMs: second.startedAt + second.durationMs - first.startedAt,
  };
  if (second.verdict !== 'pass' && !stillUnsure) return both;
  return {
    ...both,
    verdict: 'inconclusive',
    reason: {
      code: 'interference',
      text: `${first.reason?.text} Meanwhile this run had set the webhook address anew, so somebody else may have replaced it before; when the case was tried again, the event ${stillUnsure ? 'did not come, and the address was set once more' : 'came'}.`,
    },
    expected: first.expected,
    received: first.received,
  };
}
