import type { Duty } from '../cases/types.js';
import { prefixed, type ReasonCode } from '../reasons.js';
import type { Place, Verdict } from '../record/types.js';
import type { InboxItem } from './ports.js';

/** Why one attempt cannot decide what a case found. */
export interface Doubt {
  /** A sentence. */
  why: string;
  /**
   * What becomes of a case that passes at the second attempt. By default it was a violation all the same; where somebody
   * else may be to blame, nothing is proven, for the reason that stands here; `cleared`: the first attempt says nothing.
   */
  passing?: 'held-up' | 'surplus-bytes' | 'interference' | 'cleared';
}

/** Why a case does not pass. */
export interface Finding {
  verdict: Exclude<Verdict, 'pass'>;
  /** Stable: programs read it. */
  code: ReasonCode;
  /** One sentence for a stranger. */
  text: string;
  expected?: string;
  received?: string;
  /** Why one attempt cannot decide it: the case is tried once more. */
  unsure?: Doubt;
  /** Wrong by itself, whatever the step was for: also a setup step fails the case. */
  outright?: true;
  /** Where what was received stands. */
  place?: Place;
  /** The item of the inbox that it is about, where it is one. */
  item?: InboxItem;
  /** Name of the request or action of the case that it is about; default: the last one. */
  of?: string;
  /** What the case had done before that a plainer one does not do: see `circumstancesOf`. */
  circumstances?: readonly string[];
  /** Which step of the case found it, from 0 on, and when by the wall clock, milliseconds. */
  step?: number;
  judgedAt?: number;
  /** What a violation is a breach of. */
  duty?: Duty | null;
  /** The violation in a setup step: to be counted once for the run. */
  breach?: Finding;
}

/**
 * What a finding means in a setup step: the stimulus was not applied, so nothing was learned of what the case is about,
 * unless what came is wrong by itself. The violation is kept, to be counted once for the run.
 */
export function asSetup(finding: Finding): Finding {
  if (finding.verdict !== 'fail' || finding.outright) return finding;
  return {
    ...finding,
    verdict: 'inconclusive',
    code: prefixed('setup-', finding.code),
    text: `The case could not be set up. ${finding.text}`,
    breach: finding,
  };
}

/**
 * What a finding means in a case that only observes: nothing was observed. It accuses nobody; an answer that is wrong by
 * itself is judged with all others of the run.
 */
export function asObservation(finding: Finding): Finding {
  return finding.verdict === 'fail'
    ? { ...finding, verdict: 'inconclusive', code: prefixed('unobserved-', finding.code) }
    : finding;
}

/** Ends a case from wherever it is with a finding. */
export class FindingError extends Error {
  constructor(readonly finding: Finding) {
    super(finding.text);
  }
}
