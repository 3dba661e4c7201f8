import type { CaseOutcome } from './world.js';

/**
 * What became of a case that accused the target at first, though nobody could tell whether somebody else had a hand in it:
 * an event was missed, and the webhook address may have been replaced; or the list of destinations did not follow an
 * employee, whom somebody else may have logged in or out. What fails again is a violation, or a busy phase would excuse
 * every one; what does not may have been their doing.
 * @param why what may have been somebody else's doing, a sentence
 */
export function secondLook(first: CaseOutcome, second: CaseOutcome, why: string): CaseOutcome {
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
      text: `${first.reason?.text} ${why} When the case was tried again, it passed.`,
    },
    expected: first.expected,
    received: first.received,
  };
}
